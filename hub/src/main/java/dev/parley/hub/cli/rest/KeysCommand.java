package dev.parley.hub.cli.rest;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.client.ClientKey;
import dev.parley.client.json.JsonObject;
import dev.parley.client.json.JsonWriter;
import dev.parley.core.store.OwnersFile;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.CliError;
import dev.parley.hub.cli.CommandGroup;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.output.Escaped;
import dev.parley.hub.cli.output.Table;
import dev.parley.hub.cli.output.Times;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "keys",
    description = "Make, add, list, remove and rotate the keys of agents.",
    usageHelpAutoWidth = true,
    synopsisSubcommandLabel = "COMMAND",
    footerHeading = "%nExamples:%n",
    footer = {
      "  parley keys new researcher --out researcher.key      a pair; the hub gets the public half",
      "  parley inbox --key researcher.key                    shown in place of a token",
      "  parley keys add researcher server.pem --name server",
      "  parley keys list researcher",
      "  parley keys rotate researcher KEY --out researcher.new",
      "  parley keys remove researcher KEY"
    })
public final class KeysCommand extends CommandGroup {
  private final Cli cli;

  public KeysCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public SequencedMap<String, Object> commands() {
    SequencedMap<String, Object> commands = new LinkedHashMap<>();
    commands.put("new", new New(cli));
    commands.put("add", new Add(cli));
    commands.put("list", new ListAll(cli));
    commands.put("remove", new Remove(cli));
    commands.put("rotate", new Rotate(cli));
    return commands;
  }

  private static String path(String agent) {
    return "/api/agents/" + URLEncoder.encode(agent, UTF_8) + "/keys";
  }

  private static String path(String agent, String keyId) {
    return path(agent) + "/" + URLEncoder.encode(keyId, UTF_8);
  }

  private static int told(Cli cli, JsonObject answer, String what) {
    if (cli.isJson()) {
      cli.console().json(answer);
    } else {
      String keyId = answer.objectOrEmpty("key").text("keyId", "");
      cli.console().line(Escaped.line(what + " " + keyId));
    }
    return Exit.OK;
  }

