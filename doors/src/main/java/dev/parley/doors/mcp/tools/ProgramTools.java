package dev.parley.doors.mcp.tools;

import dev.parley.agents.programs.Command;
import dev.parley.agents.programs.Order;
import dev.parley.agents.programs.Program;
import dev.parley.agents.programs.Programs;
import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.participants.Agent;
import dev.parley.core.participants.Presence;
import dev.parley.core.store.BoxId;
import dev.parley.doors.mcp.catalog.CallContext;
import dev.parley.doors.mcp.catalog.Caller;
import dev.parley.doors.mcp.catalog.ToolResult;
import dev.parley.doors.rpc.Json;
import dev.parley.identity.Principal;
import dev.parley.identity.audit.AuditLog;
import dev.parley.processes.ProcessState;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Starting and stopping agents: for the owner as {@code developer}, and for nobody else. */
final class ProgramTools {
  private static final String PROGRAM =
      "'agentId!':{'type':'string'},'command!':{'type':'string'},'pid!':{'type':'integer'},"
          + "'since!':{'type':'integer'},'state!':{'type':'string'},'log!':{'type':'string'},"
          + "'exitCode':{'type':'integer'},'exitedAt':{'type':'integer'}";

  private final Broker broker;
  private final Programs programs;
  private final AuditLog audit;

  ProgramTools(Broker broker, Programs programs, AuditLog audit) {
    this.broker = broker;
    this.programs = programs;
    this.audit = audit;
  }

  static boolean isFor(Caller caller) {
    return caller.principal().isOwner() && caller.self().value().equals(Principal.OWNER_SENDER);
  }

  void declare(Declarations declarations) {
    declarations.act(
        "spawn_agent",
        "Start an agent",
        "Start a program as an agent of its own, with one of the commands the owner allows"
            + commands()
            + ". Returns when it runs."
            + " Example: {\"agentId\":\"reviewer\",\"command\":\"claude\","
            + "\"task\":\"Review the last commit.\"}",
        "'agentId':{'type':'string','description':'made if there is none; a token it had is"
            + " void. A new name without it'},'command':{'type':'string','description':'which of"
            + " them; needed when there are several'},'task':{'type':'string','description':'what"
            + " the agent is to do; waits in its inbox, with the request to report to"
            + " developer'},'prompt':{'type':'string','description':'the same as an argument of"
            + " the command, if that takes one'},'workspace':{'type':'string','description':'the"
            + " folder it works in, if the owner allows that one'}",
        PROGRAM + ",'connected!':{'type':'boolean'}",
        this::spawn);
    declarations.look(
        "list_agents",
        "List agents and their programs",
        "Every agent, whether it is connected, what it has not read, and the program that was"
            + " started for it; and which commands there are. Example: {\"limit\":50}",
        "'limit':{'type':'integer','minimum':1,'maximum':500,'description':'default 100'},"
            + "'after':{'type':'string','description':'only agents behind this one'}",
        "'count!':{'type':'integer'},'more!':{'type':'boolean'},"
            + "'agents!':{'type':'array','items':{'type':'object'}},"
            + "'commands!':{'type':'array','items':{'type':'object'}},"
            + "'runningMax!':{'type':'integer'}",
        this::list);
    declarations.end(
        "stop_agent",
        "Stop an agent",
        "Stop the program that was started for an agent, with everything it has started itself."
            + " Its token ends; the agent and its messages stay."
            + " Example: {\"agentId\":\"reviewer\"}",
        "'agentId!':{'type':'string'}",
        PROGRAM + ",'ending!':{'type':'string'}",
        this::stop);
  }

  private String commands() {
    List<Command> commands = programs.commands();
    return commands.isEmpty()
        ? " (none so far)"
        : commands.stream()
            .map(Command::name)
            .limit(10)
            .collect(Collectors.joining(", ", ": ", ""));
  }

