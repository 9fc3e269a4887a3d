package dev.parley.hub.cli.definitions;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.client.json.JsonWriter;
import dev.parley.core.address.AgentId;
import dev.parley.core.address.InvalidAddress;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.CliError;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.output.Escaped;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "new",
    description = "Write a commented definition of an agent, to be changed and applied.",
    usageHelpAutoWidth = true,
    footerHeading = "%nExamples:%n",
    footer = {
      "  parley agents new planner --template planner",
      "  parley agents new bob --template coder --brain claude,codex --to agents/bob.yaml",
      "  parley agents new ada --to - | parley agents apply -f -"
    })
public final class NewCommand implements Callable<Integer> {
  private static final String STDOUT = "-";
  private static final Pattern BRAINS = Pattern.compile("[A-Za-z0-9_-]+(, ?[A-Za-z0-9_-]+)*");

  /** The kinds of agents there are templates of. */
  enum Template {
    assistant,
    planner,
    coder,
    reviewer,
    researcher
  }

  private final Cli cli;

  @Parameters(paramLabel = "NAME", description = "The agent's id.")
  private String name = "";

  @Option(
      names = "--template",
      paramLabel = "KIND",
      description = "One of ${COMPLETION-CANDIDATES}; assistant by default.")
  private Template template = Template.assistant;

  @Option(
      names = "--brain",
      paramLabel = "NAME",
      description =
          "Which of the hub's brains think for it, in order of preference with commas between them;"
              + " it runs by itself then.")
  private @Nullable String brain;

  @Option(
      names = "--to",
      paramLabel = "FILE|-",
      description = "Where to write it; NAME.yaml here by default, - for the output.")
  private @Nullable String to;

  @Option(names = "--force", description = "Write over a file that is there.")
  private boolean force;

  public NewCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public Integer call() throws IOException {
    String text = text();
    if (STDOUT.equals(to)) {
      cli.console().out().print(text);
      return Exit.OK;
    }
    Path file = Path.of(to == null ? name + ".yaml" : to);
    try {
      if (force) {
        Files.writeString(file, text);
      } else {
        Files.writeString(file, text, StandardOpenOption.CREATE_NEW);
      }
    } catch (FileAlreadyExistsException e) {
      throw CliError.failed(file + " is there already; --force writes over it");
    }
    if (cli.isJson()) {
      cli.console()
          .json(new JsonWriter().put("agentId", name).put("file", file.toString()).toObject());
    } else {
      cli.console().line("wrote " + Escaped.line(file.toString()));
      cli.console().note("apply it with: parley agents apply -f " + Escaped.line(file.toString()));
    }
    return Exit.OK;
  }

  private static String thinking(String text, String brains) {
    if (!BRAINS.matcher(brains).matches()) {
      throw CliError.usage("--brain takes names of brains, such as claude or claude,local");
    }
    return text.replace("# brains: [NAME]", "brains: [" + brains + "]")
        .replace("# autoRun:\n", "autoRun: true\n# or, with what true stands for:\n# autoRun:\n");
  }

  private String text() throws IOException {
    try {
      var _ = new AgentId(name);
    } catch (InvalidAddress e) {
      throw CliError.usage(String.valueOf(e.getMessage()));
    }
    try (InputStream in =
        Objects.requireNonNull(NewCommand.class.getResourceAsStream(template + ".yaml"))) {
      String text = new String(in.readAllBytes(), UTF_8).replace("@id@", name);
      return brain == null ? text : thinking(text, brain);
    }
  }
}
