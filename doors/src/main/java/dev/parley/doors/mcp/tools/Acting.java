package dev.parley.doors.mcp.tools;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.InvalidAddress;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Sender;
import dev.parley.core.participants.Participants;
import dev.parley.doors.mcp.catalog.Caller;
import dev.parley.doors.mcp.catalog.ToolFailure;
import dev.parley.identity.Principal;
import dev.parley.identity.Visit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** As whom a call acts. */
final class Acting {
  /** With which the owner, and nobody else, names somebody else. */
  static final String ARGUMENT = "agentId";

  private Acting() {}

  static AgentId as(Caller caller, ObjectNode arguments, Participants participants) {
    JsonNode named = arguments.path(ARGUMENT);
    if (!named.isString() || named.asString().equals(caller.self().value())) {
      return caller.self();
    }
    if (caller.fixed()) {
      throw new Refused(ErrorCode.FORBIDDEN, "'" + caller.self() + "' may only act for itself");
    }
    AgentId agent = agentId(ARGUMENT, named.asString());
    participants.requireAgent(agent);
    return agent;
  }

  /** The caller, or whom the owner has named in this call. */
  static Visit visit(Caller caller, ObjectNode arguments, Participants participants) {
    AgentId self = as(caller, arguments, participants);
    return self.equals(caller.self())
        ? caller.visit()
        : new Visit(
            new Principal.AgentPrincipal(self), caller.visit().door(), caller.visit().address());
  }

  static AgentId agentId(String field, String text) {
    try {
      return new AgentId(text);
    } catch (InvalidAddress e) {
      throw new ToolFailure("'" + field + "': " + e.getMessage());
    }
  }

  static Sender sender(Caller caller, String name) {
    return caller.visit().senderAs(name);
  }
}
