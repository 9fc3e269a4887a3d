package dev.parley.hub.cli.run;

import dev.parley.client.json.JsonWriter;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.CliError;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.output.Console;
import dev.parley.hub.config.ConfigSources;
import dev.parley.hub.config.DataDirectory;
import dev.parley.hub.config.DataLock;
import dev.parley.hub.config.HubConfig;
import java.io.IOException;
import java.net.BindException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "up",
    description = "Start a hub and run it until Ctrl-C or SIGTERM.",
    usageHelpAutoWidth = true,
    footerHeading =
        "%nSettings come from parley.yaml in the data directory, PARLEY_... variables and flags;%n"
            + "each later one wins. docs/guide.md lists them.%n%nExamples:%n",
    footer = {
      "  parley up",
      "  parley up --data /srv/parley --port 4000 --agent-port 4100",
      "  parley up --store nats --nats nats://10.0.0.1:4222,nats://10.0.0.2:4222",
      "  parley up --set retention.inboxDays=90 --set log.format=json"
    })
public final class UpCommand implements Callable<Integer> {
  private final Cli cli;

  @Option(
      names = "--port",
      paramLabel = "N",
      description = "For you: dashboard, REST, /ws (default: 3000; 0 takes any free one).")
  private @Nullable String port;

  @Option(
      names = "--agent-port",
      paramLabel = "N",
      description = "For agents: /mcp, /ws, /health (default: 3100; 0 takes any free one).")
  private @Nullable String agentPort;

  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      description = "Bind to this address; anything but 127.0.0.1 lets other machines in.")
  private @Nullable String host;

  @Option(
      names = "--files",
      paramLabel = "DIR",
      description = "Mailboxes made of files in this folder, one subfolder a bot.")
  private @Nullable Path files;

  @Option(
      names = "--store",
      paramLabel = "ENGINE",
      description = "rocksdb, embedded (default), or nats, shared with other hubs.")
  private @Nullable String store;

  @Option(
      names = "--nats",
      paramLabel = "URL,...",
      description = "Servers of the NATS cluster (default: nats://127.0.0.1:4222).")
  private @Nullable String nats;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Any setting by its key; may be given several times.")
  private Map<String, String> settings = new LinkedHashMap<>();

  public UpCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public Integer call() throws IOException {
    DataDirectory data = cli.data();
    HubConfig config = new ConfigSources().read(data.path(), cli.environment(), flags());
    Logging.apply(config.log());
    if (!config.isLoopback()) {
      warn(config);
    }
    boolean first = !Files.exists(data.ownerToken());
    RunningHub hub = started(config);
    var stop = new Stop(cli.console(), hub);
    announce(config, hub, first);
    try {
      Throwable lost = hub.lost().get();
      stop.now();
      throw CliError.failed(
          "the hub has stopped, because nobody knows what is on disk after this: %s; start it again"
              .formatted(lost.getMessage()));
    } catch (ExecutionException | InterruptedException e) {
      stop.now();
    }
    return Exit.OK;
  }

  private Map<String, String> flags() {
    Map<String, String> flags = new LinkedHashMap<>(settings);
    put(flags, "port", port);
    put(flags, "agentPort", agentPort);
    put(flags, "host", host);
    put(flags, "store", store);
    put(flags, "nats.servers", nats);
    put(flags, "files.directory", files == null ? null : files.toAbsolutePath().toString());
    return flags;
  }

  private static void put(Map<String, String> flags, String key, @Nullable String value) {
    if (value != null) {
      flags.put(key, value);
    }
  }

  private void warn(HubConfig config) {
    Console console = cli.console();
    String line = "!".repeat(78);
    console.note(console.red(line));
    console.note(
        console.red(
            "!! Bound to "
                + config.host()
                + ": other machines can reach this hub. Traffic is not encrypted,"));
    console.note(console.red("!! tokens included. Put it behind TLS, or leave --host out."));
    console.note(console.red(line));
  }

  private static RunningHub started(HubConfig config) throws IOException {
    try {
      return RunningHub.start(config);
    } catch (DataLock.Taken e) {
      throw CliError.failed(e.getMessage() + "; stop it, or choose another folder with --data");
    } catch (IOException | RuntimeException e) {
      for (Throwable cause = e; cause != null; cause = cause.getCause()) {
        if (cause instanceof BindException) {
          throw CliError.failed(
              "cannot listen on %s, port %d or %d: %s; choose others with --port and --agent-port"
                  .formatted(config.host(), config.port(), config.agentPort(), cause.getMessage()));
        }
      }
      throw e;
    }
  }

  private void announce(HubConfig config, RunningHub hub, boolean first) {
    Console console = cli.console();
    String address = "http://" + config.host() + ":" + hub.port();
    if (cli.isJson()) {
      console.json(
          new JsonWriter()
              .put("ready", address)
              .put("port", hub.port())
              .put("agentPort", hub.agentPort())
              .put("data", config.data().toString())
              .toObject());
      console.flush();
      return;
    }
    console.line("data         " + config.data());
    if (first) {
      String where = cli.isDataGiven() ? " --data " + config.data() : "";
      console.line("your token   " + hub.data().ownerToken());
      console.line("dashboard    " + address + "/");
      console.line("agents' port " + hub.agentPort());
      console.line("");
      console.line("Three things to try in another terminal:");
      console.line("  parley agents add researcher" + where);
      console.line("  parley send researcher 'hello'" + where);
      console.line("  parley inbox researcher" + where);
      console.line("");
    }
    console.line("ready " + address);
    console.flush();
  }
}
