package dev.parley.comm.oauth;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Calls of the other hub's API. Blocks; redirects are not followed, answers are bounded. */
final class RemoteApi {
  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final int ANSWER_BYTES_MAX = 64 * 1024;

  private final HttpClient http =
      HttpClient.newBuilder()
          .connectTimeout(LIMIT)
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();

  /** What it answered; the body is {@code {}} when it is no JSON. */
  record Answer(int status, JsonNode body) {
    boolean isGood() {
      return status == 200 || status == 201;
    }

    String text(String... names) {
      for (String name : names) {
        String text = body.path(name).asString("");
        if (!text.isEmpty()) {
          return text;
        }
      }
      return "";
    }

    /** The other side's own words are not repeated. */
    Refused refused(String what) {
      return switch (status) {
        case 400, 401, 403 -> new Refused(ErrorCode.FORBIDDEN, "the other hub has refused " + what);
        case 404 -> new Refused(ErrorCode.NOT_FOUND, "the other hub does not offer " + what);
        case 409 -> new Refused(ErrorCode.CONFLICT, "the other hub has such an account already");
        case 429 -> new Refused(ErrorCode.RATE_LIMITED, "the other hub asks to wait");
        default ->
            new Refused(ErrorCode.TIMEOUT, "the other hub answered " + what + " with " + status);
      };
    }
  }

  Answer post(URI server, String path, Map<String, ?> body)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        to(server, path)
            .header("Content-Type", "application/json")
            .POST(
                HttpRequest.BodyPublishers.ofString(JsonMapper.shared().writeValueAsString(body)));
    return send(request);
  }

  /** Without a body, as who holds this token. */
  Answer post(URI server, String path, String token) throws IOException, InterruptedException {
    return send(
        to(server, path)
            .header("Authorization", "Bearer " + token)
            .POST(HttpRequest.BodyPublishers.noBody()));
  }

  Answer get(URI server, String path, String token) throws IOException, InterruptedException {
    return send(to(server, path).header("Authorization", "Bearer " + token).GET());
  }

  private static HttpRequest.Builder to(URI server, String path) {
    requireSecret(server);
    return HttpRequest.newBuilder(URI.create(server.toString().replaceAll("/+$", "") + path))
        .timeout(LIMIT)
        .header("Accept", "application/json");
  }

  /** Passwords and tokens go over the network encrypted, or not at all. */
  private static void requireSecret(URI server) {
    String host = server.getHost();
    boolean here = host.equals("localhost") || host.startsWith("127.") || host.equals("[::1]");
    if (!"https".equals(server.getScheme()) && !here) {
      throw new Refused(
          ErrorCode.BAD_REQUEST,
          "set 'api_server' to an address that begins with https: a login is a secret");
    }
  }

  private Answer send(HttpRequest.Builder request) throws IOException, InterruptedException {
    HttpResponse<InputStream> response =
        http.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
    try (InputStream in = response.body()) {
      byte[] body = in.readNBytes(ANSWER_BYTES_MAX);
      return new Answer(response.statusCode(), parsed(new String(body, UTF_8)));
    }
  }

  private static JsonNode parsed(String text) {
    @Nullable JsonNode read = null;
    try {
      read = JsonMapper.shared().readTree(text);
    } catch (JacksonException e) {
      // Said by the status.
    }
    return read != null && read.isObject() ? read : JsonMapper.shared().createObjectNode();
  }
}
