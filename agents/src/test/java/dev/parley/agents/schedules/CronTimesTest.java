package dev.parley.agents.schedules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.core.error.Refused;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When cron expressions come, on ordinary days and on those when clocks are changed. */
class CronTimesTest {
  private static final String BERLIN = "Europe/Berlin";

  private static List<String> times(String expression, String from, String zone, int count) {
    CronTimes times = CronTimes.parse(expression);
    ZoneId place = ZoneId.of(zone);
    long at = LocalDateTime.parse(from).atZone(place).toInstant().toEpochMilli();
    List<String> found = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      OptionalLong next = times.next(at, place);
      if (next.isEmpty()) {
        break;
      }
      at = next.getAsLong();
      found.add(Instant.ofEpochMilli(at).atZone(place).toOffsetDateTime().toString());
    }
    return found;
  }

  @Test
  void secondsMayBeSaidOrNot() {
    assertThat(times("15 10 * * *", "2026-05-01T10:00", "UTC", 2))
        .containsExactly("2026-05-01T10:15Z", "2026-05-02T10:15Z");
    assertThat(times("30 15 10 * * *", "2026-05-01T10:00", "UTC", 1))
        .containsExactly("2026-05-01T10:15:30Z");
    assertThat(times("*/20 * * * * *", "2026-05-01T10:00", "UTC", 3))
        .containsExactly("2026-05-01T10:00:20Z", "2026-05-01T10:00:40Z", "2026-05-01T10:01Z");
    assertThat(times("@daily", "2026-05-01T10:00", "UTC", 1)).containsExactly("2026-05-02T00:00Z");
    assertThat(times("0 9 * * 7", "2026-11-20T10:00", "UTC", 1))
        .as("Sunday is 0 and 7")
        .containsExactly("2026-11-22T09:00Z");
  }

  @Test
  void whatIsDailyAtAnHourThatIsLeftOutFiresWhenClocksArePutForward() {
    assertThat(times("30 2 * * *", "2026-03-28T12:00", BERLIN, 2))
        .containsExactly("2026-03-29T03:00+02:00", "2026-03-30T02:30+02:00");
    assertThat(times("30 3 * * *", "2026-03-28T12:00", BERLIN, 2))
        .containsExactly("2026-03-29T03:30+02:00", "2026-03-30T03:30+02:00");
    assertThat(times("30 2 * * MON", "2026-03-28T12:00", BERLIN, 1))
        .as("it was a Sunday")
        .containsExactly("2026-03-30T02:30+02:00");
  }

  @Test
  void whatIsDailyFiresOnceWhenClocksArePutBack() {
    assertThat(times("30 2 * * *", "2026-10-24T12:00", BERLIN, 2))
        .containsExactly("2026-10-25T02:30+02:00", "2026-10-26T02:30+01:00");
  }

  @Test
  void whatRepeatsGoesOnWithRealTimeBothWays() {
    assertThat(times("*/30 * * * *", "2026-03-29T01:10", BERLIN, 3))
        .containsExactly(
            "2026-03-29T01:30+01:00", "2026-03-29T03:00+02:00", "2026-03-29T03:30+02:00");
    assertThat(times("15 * * * *", "2026-03-29T01:20", BERLIN, 1))
        .containsExactly("2026-03-29T03:15+02:00");
    assertThat(times("*/30 * * * *", "2026-10-25T02:10", BERLIN, 4))
        .containsExactly(
            "2026-10-25T02:30+02:00",
            "2026-10-25T02:00+01:00",
            "2026-10-25T02:30+01:00",
            "2026-10-25T03:00+01:00");
  }

  @Test
  void aDayThatIsNotThereNeverComes() {
    assertThat(times("0 0 31 2 *", "2026-01-01T00:00", "UTC", 1)).isEmpty();
    assertThat(times("0 0 29 2 *", "2026-01-01T00:00", "UTC", 1))
        .containsExactly("2028-02-29T00:00Z");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "* * * *", "61 * * * *", "0 25 * * *", "* * * * * * *", "@ever"})
  void whatIsNoExpressionIsRefusedWithAnExample(String expression) {
    assertThatThrownBy(() -> CronTimes.parse(expression))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("no cron expression")
        .hasMessageContaining("MON-FRI");
  }

  @Test
  void aZoneIsANameOfTheTimeZoneDatabase() {
    assertThatThrownBy(() -> Timing.Cron.parse("0 9 * * *", "Berlin"))
        .hasMessageContaining("Europe/Berlin");
  }
}
