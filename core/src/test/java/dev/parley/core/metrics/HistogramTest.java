package dev.parley.core.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class HistogramTest {

  @Test
  void valuesAreCountedAtTheSmallestBoundThatHoldsThem() {
    Histogram sizes = Histogram.ofCounts("sizes", "of things");

    sizes.record(1);
    sizes.record(2);
    sizes.record(3);
    sizes.record(1_000_000);

    Histogram.Snapshot seen = sizes.snapshot();
    assertThat(seen.bounds()).startsWith(1, 2, 4, 8).endsWith(4_096, Double.POSITIVE_INFINITY);
    assertThat(seen.counts()).startsWith(1, 1, 1, 0).endsWith(0, 1);
    assertThat(seen.count()).isEqualTo(4);
    assertThat(seen.sum()).isEqualTo(1_000_006);
  }

  @Test
  void durationsAreShownInSeconds() {
    Histogram millis = Histogram.ofMillis("waits_seconds", "");
    Histogram nanos = Histogram.ofNanos("writes_seconds", "");

    millis.record(1_500);
    nanos.record(2_000_000_000);

    assertThat(millis.snapshot().sum()).isEqualTo(1.5, within(1e-9));
    assertThat(nanos.snapshot().sum()).isEqualTo(2, within(1e-9));
    assertThat(millis.snapshot().bounds()).startsWith(0.001).contains(60);
  }

  @Test
  void aClockThatIsAheadCountsAsNoTimeAtAll() {
    Histogram millis = Histogram.ofMillis("waits_seconds", "");

    millis.record(-5);

    assertThat(millis.snapshot().counts()[0]).isEqualTo(1);
    assertThat(millis.snapshot().sum()).isZero();
  }
}
