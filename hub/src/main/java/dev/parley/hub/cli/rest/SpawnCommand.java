package dev.parley.hub.cli.rest;

import dev.parley.client.json.JsonObject;
import dev.parley.client.json.JsonWriter;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.output.Escaped;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "spawn",
    description = "Start a command of agents.commands as an agent, which is made if needed.",
    usageHelpAutoWidth = true)
public final class SpawnCommand implements Callable<Integer> {
  private final Cli cli;

  @Parameters(paramLabel = "AGENT")
  private String id = "";

  @Option(
      names = "--command",
      required = true,
      paramLabel = "NAME",
      description = "Which one; 'agents ps' lists them.")
  private String command = "";

  @Option(
      names = "--prompt",
      paramLabel = "TEXT",
      description = "What the agent is to do, as an argument of the command if that takes one.")
  private @Nullable String prompt;

  @Option(
      names = "--task",
      paramLabel = "TEXT",
      description = "What the agent is to do; waits in its inbox before it starts.")
  private @Nullable String task;

  @Option(
      names = "--workspace",
      paramLabel = "DIR",
      description = "Where it works, if the command's 'workspaces' allow that folder.")
  private @Nullable Path workspace;

  public SpawnCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public Integer call() throws IOException {
    JsonWriter order = new JsonWriter().put("agentId", id).put("command", command);
    if (prompt != null) {
      order.put("prompt", prompt);
    }
    if (task != null) {
      order.put("task", task);
    }
    if (workspace != null) {
      order.put("workspace", workspace.toAbsolutePath().normalize().toString());
    }
    JsonObject answer = new RestCalls(cli).send("POST", "/api/programs", order.toBytes());
    JsonObject program = answer.objectOrEmpty("program");
    if (cli.isJson()) {
      cli.console().json(answer);
    } else {
      cli.console().line(Escaped.line(id) + " runs as process " + program.number("pid", 0));
      cli.console().note("what it writes is in " + program.text("log", ""));
    }
    return Exit.OK;
  }
}
