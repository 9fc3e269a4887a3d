package dev.parley.doors.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.parley.core.metrics.Histogram;
import dev.parley.doors.TestHub;
import dev.parley.doors.http.Callers;
import dev.parley.doors.http.Route;
import dev.parley.doors.http.Served;
import dev.parley.identity.limits.RateLimits;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

  private static HttpRequest.Builder request(int port, String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
  }

  private static HttpResponse<String> sent(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  /** As the owner. */
  private static HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return sent(request(hub.port(), path).header("Authorization", "Bearer " + hub.ownerToken()));
  }

  private static HttpResponse<String> getWithoutToken(String path)
      throws IOException, InterruptedException {
    return sent(request(hub.port(), path));
  }

  @Test
  void healthIsThatTheProcessAnswersAndNobodyNeedsATokenForIt() throws Exception {
    assertThat(getWithoutToken("/health").body()).isEqualTo("{\"status\":\"ok\"}\n");
  }

  @Test
  void readinessIsThatMessagesAreAcceptedAndNobodyNeedsATokenForIt() throws Exception {
    assertThat(getWithoutToken("/ready").statusCode()).isEqualTo(200);
    assertThat(getWithoutToken("/ready").body()).isEqualTo("{\"ready\":true}\n");
  }

  @Test
  void aHubThatIsNotReadySaysNothingElseToStrangers() throws Exception {
    try (Served pages = served(false)) {
      HttpResponse<String> answer = sent(request(pages.port(), "/ready"));

      assertThat(answer.statusCode()).isEqualTo(503);
      assertThat(answer.body()).isEqualTo("{\"ready\":false}\n");
    }
  }

  private static Served served(boolean openMetrics) {
    Callers callers = new Callers(hub.authenticator(), RateLimits.none());
    StatusPages pages =
        new StatusPages(new NotReady(Map.of("accepted", 1L)), callers, openMetrics, () -> 0);
    return new Served(pages.routes().toArray(Route[]::new));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/metrics", "/status"})
  void numbersAndVersionsAreForTheOwnerAlone(String path) throws Exception {
    HttpResponse<String> stranger = getWithoutToken(path);
    assertThat(stranger.statusCode()).isEqualTo(401);
    assertThat(stranger.body()).doesNotContain("1.0").contains("not_authenticated");

    String agent = hub.owner().ok("{'type':'agent.token','agentId':'a'}").path("token").asString();
    HttpResponse<String> curious =
        sent(request(hub.port(), path).header("Authorization", "Bearer " + agent));
    assertThat(curious.statusCode()).isEqualTo(403);

    assertThat(get(path).statusCode()).isEqualTo(200);
  }

  @Test
  void metricsCanBeOpenedAndNothingElseIsWithThem() throws Exception {
    try (Served pages = served(true)) {
      assertThat(sent(request(pages.port(), "/metrics")).body()).contains("parley_ready 0.0\n");
      assertThat(sent(request(pages.port(), "/status")).statusCode()).isEqualTo(401);
    }
  }

  @Test
  void metricsAreInThePrometheusFormat() throws Exception {
    HttpResponse<String> answer = get("/metrics");
    assertThat(answer.headers().firstValue("Content-Type"))
        .hasValue("text/plain; version=0.0.4; charset=utf-8");
    assertThat(answer.body())
        .contains("# TYPE parley_accepted_total counter\nparley_accepted_total 1.0\n")
        .contains("# TYPE parley_dead_letters gauge\nparley_dead_letters 0.0\n")
        .contains("parley_agents 2.0\n")
        .contains("parley_info{version=\"1.0 <test> & more\"} 1\n")
        .contains("parley_ready 1.0\n");
  }

  @Test
  void metricsHaveLabels() throws Exception {
    assertThat(get("/metrics").body())
        .contains("parley_refused_total{reason=\"overloaded\"} 0.0\n")
        .contains("parley_connections{door=\"ws\"} ")
        .contains("parley_follower_lag{follower=\"search\"} 7.0\n");
  }

  @Test
  void durationsAndSizesAreHistograms() throws Exception {
    String metrics = get("/metrics").body();

    for (String name :
        List.of(
            "parley_commit_seconds",
            "parley_commit_jobs",
            "parley_accept_to_push_seconds",
            "parley_accept_to_ack_seconds")) {
      assertThat(metrics)
          .contains("# TYPE " + name + " histogram\n")
          .contains(name + "_bucket{le=\"+Inf\"} ")
          .contains(name + "_count ")
          .contains(name + "_sum ");
    }
    assertThat(value(metrics, "parley_commit_jobs_count")).isPositive();
  }

  private static double value(String metrics, String name) {
    return metrics
        .lines()
        .filter(line -> line.startsWith(name + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void everyMetricIsInTheDocumentation() throws Exception {
    String documented = Files.readString(Path.of("../docs/operations.md"));
    List<String> names =
        get("/metrics")
            .body()
            .lines()
            .filter(line -> line.startsWith("# TYPE "))
            .map(line -> line.split(" ")[2])
            .toList();

    assertThat(names).hasSizeGreaterThan(30);
    assertThat(names).allSatisfy(name -> assertThat(documented).contains("`" + name + "`"));
    for (Metric metric : Metric.values()) {
      assertThat(documented).contains("`" + metric.prometheusName());
    }
  }

  @Test
  void aNumberThatNobodyHasDeclaredIsAnError() {
    assertThatIllegalStateException()
        .isThrownBy(() -> new Metrics(new NotReady(Map.of("surprise", 1L)), () -> 0))
        .withMessageContaining("surprise");
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
    HubView broken = new NotReady(Map.of("accepted", 1_234_567L));
    assertThat(StatusPage.html(broken, 90_061_000L))
        .contains("<strong>not accepting messages</strong>")
        .contains("1,234,567")
        .contains("up for 1 d 1 h");
    try (Metrics metrics = new Metrics(broken, () -> 5_000)) {
      assertThat(metrics.text())
          .contains("parley_ready 0.0\n")
          .contains("parley_uptime_seconds 5.0\n");
    }
  }

  /** A hub whose store is broken. */
  private record NotReady(Map<String, Long> numbers) implements HubView {
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
    public Map<String, Long> refusals() {
      return Map.of();
    }

    @Override
    public List<Histogram> histograms() {
      return List.of();
    }

    @Override
    public Map<String, Long> connectionsByDoor() {
      return Map.of();
    }

    @Override
    public Map<String, Long> followerLags() {
      return Map.of();
    }
  }
}
