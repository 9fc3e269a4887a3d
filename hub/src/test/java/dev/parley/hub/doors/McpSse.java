package dev.parley.hub.doors;

import dev.parley.testkit.door.DoorRefusal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Iterator;
import java.util.stream.Stream;

/** Calls of MCP over the transport of 2024: posted to one address, answered on a stream. */
final class McpSse extends McpLine {
  private static final String DATA = "data: ";

  private final HttpClient http;
  private final URI door;
  private final String token;
  private Stream<String> lines = Stream.of();
  private URI messages;

  /**
   * @param token null for none
   */
  McpSse(HttpClient http, int port, String token) {
    this.http = http;
    this.door = URI.create("http://127.0.0.1:" + port + "/sse?profile=all");
    this.token = token;
  }

  private HttpRequest.Builder request(URI to) {
    HttpRequest.Builder request = HttpRequest.newBuilder(to);
    return token == null ? request : request.header("Authorization", "Bearer " + token);
  }

  @Override
  void send(String message) {
    try {
      if (messages == null) {
        open();
      }
      HttpResponse<String> taken =
          http.send(
              request(messages)
                  .header("Content-Type", "application/json")
                  .POST(BodyPublishers.ofString(message))
                  .build(),
              BodyHandlers.ofString());
      McpStreamable.requireLetIn(taken);
      if (taken.statusCode() != 202) {
        onMessage(Json.parse(taken.body()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private void open() throws IOException, InterruptedException {
    HttpResponse<Stream<String>> response =
        http.send(request(door).GET().build(), BodyHandlers.ofLines());
    lines = response.body();
    if (response.statusCode() != 200) {
      boolean wrong =
          response.headers().firstValue("WWW-Authenticate").orElse("").contains("error");
      throw new DoorRefusal(
          wrong ? "unauthorized" : "not_authenticated", "status " + response.statusCode());
    }
    Iterator<String> data =
        lines.filter(line -> line.startsWith(DATA)).map(line -> line.substring(6)).iterator();
    messages = door.resolve(data.next());
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                data.forEachRemaining(message -> onMessage(Json.parse(message)));
              } catch (UncheckedIOException e) {
                // The end of the line; what is asked after it is refused where it is posted.
              }
            });
  }

  @Override
  public void close() {
    lines.close();
  }
}
