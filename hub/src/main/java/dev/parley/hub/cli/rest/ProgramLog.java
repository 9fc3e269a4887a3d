package dev.parley.hub.cli.rest;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.client.json.JsonObject;
import dev.parley.client.json.JsonWriter;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.output.Escaped;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URLEncoder;
import org.jspecify.annotations.Nullable;

/** What an agent's program or an app writes, shown line by line with everything harmless. */
public final class ProgramLog {
  private static final String DATA = "data: ";

  private final Cli cli;
  private final String kind;
  private final String id;
  private final String path;
  private final @Nullable String stream;

  /** What has come of a line that is not whole. */
  private final StringBuilder begun = new StringBuilder();

  ProgramLog(Cli cli, String agent) {
    this(cli, "agentId", agent, "/api/agents/", null);
  }

  private ProgramLog(Cli cli, String kind, String id, String path, @Nullable String stream) {
    this.cli = cli;
    this.kind = kind;
    this.id = id;
    this.path = path + URLEncoder.encode(id, UTF_8) + "/log";
    this.stream = stream;
  }

  /**
   * @param stream stdout or stderr
   */
  public static ProgramLog ofApp(Cli cli, String id, String stream) {
    return new ProgramLog(cli, "appId", id, "/api/apps/", stream);
  }

  private InputStream open(int bytes, boolean follow) throws IOException {
    return new RestCalls(cli)
        .download(
            path
                + RestCalls.query(
                    "bytes", bytes, "follow", follow ? "true" : null, "stream", stream));
  }

  public void show(int bytes) throws IOException {
    try (InputStream log = open(bytes, false)) {
      print(new String(log.readAllBytes(), UTF_8));
    }
    flush();
  }

  /** Until the program has ended. */
  public void follow(int bytes) throws IOException {
    try (BufferedReader events =
        new BufferedReader(new InputStreamReader(open(bytes, true), UTF_8))) {
      for (String line = events.readLine(); line != null; line = events.readLine()) {
        if (line.startsWith(DATA)) {
          print(JsonObject.parse(line.substring(DATA.length())).text("text", ""));
        }
      }
    }
    flush();
  }

  private void print(String text) {
    begun.append(text);
    for (int end = begun.indexOf("\n"); end >= 0; end = begun.indexOf("\n")) {
      line(begun.substring(0, end));
      begun.delete(0, end + 1);
    }
  }

  private void flush() {
    if (!begun.isEmpty()) {
      line(begun.toString());
      begun.setLength(0);
    }
  }

  private void line(String line) {
    if (cli.isJson()) {
      cli.console().json(new JsonWriter().put(kind, id).put("line", line).toObject());
    } else {
      cli.console().line(Escaped.line(line));
    }
  }
}
