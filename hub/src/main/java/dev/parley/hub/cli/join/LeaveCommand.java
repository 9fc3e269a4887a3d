package dev.parley.hub.cli.join;

import dev.parley.client.ParleyClient;
import dev.parley.client.ParleyException;
import dev.parley.client.json.JsonWriter;
import dev.parley.core.address.AgentId;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.CliError;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.output.Escaped;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "leave",
    description = {
      "Take away again what parley join has written, and the token with the last of it.",
      "The agent and its messages stay; remove them with: parley agents remove"
    },
    usageHelpAutoWidth = true,
    footerHeading = "%nExamples:%n",
    footer = {"  parley leave ada", "  parley leave ada --client codex --yes"})
public final class LeaveCommand implements Callable<Integer> {
  private final Cli cli;

  @Parameters(paramLabel = "AGENT")
  private String agent = "";

  @Option(
      names = "--client",
      paramLabel = "CLIENT",
      description = "Only out of this one: ${COMPLETION-CANDIDATES}.")
  private @Nullable Client client;

  @Option(names = "--file", paramLabel = "FILE", description = "Only out of this configuration.")
  private @Nullable Path file;

  @Option(names = "--dry-run", description = "Show what would be done, and do nothing.")
  private boolean dryRun;

  @Option(names = "--yes", description = "Do not ask.")
  private boolean yes;

  public LeaveCommand(Cli cli) {
    this.cli = cli;
  }

  /**
   * @param after null where there is nothing to take out
   */
  private record Step(Joins.Place place, ConfigurationFile file, @Nullable String after) {}

  @Override
  public Integer call() throws IOException {
    AgentId id = new AgentId(agent);
    Joins joins = new Joins(cli.data());
    List<Joins.Place> all = joins.places(id);
    List<Joins.Place> meant = all.stream().filter(this::isMeant).toList();
    if (meant.isEmpty()) {
      throw CliError.failed("'" + id + "' has not joined from here" + (all.isEmpty() ? "" : " so"));
    }
    List<Step> steps = new ArrayList<>();
    for (Joins.Place place : meant) {
      steps.add(step(joins, id, place));
    }
    boolean last = meant.size() == all.size();
    if (dryRun) {
      report(id, steps, Map.of(), "kept");
      return Exit.OK;
    }
    cli.confirm(
        yes, "Take '" + id + "' out of " + words(steps) + (last ? ", and its token?" : "?"));
    Map<String, String> backups = new TreeMap<>();
    for (Step step : steps) {
      if (step.after != null) {
        Path backup = step.file.write(step.after, false);
        backups.put(step.file.path().toString(), String.valueOf(backup));
      }
    }
    String token = last ? revoked(id) : "kept";
    joins.remove(id, meant);
    report(id, steps, backups, token);
    return Exit.OK;
  }

  private boolean isMeant(Joins.Place place) {
    return (client == null || place.client() == client)
        && (file == null || place.file().equals(file.toAbsolutePath().normalize()));
  }

  private static Step step(Joins joins, AgentId id, Joins.Place place) throws IOException {
    ConfigurationFile file = ConfigurationFile.read(place.file());
    Configuration configuration = place.client().configuration();
    String entry;
    try {
      entry = configuration.entry(file.text(), place.name());
    } catch (CliError e) {
      throw CliError.failed(place.file() + ": " + e.getMessage());
    }
    if (entry == null) {
      return new Step(place, file, null);
    }
    String token = joins.token(id);
    boolean own =
        entry.contains(joins.tokenFile(id).toString()) || (token != null && entry.contains(token));
    if (!own) {
      throw CliError.failed(
          "'%s' in %s is not what join has written; take it out with: parley mcp uninstall"
              .formatted(place.name(), place.file()));
    }
    return new Step(place, file, file.changed(text -> configuration.without(text, place.name())));
  }

  private static String words(List<Step> steps) {
    return String.join(", ", steps.stream().map(step -> step.file.path().toString()).toList());
  }

  private String revoked(AgentId id) {
    try (ParleyClient owner = cli.connect()) {
      var _ = owner.agents().revoke(id.value());
      return "withdrawn";
    } catch (CliError | ParleyException e) {
      cli.console()
          .note(
              "its token is still good (%s); withdraw it with: parley agents token %s --revoke"
                  .formatted(e.getMessage(), id));
      return "still good";
    }
  }

  private void report(AgentId id, List<Step> steps, Map<String, String> backups, String token) {
    if (cli.isJson()) {
      JsonWriter document =
          new JsonWriter()
              .put("agentId", id.value())
              .put(
                  "places",
                  steps.stream()
                      .map(
                          step ->
                              Map.of(
                                  "client", step.place.client().wireName(),
                                  "file", step.file.path().toString(),
                                  "name", step.place.name(),
                                  "changed", step.after != null && !dryRun))
                      .toList())
              .put("backups", backups)
              .put("token", token);
      cli.console().json(document.toObject());
      return;
    }
    for (Step step : steps) {
      String what = "'" + step.place.name() + "' in " + step.file.path();
      String backup = backups.get(step.file.path().toString());
      cli.console()
          .line(
              Escaped.line(
                  step.after == null
                      ? "there is no " + what + " any more"
                      : backup == null
                          ? "would take out " + what
                          : "took out " + what + "; the file as it was: " + backup));
    }
  }
}
