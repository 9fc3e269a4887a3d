package dev.parley.doors.rest;

import dev.parley.agents.programs.Command;
import dev.parley.agents.programs.Order;
import dev.parley.agents.programs.Program;
import dev.parley.agents.programs.Programs;
import dev.parley.core.address.AgentId;
import dev.parley.core.message.JsonBuffer;
import dev.parley.doors.json.Access;
import dev.parley.doors.json.Field;
import dev.parley.doors.json.Request;
import dev.parley.doors.json.Shapes;
import dev.parley.processes.ProcessState;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;

/** Programs that the hub starts for agents: the owner's alone. */
final class ProgramOperations {
  private static final String PROGRAMS = "/api/programs";

  private final Programs programs;

  ProgramOperations(Programs programs) {
    this.programs = programs;
  }

  List<Operation> operations() {
    return List.of(
        Operation.get(PROGRAMS, "listPrograms", "What was started for whom, and what may be")
            .by(Access.OWNER)
            .answering("Programs")
            .doing(_ -> Reply.ok(this::list).now()),
        Operation.post(PROGRAMS, "startProgram", "Start a command as an agent")
            .by(Access.OWNER)
            .taking("NewProgram")
            .answering(201, "ProgramAnswer")
            .audited("agent.spawn")
            .doing(this::start),
        Operation.delete(PROGRAMS + "/{agentId}", "stopProgram", "Stop an agent's program")
            .by(Access.OWNER)
            .answering("ProgramStopped")
            .audited("agent.stop")
            .doing(this::stop));
  }

  private void list(JsonBuffer out) {
    out.ascii("{\"programs\":");
    Shapes.list(out, programs.all(), ProgramOperations::program);
    out.ascii(",\"commands\":");
    Shapes.list(out, programs.commands(), ProgramOperations::command);
    out.ascii(",\"runningMax\":").number(programs.runningMax()).ascii("}");
  }

  private CompletableFuture<Reply> start(RestCall call) {
    Request request = call.request();
    Order order =
        new Order(
            request.address(Field.AGENT_ID, AgentId::new),
            request.requireText(Field.COMMAND),
            request.text(Field.PROMPT, ""),
            request.text(Field.TASK, ""),
            Order.workspace(request.text(Field.WORKSPACE, "")));
    return Reply.blocking(
        () -> {
          Program program = programs.spawn(order);
          return Reply.created(
              out -> {
                program(out.ascii("{\"program\":"), program);
                out.ascii("}");
              });
        });
  }

  private CompletableFuture<Reply> stop(RestCall call) {
    AgentId agent = call.segment("agentId", AgentId::new);
    return Reply.blocking(
        () -> {
          Program.Stopped stopped = programs.stop(agent);
          return Reply.ok(
              out -> {
                program(out.ascii("{\"program\":"), stopped.program());
                String ending = stopped.ending().name().toLowerCase(Locale.ROOT);
                out.ascii(",\"ending\":").string(ending).ascii("}");
              });
        });
  }

  private static void program(JsonBuffer out, Program program) {
    out.ascii("{\"agentId\":").string(program.agent().value());
    out.ascii(",\"command\":").string(program.command());
    out.ascii(",\"pid\":").number(program.pid());
    out.ascii(",\"since\":").number(program.since());
    out.ascii(",\"log\":").string(program.log().toString());
    switch (program.state()) {
      case ProcessState.Starting _, ProcessState.Running _ -> out.ascii(",\"state\":\"running\"}");
      case ProcessState.Stopping _ -> out.ascii(",\"state\":\"stopping\"}");
      case ProcessState.Exited(int code, long at) -> {
        out.ascii(",\"state\":\"exited\",\"exitCode\":").number(code);
        out.ascii(",\"exitedAt\":").number(at).ascii("}");
      }
    }
  }

  private static void command(JsonBuffer out, Command command) {
    out.ascii("{\"name\":").string(command.name());
    out.ascii(",\"description\":").string(command.description()).ascii("}");
  }
}
