package dev.parley.doors.status;

import dev.parley.core.metrics.Histogram;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.Exemplars;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot.InfoDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * What the hub measures, in the Prometheus text format, version 0.0.4. The numbers are asked for
 * once a scrape; nothing is counted here, so that messages pay nothing for it (docs/adr/0019).
 */
final class Metrics implements AutoCloseable {
  static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private final HubView hub;
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT).throwExceptionOnRegistrationFailure();
  private final JvmGcMetrics collections = new JvmGcMetrics();
  private final MultiGauge connections;
  private final MultiGauge followers;
  private Map<String, Long> numbers;
  private Map<String, Long> refusals;

  /**
   * Asks the hub for its numbers, to know which there are.
   *
   * @param millis the clock, Unix milliseconds
   * @throws IllegalStateException when one of them is unknown
   */
  Metrics(HubView hub, LongSupplier millis) {
    this.hub = hub;
    this.numbers = hub.numbers();
    this.refusals = hub.refusals();
    numbers.keySet().stream().map(Metric::of).forEach(this::register);
    Gauge.builder("parley_ready", hub, view -> view.isReady() ? 1 : 0)
        .description("1 while messages are accepted")
        .register(registry);
    Gauge.builder(
            "parley_uptime_seconds", hub, view -> (millis.getAsLong() - view.startedAt()) / 1e3)
        .description("since the hub started")
        .register(registry);
    this.connections =
        MultiGauge.builder("parley_connections")
            .description("connections, by door")
            .register(registry);
    this.followers =
        MultiGauge.builder("parley_follower_lag")
            .description("messages that a follower of the journal has yet to read")
            .register(registry);
    PrometheusRegistry more = registry.getPrometheusRegistry();
    InfoSnapshot info = info(hub.version());
    more.register(() -> info);
    hub.histograms().forEach(histogram -> more.register(() -> shown(histogram)));
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new FileDescriptorMetrics().bindTo(registry);
    collections.bindTo(registry);
  }

  private void register(Metric metric) {
    switch (metric.kind()) {
      case COUNTER ->
          FunctionCounter.builder(metric.prometheusName(), this, all -> all.number(metric))
              .description(metric.help())
              .register(registry);
      case BY_REASON -> refusals.keySet().forEach(reason -> registerRefusal(metric, reason));
      case GAUGE ->
          Gauge.builder(metric.prometheusName(), this, all -> all.number(metric))
              .description(metric.help())
              .register(registry);
    }
  }

  private void registerRefusal(Metric metric, String reason) {
    FunctionCounter.builder(
            metric.prometheusName(), this, all -> all.refusals.getOrDefault(reason, 0L))
        .description(metric.help())
        .tag("reason", reason)
        .register(registry);
  }

  private double number(Metric metric) {
    return numbers.getOrDefault(metric.number(), 0L);
  }

  private static InfoSnapshot info(String version) {
    return InfoSnapshot.builder()
        .name("parley")
        .help("the version that runs")
        .dataPoint(InfoDataPointSnapshot.builder().labels(Labels.of("version", version)).build())
        .build();
  }

  private static HistogramSnapshot shown(Histogram histogram) {
    Histogram.Snapshot now = histogram.snapshot();
    return HistogramSnapshot.builder()
        .name(histogram.name())
        .help(histogram.help())
        .dataPoint(
            new HistogramDataPointSnapshot(
                ClassicHistogramBuckets.of(now.bounds(), now.counts()),
                now.sum(),
                Labels.EMPTY,
                Exemplars.EMPTY,
                0))
        .build();
  }

  /** Blocks: some numbers come from the store. */
  synchronized String text() {
    numbers = hub.numbers();
    refusals = hub.refusals();
    connections.register(rows("door", hub.connectionsByDoor()), true);
    followers.register(rows("follower", hub.followerLags()), true);
    return registry.scrape(CONTENT_TYPE);
  }

  private static List<Row<?>> rows(String label, Map<String, Long> values) {
    List<Row<?>> rows = new ArrayList<>();
    values.forEach((name, value) -> rows.add(Row.of(Tags.of(label, name), value)));
    return rows;
  }

  @Override
  public void close() {
    collections.close();
    registry.close();
  }
}
