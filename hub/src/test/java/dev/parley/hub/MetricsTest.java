package dev.parley.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.hub.config.HubConfig;
import dev.parley.identity.OwnerToken;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** That what the whole hub measures can be shown; the format is the doors' to test. */
class MetricsTest {
  @TempDir Path folder;

  @Test
  void everyNumberOfTheHubIsDeclaredAndShown() throws Exception {
    try (Hub hub = Hub.start(HubConfig.onFreePorts(folder));
        HttpClient http = HttpClient.newHttpClient()) {
      URI metrics = URI.create("http://127.0.0.1:" + hub.port() + "/metrics");

      String token = OwnerToken.loadOrCreate(folder).secret();
      HttpResponse<String> answer = get(http, metrics, token);

      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
      assertThat(answer.body())
          .contains("parley_frames_in_total 0.0\n", "parley_web_sockets 0.0\n")
          .contains("parley_connections{door=\"events\"} 0.0\n")
          .contains("parley_connections{door=\"sse\"} 0.0\n")
          .contains("parley_connections{door=\"ws\"} 0.0\n");
      // Search begins to follow in the background.
      await()
          .untilAsserted(
              () ->
                  assertThat(get(http, metrics, token).body())
                      .contains("parley_follower_lag{follower=\"search\"} "));
    }
  }

  private static HttpResponse<String> get(HttpClient http, URI address, String token)
      throws Exception {
    return http.send(
        HttpRequest.newBuilder(address).header("Authorization", "Bearer " + token).build(),
        HttpResponse.BodyHandlers.ofString());
  }
}