  /**
   * Makes a pair and has the hub take its public half. The file is there before the hub knows the
   * key, and goes again when the hub does not take it.
   */
  private static int made(Cli cli, String agent, String url, Path out, @Nullable String name)
      throws IOException {
    Path file = out.toAbsolutePath();
    if (Files.exists(file)) {
      throw CliError.usage(out + " is there already; a key is not written over another");
    }
    JsonObject pair = ClientKey.generate();
    Path folder = file.getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw CliError.usage("there is no folder for " + out);
    }
    OwnersFile.write(
        folder,
        String.valueOf(file.getFileName()),
        pair.with("agentId", agent).raw().getBytes(UTF_8));
    boolean taken = false;
    try {
      JsonObject answer =
          new RestCalls(cli)
              .send(
                  "POST",
                  url,
                  new JsonWriter()
                      .put("jwk", ClientKey.publicHalf(pair))
                      .put("name", name)
                      .toBytes());
      taken = true;
      int exit = told(cli, answer, "added");
      cli.console().note("the private half is in " + out + ", for your eyes only");
      return exit;
    } finally {
      if (!taken) {
        Files.deleteIfExists(file);
      }
    }
  }

  @Command(name = "new", description = "Make a pair; the private half goes into a file of yours.")
  static final class New implements Callable<Integer> {
    private final Cli cli;

    @Parameters(paramLabel = "AGENT", description = "Whose key it is to be.")
    private String agent;

    @Option(
        names = "--out",
        paramLabel = "FILE",
        required = true,
        description = "Where the private half goes; must not be there yet.")
    private Path out;

    @Option(names = "--name", paramLabel = "NAME", description = "What people call it.")
    private @Nullable String name;

    New(Cli cli) {
      this.cli = cli;
    }

    @Override
    public Integer call() throws IOException {
      return made(cli, agent, path(agent), out, name);
    }
  }

  @Command(name = "add", description = "Add a public key from a file, PEM or JWK.")
  static final class Add implements Callable<Integer> {
    private final Cli cli;

    @Parameters(index = "0", paramLabel = "AGENT", description = "Whose key it is.")
    private String agent;

    @Parameters(index = "1", paramLabel = "FILE", description = "The public half.")
    private Path file;

    @Option(names = "--id", paramLabel = "ID", description = "Its id (default: its thumbprint).")
    private @Nullable String id;

    @Option(names = "--name", paramLabel = "NAME", description = "What people call it.")
    private @Nullable String name;

    Add(Cli cli) {
      this.cli = cli;
    }

    @Override
    public Integer call() throws IOException {
      String text = Files.readString(file).strip();
      // What is private does not leave the machine, not even to be refused.
      if (text.contains("PRIVATE KEY") || (text.startsWith("{") && isPrivate(text))) {
        throw CliError.usage(file + " holds a private key; give the public half");
      }
      JsonWriter body = new JsonWriter().put("keyId", id).put("name", name);
      if (text.startsWith("{")) {
        body.put("jwk", JsonObject.parse(text));
      } else {
        body.put("pem", text);
      }
      return told(cli, new RestCalls(cli).send("POST", path(agent), body.toBytes()), "added");
    }

    private static boolean isPrivate(String jwk) {
      JsonObject key = JsonObject.parse(jwk);
      return key.has("d") || key.has("k") || key.has("p");
    }
  }

  @Command(name = "list", description = "List an agent's keys.")
  static final class ListAll implements Callable<Integer> {
    private final Cli cli;

    @Parameters(paramLabel = "AGENT", description = "Whose.")
    private String agent;

    ListAll(Cli cli) {
      this.cli = cli;
    }

    @Override
    public Integer call() throws IOException {
      JsonObject answer = new RestCalls(cli).get(path(agent));
      if (cli.isJson()) {
        cli.console().json(answer);
        return Exit.OK;
      }
      Table table = new Table("KEY", "KIND", "NAME", "SINCE", "WITHDRAWN");
      for (JsonObject key : answer.objects("keys")) {
        long revoked = key.number("revokedAt", 0);
        table.row(
            key.text("keyId", ""),
            key.text("kind", ""),
            key.text("name", ""),
            Times.local(key.number("createdAt", 0)),
            revoked == 0 ? "" : Times.local(revoked));
      }
      table.print(cli.console(), "no keys; make one with: parley keys new AGENT --out FILE");
      return Exit.OK;
    }
  }

  @Command(name = "remove", description = "Withdraw a key; what it opened ends.")
  static final class Remove implements Callable<Integer> {
    private final Cli cli;

    @Parameters(index = "0", paramLabel = "AGENT", description = "Whose.")
    private String agent;

    @Parameters(index = "1", paramLabel = "KEY", description = "Its id: see parley keys list.")
    private String keyId;

    Remove(Cli cli) {
      this.cli = cli;
    }

    @Override
    public Integer call() throws IOException {
      JsonObject answer = new RestCalls(cli).send("DELETE", path(agent, keyId), new byte[0]);
      return told(cli, answer, "withdrawn");
    }
  }

  @Command(name = "rotate", description = "Make a new pair and withdraw a key, in one change.")
  static final class Rotate implements Callable<Integer> {
    private final Cli cli;

    @Parameters(index = "0", paramLabel = "AGENT", description = "Whose.")
    private String agent;

    @Parameters(index = "1", paramLabel = "KEY", description = "The id of the one to withdraw.")
    private String keyId;

    @Option(
        names = "--out",
        paramLabel = "FILE",
        required = true,
        description = "Where the new private half goes; must not be there yet.")
    private Path out;

    @Option(names = "--name", paramLabel = "NAME", description = "What people call it.")
    private @Nullable String name;

    Rotate(Cli cli) {
      this.cli = cli;
    }

    @Override
    public Integer call() throws IOException {
      return made(cli, agent, path(agent, keyId) + "/rotate", out, name);
    }
  }
}
