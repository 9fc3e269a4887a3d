package dev.parley.hub;

import dev.parley.core.broker.Broker;
import dev.parley.hub.config.HubConfig;
import dev.parley.traces.OtlpTracer;
import dev.parley.traces.TracesConfig;
import java.net.URI;
import java.util.Deque;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The traces of a hub, when somebody collects them. */
final class Traces {
  private final @Nullable OtlpTracer tracer;

  private Traces(@Nullable OtlpTracer tracer) {
    this.tracer = tracer;
  }

  static Traces open(Deque<AutoCloseable> parts, HubConfig config, Broker broker) {
    URI endpoint = config.traces().endpoint();
    if (endpoint == null) {
      return new Traces(null);
    }
    OtlpTracer tracer =
        OtlpTracer.start(
            new TracesConfig(
                endpoint,
                config.traces().oneIn(),
                Overview.hubVersion(),
                UUID.randomUUID().toString()));
    parts.push(tracer);
    broker.spans().notedBy(tracer);
    return new Traces(tracer);
  }

  void addTo(Map<String, Long> numbers) {
    numbers.put("spansSent", tracer == null ? 0 : tracer.exported());
    numbers.put("spansDropped", tracer == null ? 0 : tracer.dropped());
  }
}
