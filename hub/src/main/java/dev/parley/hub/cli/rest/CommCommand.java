package dev.parley.hub.cli.rest;

import dev.parley.client.json.JsonObject;
import dev.parley.client.json.JsonWriter;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.CliError;
import dev.parley.hub.cli.CommandGroup;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.output.Table;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "comm",
    description = "Join the loops of another hub.",
    usageHelpAutoWidth = true,
    synopsisSubcommandLabel = "COMMAND",
    footerHeading = "%nExamples:%n",
    footer = {
      "  parley comm set api_server=https://hub.example"
          + " bot_id=7c9e6679-7425-40de-944b-e07fc1f90ae7",
      "  parley comm set --secret token",
      "  parley comm connect",
      "  parley comm status"
    })
public final class CommCommand extends CommandGroup {
  private static final String COMM = "/api/comm";

  private final Cli cli;

  public CommCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public SequencedMap<String, Object> commands() {
    SequencedMap<String, Object> commands = new LinkedHashMap<>();
    commands.put("status", new Status(cli));
    commands.put("plugins", new Plugins(cli));
    commands.put("set", new Set(cli));
    commands.put("use", new Use(cli));
    commands.put("connect", new Switch(cli, "/connect"));
    commands.put("disconnect", new Switch.Off(cli));
    return commands;
  }

  private static int print(Cli cli, JsonObject status) {
    if (cli.isJson()) {
      cli.console().json(status);
      return Exit.OK;
    }
    String why = status.text("problem", "");
    String reason = why.isEmpty() ? status.text("reason", "") : why;
    cli.console()
        .line(
            status.text("plugin", "")
                + ": "
                + (status.flag("enabled") ? status.text("state", "") : "off")
                + (reason.isEmpty() ? "" : " (" + reason + ")"));
    for (String topic : status.texts("topics")) {
      cli.console().line("  comm/" + status.text("plugin", "") + "/" + topic);
    }
    return Exit.OK;
  }

  @Command(name = "status", description = "Show whether it is connected, and if not, why.")
  static final class Status implements Callable<Integer> {
    private final Cli cli;

    Status(Cli cli) {
      this.cli = cli;
    }

    @Override
    public Integer call() throws IOException {
      return print(cli, new RestCalls(cli).get(COMM));
    }
  }

  @Command(name = "plugins", description = "List the plugins and their settings.")
  static final class Plugins implements Callable<Integer> {
    private final Cli cli;

    Plugins(Cli cli) {
      this.cli = cli;
    }

    @Override
    public Integer call() throws IOException {
      JsonObject status = new RestCalls(cli).get(COMM);
      if (cli.isJson()) {
        cli.console().json(status);
        return Exit.OK;
      }
      Table table = new Table("PLUGIN", "SETTING", "VALUE", "FROM");
      for (JsonObject plugin : status.objects("plugins")) {
        List<JsonObject> fields =
            plugin.objects("groups").stream()
                .flatMap(group -> group.objects("fields").stream())
                .toList();
        if (fields.isEmpty()) {
          table.row(plugin.text("name", ""), "", "", "");
        }
        for (JsonObject field : fields) {
          boolean hidden = field.flag("secret") && field.flag("set");
          table.row(
              plugin.text("name", ""),
              field.text("key", ""),
              hidden ? "(set)" : field.text("value", ""),
              field.text("source", ""));
        }
      }
      table.print(cli.console(), "no plugins");
      return Exit.OK;
    }
  }

  @Command(
      name = "set",
      description =
          "Change settings; the connection follows at once. An empty value takes one away.")
  static final class Set implements Callable<Integer> {
    private final Cli cli;

    @Parameters(paramLabel = "KEY=VALUE", arity = "0..*", description = "What is to be set.")
    private Map<String, String> values = new LinkedHashMap<>();

    @Option(
        names = "--secret",
        paramLabel = "KEY",
        description = "Set this one to what is typed, unseen, or comes on standard input.")
    private @Nullable String secret;

    @Option(names = "--plugin", paramLabel = "NAME", description = "Whose; the chosen one's.")
    private @Nullable String plugin;

    Set(Cli cli) {
      this.cli = cli;
    }

    @Override
    public Integer call() throws IOException {
      Map<String, String> all = new LinkedHashMap<>(values);
      if (secret != null) {
        all.put(secret, read(secret));
      }
      if (all.isEmpty()) {
        throw CliError.usage("say what to set: KEY=VALUE, or --secret KEY");
      }
      JsonWriter body = new JsonWriter().put("values", new JsonWriter().putAll(all).toObject());
      if (plugin != null) {
        body.put("plugin", plugin);
      }
      return print(cli, new RestCalls(cli).send("PUT", COMM + "/settings", body.toBytes()));
    }

    /** Never an argument, which others on the machine can see. */
    private String read(String key) throws IOException {
      String typed = cli.console().askSecret(key + ": ");
      return (typed == null ? cli.console().input() : typed).strip();
    }
  }

  @Command(name = "use", description = "Use this plugin in place of the one before, and connect.")
  static final class Use implements Callable<Integer> {
    private final Cli cli;

    @Parameters(paramLabel = "PLUGIN", description = "Such as gateway.")
    private String plugin;

    Use(Cli cli) {
      this.cli = cli;
    }

    @Override
    public Integer call() throws IOException {
      byte[] body = new JsonWriter().put("plugin", plugin).toBytes();
      return print(cli, new RestCalls(cli).send("POST", COMM + "/active", body));
    }
  }

  @Command(name = "connect", description = "Connect, or connect anew.")
  static class Switch implements Callable<Integer> {
    private final Cli cli;
    private final String path;

    Switch(Cli cli, String path) {
      this.cli = cli;
      this.path = path;
    }

    @Override
    public Integer call() throws IOException {
      return print(cli, new RestCalls(cli).post(COMM + path));
    }

    @Command(name = "disconnect", description = "Hang up, and stay so until 'parley comm connect'.")
    static final class Off extends Switch {
      Off(Cli cli) {
        super(cli, "/disconnect");
      }
    }
  }
}
