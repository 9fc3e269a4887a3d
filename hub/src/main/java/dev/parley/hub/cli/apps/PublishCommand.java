package dev.parley.hub.cli.apps;

import dev.parley.client.json.JsonObject;
import dev.parley.client.json.JsonWriter;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.CliError;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.output.Escaped;
import dev.parley.hub.cli.rest.RestCalls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "publish",
    description = {
      "Bring a version of your app into a store as a draft: its manifest, its SKILL.md and its"
          + " binaries. Whoever reviews it sees it when you submit it."
    },
    usageHelpAutoWidth = true,
    footerHeading = "%nExamples:%n",
    footer = {
      "  parley apps publish . --binary linux-amd64=build/calculator",
      "  parley apps publish . --binary linux-amd64=a --binary darwin-arm64=b --private",
      "  parley apps submit calculator"
    })
final class PublishCommand implements Callable<Integer> {
  private final Cli cli;

  @Parameters(paramLabel = "DIR", description = "The folder with manifest.json and SKILL.md.")
  private Path folder = Path.of("");

  @Option(
      names = "--binary",
      paramLabel = "PLATFORM=FILE",
      required = true,
      description = "Such as linux-amd64, darwin-arm64 or windows-amd64.")
  private Map<String, Path> binaries = new LinkedHashMap<>();

  @Option(
      names = "--account",
      paramLabel = "NAME",
      description = "The developer account to publish under; made if you have none of this name.")
  private @Nullable String account;

  @Option(names = "--category", paramLabel = "NAME", description = "Where people find it.")
  private @Nullable String category;

  @Option(names = "--private", description = "Nobody but you sees it.")
  private boolean hidden;

  @Mixin private StoreOption store = new StoreOption();

  PublishCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public Integer call() throws IOException {
    Path manifestFile = file("manifest.json");
    Path skill = file("SKILL.md");
    for (Path binary : binaries.values()) {
      if (!Files.isRegularFile(binary)) {
        throw CliError.usage("there is no file " + Escaped.line(binary.toString()));
      }
    }
    JsonObject manifest = JsonObject.parse(Files.readString(manifestFile));
    RestCalls calls = store.calls(cli);
    JsonObject app = draft(calls, manifest, Files.readString(skill));
    String id = app.text("id", "");
    for (Map.Entry<String, Path> each : binaries.entrySet()) {
      try (Multipart form = new Multipart()) {
        form.text("platform", each.getKey()).file("binary", each.getValue());
        form.file("manifest", manifestFile).file("skill", skill);
        var _ =
            calls.upload(
                StoreOption.MINE + "/" + id + "/binaries", form.finish(), form.contentType());
      }
      if (!cli.isJson()) {
        cli.console().line("uploaded " + Escaped.line(each.getKey()));
      }
    }
    JsonObject now = calls.get(StoreOption.MINE + "/" + id);
    if (cli.isJson()) {
      cli.console().json(now);
    } else {
      String slug = Escaped.line(now.text("slug", id));
      cli.console().line(slug + " " + Escaped.line(now.text("version", "")) + " is a draft");
      cli.console().note("hand it to the reviewers with: parley apps submit " + slug);
    }
    return Exit.OK;
  }

  private Path file(String name) {
    Path file = folder.resolve(name);
    if (!Files.isRegularFile(file)) {
      throw CliError.usage("there is no " + name + " in " + Escaped.line(folder.toString()));
    }
    return file;
  }

  /** Makes the app in the store, or brings the one that is there to this version. */
  private JsonObject draft(RestCalls calls, JsonObject manifest, String skill) throws IOException {
    JsonWriter body =
        new JsonWriter()
            .put("name", manifest.text("name", ""))
            .put("version", manifest.text("version", ""))
            .put("description", manifest.text("description", ""))
            .put("visibility", hidden ? "private" : "public")
            .put("manifestContent", manifest.raw())
            .put("skillMd", skill);
    if (category != null) {
      body.put("category", category);
    }
    String there = Published.idOf(calls, manifest.text("id", ""), manifest.text("name", ""));
    if (there == null) {
      body.put("accountId", accountId(calls));
    }
    byte[] bytes = body.toBytes();
    return there == null
        ? calls.send("POST", StoreOption.MINE, bytes)
        : calls.send("PUT", StoreOption.MINE + "/" + there, bytes);
  }

  /** The account of that name, or the only one; whoever has none gets one. */
  private String accountId(RestCalls calls) throws IOException {
    List<JsonObject> accounts = calls.get(StoreOption.ACCOUNTS).objects("accounts");
    for (JsonObject each : accounts) {
      if (account == null
          ? accounts.size() == 1
          : account.equals(each.text("name", "")) || account.equals(each.text("slug", ""))) {
        return each.text("id", "");
      }
    }
    if (account == null && !accounts.isEmpty()) {
      throw CliError.usage(
          "you have several accounts; name one with --account: "
              + accounts.stream()
                  .map(each -> Escaped.line(each.text("slug", "")))
                  .collect(Collectors.joining(", ")));
    }
    String name = account == null ? "Developer" : account;
    JsonObject made =
        calls.send("POST", StoreOption.ACCOUNTS, new JsonWriter().put("name", name).toBytes());
    if (!cli.isJson()) {
      cli.console().line("made the developer account " + Escaped.line(made.text("slug", name)));
    }
    return made.text("id", "");
  }
}
