package dev.parley.hub.cli.mcp;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The way to the hub's {@code /mcp}. Where that is, is asked anew for every request: a hub may have
 * been started again on another port since.
 */
final class HubLink {
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(5))
          .build();
  private final Supplier<Hub> hub;

  /** Where it is, and what to show at its door. */
  record Hub(URI mcp, String token) {
    @Override
    public String toString() {
      return mcp.toString();
    }
  }

  HubLink(Supplier<Hub> hub) {
    this.hub = hub;
  }

  HttpResponse<InputStream> post(String message, Map<String, String> headers)
      throws IOException, InterruptedException {
    return send(
        request(headers)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(message)));
  }

  HttpResponse<InputStream> get(Map<String, String> headers)
      throws IOException, InterruptedException {
    return send(request(headers).GET());
  }

  void delete(Map<String, String> headers) throws IOException, InterruptedException {
    send(request(headers).timeout(Duration.ofSeconds(1)).DELETE()).body().close();
  }

  private HttpRequest.Builder request(Map<String, String> headers) {
    Hub there = hub.get();
    HttpRequest.Builder builder = HttpRequest.newBuilder(there.mcp);
    builder.header("Accept", "application/json, text/event-stream");
    builder.header("Authorization", "Bearer " + there.token);
    headers.forEach(builder::header);
    return builder;
  }

  private HttpResponse<InputStream> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return http.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
  }
}
