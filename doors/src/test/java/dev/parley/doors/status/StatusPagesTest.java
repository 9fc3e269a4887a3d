package dev.parley.doors.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.doors.TestHub;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class StatusPagesTest {
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static TestHub hub;

  @BeforeAll
  static void start() {
    hub = TestHub.start().agents("a", "b");
    hub.owner().ok("{'type':'msg.broadcast'}");
  }

  @AfterAll
  static void stop() {
    hub.close();
    HTTP.close();
  }

  private static HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return HTTP.send(
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + hub.port() + path)).build(),
        HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void healthIsThatTheProcessAnswers() throws Exception {
    assertThat(get("/health").body()).isEqualTo("{\"status\":\"ok\"}\n");
  }

  @Test
  void readinessIsThatMessagesAreAccepted() throws Exception {
    assertThat(get("/ready").statusCode()).isEqualTo(200);
    assertThat(get("/ready").body()).isEqualTo("{\"ready\":true}\n");
  }

  @Test
  void metricsAreInThePrometheusFormat() throws Exception {
    HttpResponse<String> answer = get("/metrics");
    assertThat(answer.headers().firstValue("Content-Type"))
        .hasValue("text/plain; version=0.0.4; charset=utf-8");
    assertThat(answer.body())
        .contains("# TYPE parley_accepted_total counter\nparley_accepted_total 1\n")
        .contains("# TYPE parley_dead_letters gauge\nparley_dead_letters 0\n")
        .contains("parley_agents 2\n")
        .contains("parley_info{version=\"1.0 <test> & more\"} 1\n")
        .contains("parley_ready 1\n");
    assertThat(answer.body().lines().filter(line -> !line.startsWith("#")))
        .allMatch(line -> line.matches("parley_[a-z_]+(\\{[^}]*\\})? -?\\d+"));
  }

  @Test
  void thePageShowsTheHubEscapedAndWithoutScripts() throws Exception {
    HttpResponse<String> answer = get("/status");
    assertThat(answer.headers().firstValue("Content-Type")).hasValue("text/html; charset=utf-8");
    assertThat(answer.headers().firstValue("Content-Security-Policy").orElse(""))
        .startsWith("default-src 'none'; style-src 'sha256-")
        .doesNotContain("unsafe");
    assertThat(answer.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
    assertThat(answer.body())
        .contains("Version 1.0 &lt;test&gt; &amp; more, up for 1 min, accepting messages.")
        .contains("<th scope=\"row\">dead letters</th><td>0</td>")
        .contains("<td>2</td>")
        .contains("color-scheme: light dark")
        .doesNotContain("<script")
        .doesNotContain("style=\"");
  }

  @Test
  void aHubThatIsNotReadySaysSo() {
    HubView broken =
        new HubView() {
          @Override
          public String version() {
            return "1";
          }

          @Override
          public long startedAt() {
            return 0;
          }

          @Override
          public boolean isReady() {
            return false;
          }

          @Override
          public Map<String, Long> numbers() {
            return Map.of("accepted", 1_234_567L);
          }
        };
    assertThat(StatusPage.html(broken, 90_061_000L))
        .contains("<strong>not accepting messages</strong>")
        .contains("1,234,567")
        .contains("up for 1 d 1 h");
    assertThat(Metrics.text(broken, 5_000))
        .contains("parley_ready 0\n")
        .contains("parley_uptime_seconds 5\n");
  }
}
