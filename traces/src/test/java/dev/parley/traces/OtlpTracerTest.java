package dev.parley.traces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.core.trace.Current;
import dev.parley.core.trace.Span;
import dev.parley.core.trace.TraceContext;
import dev.parley.testkit.traces.CollectedSpan;
import dev.parley.testkit.traces.TraceCollector;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is recorded arrives, as those read it who defined the protocol; and nobody waits for it. */
@Timeout(120)
class OtlpTracerTest {
  private static final TraceContext ASKED =
      TraceContext.parse("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");

  private final TraceCollector collector = TraceCollector.start();
  private OtlpTracer tracer = tracer(1);

  private OtlpTracer tracer(int oneIn) {
    return OtlpTracer.start(
        new TracesConfig(collector.address().resolve("/v1/traces"), oneIn, "1.2", "hub-1"));
  }

  @AfterEach
  void close() {
    tracer.close();
    collector.close();
  }

  private List<CollectedSpan> received(int count) {
    await().atMost(Duration.ofSeconds(30)).until(() -> collector.spans().size() >= count);
    assertThat(collector.problems()).isEmpty();
    return collector.spans();
  }

  @Test
  void aSpanArrivesWithAllThatWasSaidOfIt() {
    Span span =
        tracer
            .begin(Span.Kind.SERVER, "GET /things", ASKED)
            .with("http.route", "/things")
            .with("parley.bytes", -7)
            .linkedTo(new TraceContext(1, 2, 3, 1))
            .failed("overloaded");
    span.end();
    span.end();

    CollectedSpan seen = received(1).getFirst();
    assertThat(seen.hub()).isEqualTo("hub-1");
    assertThat(seen.trace()).isEqualTo("4bf92f3577b34da6a3ce929d0e0e4736");
    assertThat(seen.parent()).isEqualTo("00f067aa0ba902b7");
    assertThat(seen.id()).isEqualTo(span.context().spanId());
    assertThat(seen.name()).isEqualTo("GET /things");
    assertThat(seen.kind()).isEqualTo("SPAN_KIND_SERVER");
    assertThat(seen.attributes())
        .containsEntry("http.route", "/things")
        .containsEntry("parley.bytes", "-7");
    assertThat(seen.links()).containsExactly("0000000000000003");
    assertThat(seen.failure()).isEqualTo("overloaded");
    assertThat(seen.end()).isGreaterThanOrEqualTo(seen.start());
    assertThat(Duration.ofNanos(System.currentTimeMillis() * 1_000_000 - seen.end()).abs())
        .isLessThan(Duration.ofMinutes(5));
  }

  @Test
  void partsKnowWhatTheyArePartOf() {
    Span whole = tracer.begin(Span.Kind.INTERNAL, "whole", null);
    Span part = Current.in(whole, () -> Current.span().child(Span.Kind.CLIENT, "part"));
    assertThat(Current.span().isOn()).isFalse();
    part.end();
    whole.end();

    List<CollectedSpan> seen = received(2);
    assertThat(seen.getFirst().parent()).isEqualTo(seen.getLast().id());
    assertThat(seen.getFirst().trace()).isEqualTo(seen.getLast().trace());
    assertThat(seen.getLast().parent()).isEmpty();
  }

  @Test
  void aSpanMayHaveBegunEarlier() {
    tracer.begin(Span.Kind.INTERNAL, "queue", null, 1_000).end();
    assertThat(received(1).getFirst().start()).isEqualTo(1_000_000_000L);
  }

  @Test
  void whatItsCallerDoesNotRecordIsNotRecorded() {
    Span span =
        tracer.begin(Span.Kind.SERVER, "x", new TraceContext(ASKED.high(), ASKED.low(), 1, 0));
    assertThat(span.isOn()).isFalse();
    assertThat(span.child(Span.Kind.CLIENT, "y").isOn()).isFalse();
  }

  @Test
  void ofSoManyTracesOneIsRecordedAndAllHubsChooseTheSame() {
    OtlpTracer here = tracer(10);
    OtlpTracer there = tracer(10);
    int recorded = 0;
    for (int i = 0; i < 20_000; i++) {
      TraceContext caller = new TraceContext(i, 0x9E3779B97F4A7C15L * (i + 1), 1, 1);
      boolean isOn = here.begin(Span.Kind.SERVER, "x", caller).isOn();
      assertThat(there.begin(Span.Kind.CONSUMER, "y", caller).isOn()).isEqualTo(isOn);
      recorded += isOn ? 1 : 0;
    }
    assertThat(recorded).isBetween(1_800, 2_200);
    here.close();
    there.close();
  }

  @Test
  void whenTheCollectorHangsNobodyWaitsAndWhatIsLeftOutIsCounted() {
    CountDownLatch hanging = new CountDownLatch(1);
    collector.holding(hanging);
    int count = 3 * TracesConfig.QUEUE_MAX;
    for (int i = 0; i < count; i++) {
      tracer.begin(Span.Kind.INTERNAL, "x", null).end();
    }
    assertThat(tracer.dropped())
        .isGreaterThanOrEqualTo(count - TracesConfig.QUEUE_MAX - 2 * TracesConfig.BATCH_MAX);
    hanging.countDown();
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> tracer.exported() + tracer.dropped() == count);
    assertThat(collector.spans()).hasSize((int) tracer.exported());
  }

  @Test
  void whatTheCollectorRefusesIsForgottenAndLaterSpansArriveAgain() {
    collector.answering(503);
    tracer.begin(Span.Kind.INTERNAL, "lost", null).end();
    await().atMost(Duration.ofSeconds(30)).until(() -> tracer.dropped() == 1);
    collector.answering(200);
    tracer.begin(Span.Kind.INTERNAL, "kept", null).end();
    assertThat(received(1)).extracting(CollectedSpan::name).containsExactly("kept");
    assertThat(tracer.exported()).isEqualTo(1);
  }

  @Test
  void whatWaitsIsSentWhenTheHubStops() {
    tracer.begin(Span.Kind.INTERNAL, "last", null).end();
    tracer.close();
    assertThat(received(1)).extracting(CollectedSpan::name).containsExactly("last");
    tracer.begin(Span.Kind.INTERNAL, "too late", null).end();
    assertThat(tracer.dropped()).isEqualTo(1);
  }

  @Test
  void aCollectorThatIsNotThereHoldsUpNobody() {
    collector.close();
    tracer.begin(Span.Kind.INTERNAL, "x", null).end();
    tracer.close();
    assertThat(tracer.exported()).isZero();
  }
}
