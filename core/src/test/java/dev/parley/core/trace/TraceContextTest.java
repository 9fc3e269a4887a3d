package dev.parley.core.trace;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The examples and rules of W3C Trace Context. */
class TraceContextTest {
  private static final String EXAMPLE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

  @Test
  void whatIsReadIsWrittenAgain() {
    TraceContext context = TraceContext.parse(EXAMPLE);
    assertThat(context).isNotNull();
    assertThat(context.traceId()).isEqualTo("4bf92f3577b34da6a3ce929d0e0e4736");
    assertThat(context.spanId()).isEqualTo("00f067aa0ba902b7");
    assertThat(context.isSampled()).isTrue();
    assertThat(context.text()).isEqualTo(EXAMPLE).hasSize(TraceContext.LENGTH);
  }

  @ParameterizedTest
  @ValueSource(strings = {"00", "02", "10", "a0"})
  void whatIsNotToBeRecordedIsReadAllTheSame(String flags) {
    TraceContext context = TraceContext.parse(EXAMPLE.substring(0, 53) + flags);
    assertThat(context).isNotNull();
    assertThat(context.isSampled()).isFalse();
    assertThat(context.text()).endsWith("-" + flags);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-what-the-future-will-be-like"
      })
  void laterVersionsAreReadAsFarAsTheyAreKnown(String text) {
    assertThat(TraceContext.parse(text))
        .isNotNull()
        .extracting(TraceContext::text)
        .isEqualTo(EXAMPLE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "00",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7",
        "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e473g-00f067aa0ba902b7-01",
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more",
        "00_4bf92f3577b34da6a3ce929d0e0e4736_00f067aa0ba902b7_01",
        "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "0x-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01.x",
        "00-+bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
      })
  void everythingElseIsNone(String text) {
    assertThat(TraceContext.parse(text)).isNull();
  }

  @Test
  void nothingIsNone() {
    assertThat(TraceContext.parse(null)).isNull();
  }
}
