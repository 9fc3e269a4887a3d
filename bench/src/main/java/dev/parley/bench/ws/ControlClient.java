package dev.parley.bench.ws;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Asks and waits: for what a run prepares and inspects, where time does not matter. */
public final class ControlClient implements Closeable {
  /** Below the 4,096 unanswered requests from which on a hub stops reading. */
  private static final int BATCH = 1024;

  private static final JsonMapper JSON = new JsonMapper();

  /** An error names its type before anything else. */
  private static final int ERROR_BYTES_MAX = 40;

  private final Marker error = new Marker("\"type\":\"error\"");
  private final WsConnection connection;

  private ControlClient(WsConnection connection) {
    this.connection = connection;
  }

  public static ControlClient open(int port, String token) throws IOException {
    return opened(port, auth(token));
  }

  /** As an agent, with its own token. */
  public static ControlClient open(int port, String agent, String token) throws IOException {
    return opened(port, auth(agent, token));
  }

  private static ControlClient opened(int port, String auth) throws IOException {
    var client = new ControlClient(WsConnection.open(port, 1 << 16));
    client.call(auth);
    return client;
  }

  public static String auth(String token) {
    return "{\"type\":\"auth\",\"token\":\"" + token + "\"}";
  }

  public static String auth(String agent, String token) {
    return "{\"type\":\"auth\",\"agentId\":\"%s\",\"token\":\"%s\"}".formatted(agent, token);
  }

  public WsConnection connection() {
    return connection;
  }

  /** Sends one request and returns its answer; an error is an exception. */
  public JsonNode call(String json) throws IOException {
    return JSON.readTree(exchange(json));
  }

  /** The same without looking into the answer, for measuring. */
  public byte[] exchange(String json) throws IOException {
    connection.out().text(json);
    connection.flush();
    connection.awaitMessage();
    return answer(json);
  }

  /** Sends many requests, pipelined; the first error is an exception. */
  public List<JsonNode> callAll(List<String> requests) throws IOException {
    var answers = new ArrayList<JsonNode>(requests.size());
    for (int from = 0; from < requests.size(); from += BATCH) {
      List<String> batch = requests.subList(from, Math.min(from + BATCH, requests.size()));
      batch.forEach(connection.out()::text);
      connection.flush();
      for (String request : batch) {
        connection.awaitMessage();
        answers.add(JSON.readTree(answer(request)));
      }
    }
    return answers;
  }

  private byte[] answer(String request) throws IOException {
    FrameIn in = connection.in();
    if (error.behind(in.array(), in.offset(), Math.min(in.length(), ERROR_BYTES_MAX)) > 0) {
      throw new IOException(in.text() + " to " + request);
    }
    return in.copy();
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }
}
