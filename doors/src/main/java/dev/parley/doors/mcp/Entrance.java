package dev.parley.doors.mcp;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.InvalidAddress;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Door;
import dev.parley.core.participants.Participants;
import dev.parley.doors.http.Callers;
import dev.parley.doors.http.Standing;
import dev.parley.doors.mcp.catalog.Caller;
import dev.parley.identity.Principal;
import dev.parley.identity.Principal.AgentPrincipal;
import dev.parley.identity.Principal.Owner;
import dev.parley.identity.Visit;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * Who sends a request. The token decides; an {@code agentId} in the address is a name, which for an
 * agent has to be its own and with which the owner says for whom it acts.
 */
final class Entrance {
  static final String BY_DEFAULT = "core";

  private static final AgentId OWNER_SELF = new AgentId(Principal.OWNER_SENDER);

  private final Callers callers;
  private final Participants participants;
  private final McpConfig config;

  Entrance(Callers callers, Participants participants, McpConfig config) {
    this.callers = callers;
    this.participants = participants;
    this.config = config;
  }

  /** Where somebody who is turned away reads how to get a token (RFC 9728), or null. */
  @Nullable String signpost(HttpServerRequest request) {
    String hub = config.address().of(request);
    String door = "/mcp".equals(request.path()) ? "/mcp" : "/sse";
    return hub == null ? null : hub + "/.well-known/oauth-protected-resource" + door;
  }

  /**
   * @throws Refused when the request may not come in
   */
  Caller of(HttpServerRequest request) {
    String asked = request.getParam("profile");
    String profile = asked == null ? BY_DEFAULT : asked;
    AgentId named = named(request.getParam("agentId"));
    if (config.trustAgentIds()
        && named != null
        && request.getHeader("Authorization") == null
        && !Callers.isSigned(request)) {
      return trusted(request, named, profile);
    }
    Principal principal = callers.of(request);
    Standing standing = callers.standing(principal, request);
    return switch (principal) {
      case Owner _ -> {
        if (named != null) {
          participants.requireAgent(named);
        }
        // An agent stays an agent, whoever's token started it.
        Principal acting =
            named == null || named.equals(OWNER_SELF) ? principal : new AgentPrincipal(named);
        yield new Caller(
            visit(acting, request),
            named == null ? OWNER_SELF : named,
            named != null,
            profile,
            named == null ? standing : () -> standing.holds() && isThere(named));
      }
      case AgentPrincipal(AgentId self) -> {
        if (named != null && !named.equals(self)) {
          throw new Refused(
              ErrorCode.FORBIDDEN, "this token is agent '" + self + "', not '" + named + "'");
        }
        yield new Caller(visit(principal, request), self, true, profile, standing);
      }
    };
  }

  private Caller trusted(HttpServerRequest request, AgentId named, String profile) {
    SocketAddress remote = request.remoteAddress();
    String address = remote == null ? "" : String.valueOf(remote.hostAddress());
    if (!address.startsWith("127.")
        && !address.equals("::1")
        && !address.equals("0:0:0:0:0:0:0:1")) {
      throw new Refused(ErrorCode.NOT_AUTHENTICATED, "from another machine a token is needed");
    }
    if (named.equals(OWNER_SELF)) {
      throw new Refused(ErrorCode.NOT_AUTHENTICATED, "the owner has to show a token");
    }
    participants.requireAgent(named);
    Principal agent = new AgentPrincipal(named);
    callers.count(agent, request);
    return new Caller(visit(agent, request), named, true, profile, () -> isThere(named));
  }

  private boolean isThere(AgentId agent) {
    return participants.agent(agent).isPresent();
  }

  private static Visit visit(Principal who, HttpServerRequest request) {
    return new Visit(who, Door.MCP, Callers.address(request));
  }

  private static @Nullable AgentId named(@Nullable String text) {
    try {
      return text == null || text.isEmpty() ? null : new AgentId(text);
    } catch (InvalidAddress | Refused e) {
      throw new Refused(ErrorCode.BAD_REQUEST, "'agentId': " + e.getMessage());
    }
  }
}
