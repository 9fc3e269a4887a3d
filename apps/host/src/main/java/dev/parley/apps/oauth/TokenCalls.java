package dev.parley.apps.oauth;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Asks for tokens (RFC 6749). Blocks; redirects are not followed, answers are bounded. */
final class TokenCalls {
  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final int ANSWER_BYTES_MAX = 64 << 10;
  private static final int TOKEN_MAX = 16 << 10;
  private static final long SECONDS_DEFAULT = 3_600;
  private static final long SECONDS_MAX = 31_536_000;

  private final HttpClient http =
      HttpClient.newBuilder()
          .connectTimeout(LIMIT)
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();

  /**
   * @param refresh empty when the one before goes on
   * @param lives for how long it is good
   */
  record Tokens(String access, String type, String refresh, Duration lives) {
    @Override
    public String toString() {
      return "Tokens";
    }
  }

  /**
   * @throws Refused when it is refused for good
   * @throws IOException when it is worth another try
   */
  Tokens ask(Provider provider, Map<String, String> form) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(provider.token())
            .timeout(LIMIT)
            .header("Accept", "application/json")
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(encoded(form)))
            .build();
    HttpResponse<InputStream> response =
        http.send(request, HttpResponse.BodyHandlers.ofInputStream());
    JsonNode body;
    try (InputStream in = response.body()) {
      body = parsed(in.readNBytes(ANSWER_BYTES_MAX));
    }
    int status = response.statusCode();
    String access = body.path("access_token").asString("");
    // Some answer 200 with an error in it. The provider's own words are not repeated.
    boolean refused = (status >= 400 && status < 500 && status != 429) || body.has("error");
    if (refused) {
      throw new Refused(ErrorCode.FORBIDDEN, "the provider has refused the login");
    }
    if (status != 200 || access.isEmpty() || access.length() > TOKEN_MAX) {
      throw new IOException("the provider answered with " + status + " and no token");
    }
    long seconds = body.path("expires_in").asLong(SECONDS_DEFAULT);
    return new Tokens(
        access,
        body.path("token_type").asString("Bearer"),
        body.path("refresh_token").asString(""),
        Duration.ofSeconds(Math.clamp(seconds, 1, SECONDS_MAX)));
  }

  static String encoded(Map<String, String> form) {
    return form.entrySet().stream()
        .map(
            each ->
                URLEncoder.encode(each.getKey(), UTF_8)
                    + "="
                    + URLEncoder.encode(each.getValue(), UTF_8))
        .collect(Collectors.joining("&"));
  }

  static URI with(URI address, Map<String, String> query) {
    String text = address.toString();
    return URI.create(text + (text.contains("?") ? "&" : "?") + encoded(query));
  }

  private static JsonNode parsed(byte[] bytes) {
    try {
      JsonNode read = JsonMapper.shared().readTree(new String(bytes, UTF_8));
      return read != null && read.isObject() ? read : JsonMapper.shared().createObjectNode();
    } catch (JacksonException e) {
      return JsonMapper.shared().createObjectNode(); // Said by the status.
    }
  }
}
