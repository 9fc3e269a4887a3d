package dev.parley.hub.cli.apps;

import dev.parley.client.json.JsonObject;
import dev.parley.client.json.JsonWriter;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.CliError;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.output.Table;
import dev.parley.hub.cli.rest.RestCalls;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "settings",
    description = "Show the settings of an app, or change them; the app is told at once.",
    usageHelpAutoWidth = true,
    footerHeading = "%nExamples:%n",
    footer = {
      "  parley apps settings com.example.weather",
      "  parley apps settings com.example.weather city=Oslo units=metric",
      "  parley apps settings com.example.weather --secret api_key < key.txt",
      "  parley apps settings com.example.weather --unset units"
    })
final class SettingsCommand implements Callable<Integer> {
  private final Cli cli;

  @Parameters(index = "0", paramLabel = "APP", description = "Its id.")
  private String id = "";

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "NAME=VALUE",
      description = "What is to be set.")
  private Map<String, String> values = new LinkedHashMap<>();

  @Option(names = "--unset", paramLabel = "NAME", description = "Take this one away.")
  private List<String> unset = new ArrayList<>();

  @Option(
      names = "--secret",
      paramLabel = "NAME",
      description = "Set this one to what is typed, unseen, or comes on standard input.")
  private @Nullable String secret;

  SettingsCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public Integer call() throws IOException {
    Map<String, @Nullable Object> all = new LinkedHashMap<>(values);
    unset.forEach(name -> all.put(name, null));
    if (secret != null) {
      String typed = cli.console().askSecret(secret + ": ");
      String value = (typed == null ? cli.console().input() : typed).strip();
      if (value.isEmpty()) {
        throw CliError.usage("nothing was typed; take a setting away with --unset " + secret);
      }
      all.put(secret, value);
    }
    String path = AppText.path(id) + "/settings";
    RestCalls calls = new RestCalls(cli);
    print(all.isEmpty() ? calls.get(path) : calls.send("PUT", path, body(all)));
    return Exit.OK;
  }

  private byte[] body(Map<String, @Nullable Object> all) {
    return new JsonWriter()
        .put("values", all)
        .put("secret", secret == null ? List.of() : List.of(secret))
        .toBytes();
  }

  private void print(JsonObject answer) {
    if (cli.isJson()) {
      cli.console().json(answer);
      return;
    }
    Table table = new Table("SETTING", "VALUE");
    for (JsonObject each : answer.objects("settings")) {
      table.row(each.text("name", ""), each.flag("secret") ? "(set)" : each.text("value", ""));
    }
    table.print(cli.console(), "nothing is set");
  }
}
