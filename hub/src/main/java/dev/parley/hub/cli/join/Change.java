package dev.parley.hub.cli.join;

import dev.parley.client.json.JsonWriter;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.output.Escaped;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Puts an entry into a configuration, after having shown it and been told to. */
final class Change {
  private final Cli cli;
  private final Client client;
  private final Target target;
  private final ConfigurationFile file;
  private @Nullable Path backup;
  private boolean changed;

  /** Refuses what cannot be changed, before anything is done anywhere. */
  Change(Cli cli, Client client, Target target) throws IOException {
    this.cli = cli;
    this.client = client;
    this.target = target;
    this.file = ConfigurationFile.read(target.file(client, cli));
    String _ = file.changed(text -> with(text, new Way.Stdio(List.of("parley"))));
  }

  Path path() {
    return file.path();
  }

  private String with(String text, Way way) {
    return client.configuration().with(text, target.name(), Entry.of(client, target.name(), way));
  }

  /** Shows it, and goes on if somebody says so. */
  void confirm(Way way) {
    if (!cli.isJson()) {
      Entry shown = Entry.of(client, target.name(), way.shown());
      cli.console().line("In " + Escaped.line(file.path().toString()) + ":");
      cli.console().line(client.configuration().shown(target.name(), shown).stripTrailing());
    }
    if (!target.isDryRun()) {
      cli.confirm(target.isYes(), "Write this?");
    }
  }

  void write(Way way) throws IOException {
    String after = file.changed(text -> with(text, way));
    changed = !after.equals(file.text());
    if (changed) {
      backup = file.write(after, way instanceof Way.Http);
    }
    if (!cli.isJson()) {
      cli.console()
          .line(
              !changed
                  ? "It stood there already."
                  : backup == null
                      ? "Written."
                      : "Written; the file as it was: " + Escaped.line(backup.toString()));
    }
  }

  JsonWriter report(Way way) {
    JsonWriter document =
        new JsonWriter()
            .put("client", client.wireName())
            .put("file", file.path().toString())
            .put("name", target.name());
    if (way instanceof Way.Http http) {
      document.put("url", http.url().toString());
    } else if (way instanceof Way.Stdio(List<String> command)) {
      document.put("command", command);
    }
    document.put("changed", changed);
    return backup == null ? document : document.put("backup", backup.toString());
  }
}
