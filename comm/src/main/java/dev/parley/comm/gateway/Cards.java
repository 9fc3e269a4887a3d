package dev.parley.comm.gateway;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes who is here at the other hub's API. That it cannot be done keeps nobody from talking.
 */
final class Cards {
  private static final Logger LOG = LoggerFactory.getLogger(Cards.class);
  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final int NOT_FOUND = 404;

  private Cards() {}

  /** On a thread of its own. */
  static void publish(HttpClient http, GatewayConfig config, String token, byte[] card) {
    URI api = config.apiServer();
    if (api == null) {
      return;
    }
    String base = api.toString().replaceAll("/+$", "");
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(base + "/api/v1/bots/" + config.botId() + "/card"))
            .timeout(LIMIT)
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofByteArray(card))
            .build();
    var _ = Thread.ofVirtual().name("parley-comm-card").start(() -> send(http, request));
  }

  private static void send(HttpClient http, HttpRequest request) {
    try {
      int status = http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
      if (status == NOT_FOUND) {
        LOG.debug("the other hub takes no agent cards");
      } else if (status >= 300) {
        LOG.warn("the agent card was not taken at {}: HTTP {}", request.uri().getHost(), status);
      }
    } catch (IOException e) {
      LOG.warn("the agent card was not taken at {}: {}", request.uri().getHost(), e.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
