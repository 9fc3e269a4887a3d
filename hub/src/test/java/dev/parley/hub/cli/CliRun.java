package dev.parley.hub.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.client.json.JsonObject;
import dev.parley.hub.cli.output.Console;
import java.io.ByteArrayInputStream;
import java.io.StringWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One command line run inside the test, and what it wrote. */
public final class CliRun {
  private final Map<String, String> environment = new HashMap<>();
  private String input = "";
  private boolean terminal;

  /** How it ended. */
  public record Result(int exitCode, String out, String err) {
    public JsonObject json() {
      return JsonObject.parse(out.strip());
    }

    public List<String> lines() {
      return out.lines().toList();
    }
  }

  public CliRun with(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  public CliRun input(String text) {
    input = text;
    return this;
  }

  public CliRun onTerminal() {
    terminal = true;
    return this;
  }

  public Result run(String... arguments) {
    var out = new StringWriter();
    var err = new StringWriter();
    var console =
        new Console(out, err, new ByteArrayInputStream(input.getBytes(UTF_8)), terminal, terminal);
    int exitCode = ParleyCommand.run(new Cli(console, environment), arguments);
    return new Result(exitCode, out.toString(), err.toString());
  }
}
