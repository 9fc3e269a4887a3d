package dev.parley.hub.cli.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.client.RequestSigner;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The way to the hub's {@code /mcp}. Where that is, is asked anew for every request: a hub may have
 * been started again on another port since.
 */
final class HubLink {
  private static final byte[] NOTHING = {};

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(5))
          .build();
  private final Supplier<Hub> hub;

  /**
   * Where it is, and what to show at its door.
   *
   * @param signer signs each request in place of a token, or null
   */
  record Hub(URI mcp, String token, @Nullable RequestSigner signer) {
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
    byte[] body = message.getBytes(UTF_8);
    return send(
        request("POST", headers, body)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofByteArray(body)));
  }

  HttpResponse<InputStream> get(Map<String, String> headers)
      throws IOException, InterruptedException {
    return send(request("GET", headers, NOTHING).GET());
  }

  void delete(Map<String, String> headers) throws IOException, InterruptedException {
    send(request("DELETE", headers, NOTHING).timeout(Duration.ofSeconds(1)).DELETE())
        .body()
        .close();
  }

  private HttpRequest.Builder request(String method, Map<String, String> headers, byte[] body) {
    Hub there = hub.get();
    HttpRequest.Builder builder = HttpRequest.newBuilder(there.mcp);
    builder.header("Accept", "application/json, text/event-stream");
    if (there.signer == null) {
      builder.header("Authorization", "Bearer " + there.token);
    } else {
      String digest = body.length == 0 ? "" : RequestSigner.digest(body);
      there.signer.headers(method, there.mcp, digest).forEach(builder::header);
    }
    headers.forEach(builder::header);
    return builder;
  }

  private HttpResponse<InputStream> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return http.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
  }
}
