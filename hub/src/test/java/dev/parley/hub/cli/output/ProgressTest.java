package dev.parley.hub.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.io.StringWriter;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private final StringWriter err = new StringWriter();
  private final AtomicLong now = new AtomicLong();

  @Test
  void aTerminalsLineIsWrittenOverAndGoneAtTheEnd() {
    try (var progress = progress(true)) {
      progress.at(1);
      assertThat(err.toString()).isEmpty();
      now.addAndGet(Duration.ofMillis(100).toNanos());
      progress.at(500);
    }

    assertThat(err.toString()).isEqualTo("\r\u001b[Kcopying 50 % (500/1,000)\r\u001b[K");
  }

  @Test
  void elsewhereALineIsWrittenNowAndThen() {
    try (var progress = progress(false)) {
      for (int second = 0; second < 11; second++) {
        now.addAndGet(Duration.ofSeconds(1).toNanos());
        progress.at(second * 100L);
      }
    }

    assertThat(err.toString().lines())
        .containsExactly("copying 40 % (400/1,000)", "copying 90 % (900/1,000)");
  }

  private Progress progress(boolean terminal) {
    var console =
        new Console(new StringWriter(), err, InputStream.nullInputStream(), terminal, false);
    return new Progress(console, "copying", 1000, now::get);
  }
}
