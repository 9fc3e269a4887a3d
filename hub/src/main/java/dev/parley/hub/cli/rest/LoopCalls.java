package dev.parley.hub.cli.rest;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.client.json.JsonObject;
import dev.parley.client.json.JsonWriter;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.CliError;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.account.Session;
import dev.parley.hub.cli.output.Escaped;
import java.io.IOException;
import java.net.URLEncoder;

/** What the commands about loops ask the hub, and how they say that something is done. */
final class LoopCalls {
  private static final String LOOPS = "/api/loops";

  private final Cli cli;
  private final RestCalls rest;

  LoopCalls(Cli cli) {
    this.cli = cli;
    this.rest = new RestCalls(cli);
  }

  JsonObject get(String path) throws IOException {
    try {
      return rest.get(path);
    } catch (CliError refusal) {
      throw hinted(refusal);
    }
  }

  /** With a body of {@link #body}. */
  JsonObject send(String method, String path, JsonWriter body) throws IOException {
    try {
      return rest.send(method, path, body.toBytes());
    } catch (CliError refusal) {
      throw hinted(refusal);
    }
  }

  void delete(String path) throws IOException {
    try {
      rest.send("DELETE", path, new byte[0]);
    } catch (CliError refusal) {
      throw hinted(refusal);
    }
  }

  /** The beginning of a body: who acts, if {@code --as} says so. */
  JsonWriter body() {
    return new JsonWriter().put("from", cli.agent());
  }

  /**
   * Reading and deleting take no body, hence no name to act under: with the owner's token they are
   * the owner's, and with a session the person's, whatever {@code --as} says. Whoever looks should
   * not take that for the agent's.
   */
  void noteWhoLooks() {
    String agent = cli.agent();
    Session session = cli.session();
    boolean isOwner = cli.options().agentId() == null;
    boolean isOther = session != null && !session.agentId().equals(agent);
    if (agent != null && (isOwner || isOther)) {
      cli.console()
          .note(
              (isOwner ? "as the hub's owner sees it" : "as you see it yourself")
                  + "; for what "
                  + Escaped.line(agent)
                  + " sees, give its token with --token-file");
    }
  }

  /** Tells what was done: the answer as JSON, or a line of our own words. */
  int done(JsonObject answer, String line) {
    if (cli.isJson()) {
      cli.console().json(answer);
    } else {
      cli.console().line(Escaped.line(line));
    }
    return Exit.OK;
  }

  /** A hint for people, beside what {@link #done} has printed. */
  void note(String hint) {
    if (!cli.isJson()) {
      cli.console().note(Escaped.line(hint));
    }
  }

  /** The path of all loops, or of something below them. */
  static String path(String... segments) {
    StringBuilder path = new StringBuilder(LOOPS);
    for (String segment : segments) {
      path.append('/').append(encoded(segment));
    }
    return path.toString();
  }

  /** The path of a channel, or of something below it; {@code #general} is {@code general}. */
  static String channel(String loop, String channel, String... segments) {
    StringBuilder path = new StringBuilder(path(loop, "channels", name(channel)));
    for (String segment : segments) {
      path.append('/').append(encoded(segment));
    }
    return path.toString();
  }

  static String name(String channel) {
    return channel.startsWith("#") ? channel.substring(1) : channel;
  }

  private static String encoded(String segment) {
    // An address drops these, and what is left is the address of something else.
    if (segment.isBlank() || segment.equals(".") || segment.equals("..")) {
      throw CliError.usage("'" + segment + "' names nothing");
    }
    return URLEncoder.encode(segment, UTF_8).replace("+", "%20");
  }

  /** The hub does not say whether what it hides exists; this says where to look. */
  private static CliError hinted(CliError refusal) {
    String message = String.valueOf(refusal.getMessage());
    if (refusal.exitCode() != Exit.FAILED) {
      return refusal;
    }
    if (message.startsWith("there is no loop ")) {
      return CliError.failed(
          message
              + ", or you are no member; see yours with: parley loops list,"
              + " or join with a code: parley loops join CODE");
    }
    if (message.startsWith("there is no channel ")) {
      return CliError.failed(message + "; see which there are with: parley loops channels LOOP");
    }
    return refusal;
  }
}