  private ToolResult spawn(CallContext context, ObjectNode arguments) throws InterruptedException {
    AgentId agent =
        arguments.has("agentId")
            ? Acting.agentId("agentId", arguments.path("agentId").asString())
            : new AgentId("agent-" + UUID.randomUUID());
    Order order =
        new Order(
            agent,
            command(arguments.path("command").asString("")),
            arguments.path("prompt").asString(""),
            arguments.path("task").asString(""),
            Order.workspace(arguments.path("workspace").asString("")));
    Program program =
        audited(context, "agent.spawn", agent + " " + order.command(), () -> programs.spawn(order));
    boolean connected = broker.presence().isOnline(agent);
    return ToolResult.structured(shown(program).put("connected", connected));
  }

  /** The only one there is, unless it is named. */
  private String command(String named) {
    List<Command> commands = programs.commands();
    if (!named.isEmpty() || commands.isEmpty()) {
      return named;
    }
    if (commands.size() > 1) {
      throw new Refused(ErrorCode.BAD_REQUEST, "'command' has to be one of" + commands());
    }
    return commands.getFirst().name();
  }

  private ToolResult stop(CallContext context, ObjectNode arguments) throws InterruptedException {
    AgentId agent = Acting.agentId("agentId", arguments.path("agentId").asString());
    Program.Stopped stopped =
        audited(context, "agent.stop", agent.value(), () -> programs.stop(agent));
    return ToolResult.structured(
        shown(stopped.program()).put("ending", stopped.ending().name().toLowerCase(Locale.ROOT)));
  }

  /** Blocks, and may be interrupted. */
  private interface Work<T> {
    T result() throws InterruptedException;
  }

  private <T> T audited(CallContext context, String action, String subject, Work<T> work)
      throws InterruptedException {
    Refused refusal = new Refused(ErrorCode.INTERNAL, "it failed inside");
    try {
      T result = work.result();
      refusal = null;
      return result;
    } catch (Refused e) {
      refusal = e;
      throw e;
    } catch (InterruptedException e) {
      refusal = new Refused(ErrorCode.TIMEOUT, "cancelled by the caller");
      throw e;
    } finally {
      audit.done(context.caller().visit(), action, subject, refusal);
    }
  }

  private ToolResult list(CallContext context, ObjectNode arguments) throws InterruptedException {
    int limit = arguments.path("limit").asInt(100);
    String after = arguments.path("after").asString("");
    List<Agent> found =
        broker
            .participants()
            .agents(after.isEmpty() ? null : Acting.agentId("after", after), limit + 1);
    ArrayNode agents = Json.array();
    for (Agent agent : found.subList(0, Math.min(limit, found.size()))) {
      agents.add(shown(agent));
    }
    ObjectNode result = Json.object().put("count", agents.size());
    result.put("more", found.size() > limit).set("agents", agents);
    ArrayNode commands = result.putArray("commands");
    for (Command command : programs.commands()) {
      commands.addObject().put("name", command.name()).put("description", command.description());
    }
    return ToolResult.structured(result.put("runningMax", programs.runningMax()));
  }

  private ObjectNode shown(Agent agent) throws InterruptedException {
    Presence.Status presence = broker.presence().of(agent.id());
    ObjectNode shown = Json.object().put("agentId", agent.id().value()).put("name", agent.name());
    shown.put("online", presence.isOnline()).put("connections", presence.connections());
    if (presence.lastSeenAt() > 0) {
      shown.put("lastSeenAt", presence.lastSeenAt());
    }
    shown.put("unread", Waits.result(broker.stats(BoxId.inbox(agent.id()))).unread());
    programs.of(agent.id()).ifPresent(program -> shown.set("program", shown(program)));
    return shown;
  }

  private static ObjectNode shown(Program program) {
    ObjectNode shown = Json.object().put("agentId", program.agent().value());
    shown.put("command", program.command()).put("pid", program.pid());
    shown.put("since", program.since()).put("log", program.log().toString());
    return switch (program.state()) {
      case ProcessState.Starting _, ProcessState.Running _ -> shown.put("state", "running");
      case ProcessState.Stopping _ -> shown.put("state", "stopping");
      case ProcessState.Exited(int code, long at) ->
          shown.put("state", "exited").put("exitCode", code).put("exitedAt", at);
    };
  }
}
