package dev.parley.hub.cli.definitions;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.agents.definitions.DefinitionFile;
import dev.parley.client.json.JsonObject;
import dev.parley.client.json.JsonWriter;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.CliError;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.output.Table;
import dev.parley.hub.cli.rest.RestCalls;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "apply",
    description = "Make agents what files say of them; applying twice changes nothing.",
    usageHelpAutoWidth = true,
    footerHeading = "%nExamples:%n",
    footer = {
      "  parley agents new planner && parley agents apply -f planner.yaml",
      "  parley agents apply -f agents/ --dry-run",
      "  parley agents apply -f agents/ --prune",
      "  generate-agents | parley agents apply -f -"
    })
public final class ApplyCommand implements Callable<Integer> {
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)");
  private static final String STDIN = "-";

  private final Cli cli;

  @Option(
      names = {"-f", "--file"},
      paramLabel = "FILE|DIR|-",
      required = true,
      description = "A YAML file, a folder of them, or - for what is piped in.")
  private String source = "";

  @Option(names = "--dry-run", description = "Say what would be done, and do nothing.")
  private boolean dryRun;

  @Option(
      names = "--prune",
      description =
          "With a folder: remove agents that its files made and of which none speaks any more.")
  private boolean prune;

  public ApplyCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public Integer call() throws IOException {
    Path path = Path.of(source);
    boolean whole = !source.equals(STDIN) && Files.isDirectory(path);
    if (prune && !whole) {
      throw CliError.usage("--prune goes with a folder: it removes what no file there says");
    }
    List<DefinitionFile> files = whole ? folder(path) : List.of(one(path));
    JsonWriter order =
        new JsonWriter()
            .put(
                "files",
                files.stream()
                    .map(
                        file ->
                            new JsonWriter()
                                .put("name", file.name())
                                .put("text", file.text())
                                .toObject())
                    .toList())
            .put("variables", new JsonWriter().putAll(variables(files)).toObject())
            .put("origin", origin(path, whole))
            .put("whole", whole)
            .put("prune", prune)
            .put("dryRun", dryRun);
    JsonObject answer = new RestCalls(cli).send("POST", "/api/definitions", order.toBytes());
    return print(answer);
  }

  private String origin(Path path, boolean whole) throws IOException {
    if (source.equals(STDIN)) {
      return STDIN;
    }
    Path real = path.toRealPath();
    Path parent = real.getParent();
    return (whole || parent == null ? real : parent).toString();
  }

  private DefinitionFile one(Path path) throws IOException {
    return source.equals(STDIN)
        ? new DefinitionFile("stdin", cli.console().input())
        : new DefinitionFile(source, text(path));
  }

  private static List<DefinitionFile> folder(Path folder) throws IOException {
    List<DefinitionFile> files = new ArrayList<>();
    try (Stream<Path> all = Files.list(folder)) {
      for (Path file : all.sorted().toList()) {
        if (DefinitionFile.isNamedSo(String.valueOf(file.getFileName()))
            && Files.isRegularFile(file)) {
          files.add(new DefinitionFile(file.toString(), text(file)));
        }
      }
    }
    return files;
  }

  private static String text(Path file) throws IOException {
    try {
      if (Files.size(file) > DefinitionFile.BYTES_MAX) {
        throw CliError.failed(
            file + " is too long for a definition; at most " + DefinitionFile.BYTES_MAX + " bytes");
      }
      return Files.readString(file, UTF_8);
    } catch (NoSuchFileException e) {
      throw CliError.failed("there is no file " + file);
    } catch (CharacterCodingException e) {
      throw CliError.failed(file + " is not UTF-8");
    }
  }

  /** Only those that the files name: the rest of the environment is none of the hub's business. */
  private SortedMap<String, String> variables(List<DefinitionFile> files) {
    SortedMap<String, String> named = new TreeMap<>();
    Map<String, String> environment = cli.environment();
    for (DefinitionFile file : files) {
      Matcher variable = VARIABLE.matcher(file.text());
      while (variable.find()) {
        String value = environment.get(variable.group(1));
        if (value != null) {
          named.put(variable.group(1), value);
        }
      }
    }
    return named;
  }

  private int print(JsonObject answer) {
    boolean failed =
        answer.objects("agents").stream()
            .anyMatch(each -> each.text("outcome", "").equals("failed"));
    if (cli.isJson()) {
      cli.console().json(answer);
      return failed ? Exit.FAILED : Exit.OK;
    }
    Table table = new Table("AGENT", dryRun ? "WOULD BE" : "IS", "WHAT");
    for (JsonObject agent : answer.objects("agents")) {
      table.row(
          agent.text("agentId", ""),
          agent.text("outcome", ""),
          String.join(", ", agent.texts("changes")));
    }
    table.print(cli.console(), "nothing to apply: there is no definition in " + source);
    return failed ? Exit.FAILED : Exit.OK;
  }
}
