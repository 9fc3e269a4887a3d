package dev.parley.apps.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How often, and how soon, an app is started again. */
class RestartBudgetTest {
  private static final long START = 1_000_000;

  private final RestartBudget budget = new RestartBudget();

  @Test
  void atOnceAndThenWithPausesThatDouble() {
    long now = START;
    List<Long> pauses = new ArrayList<>();
    for (int i = 0; i < RestartBudget.RESTARTS_MAX; i++) {
      assertThat(budget.isDue(now)).isTrue();
      budget.spend(now);
      long last = now;
      while (!budget.isDue(now)) {
        now += 1_000;
      }
      pauses.add((now - last) / 1_000);
    }
    assertThat(pauses).containsExactly(10L, 20L, 40L, 80L, 160L);
  }

  @Test
  void fiveTimesAnHourCountedFromTheFirst() {
    long now = START;
    for (int i = 0; i < 5; i++) {
      assertThat(budget.isSpent(now)).isFalse();
      budget.spend(now);
      now += Duration.ofMinutes(5).toMillis();
    }
    assertThat(budget.isSpent(now)).isTrue();
    assertThat(budget.used(now)).isEqualTo(5);

    long hour = START + Duration.ofHours(1).toMillis();
    assertThat(budget.isSpent(hour - 1)).isTrue();
    assertThat(budget.isSpent(hour)).isFalse();
    assertThat(budget.isDue(hour)).isTrue();
    assertThat(budget.used(hour)).isZero();
  }

  @Test
  void whatTheOwnerStartsBeginsAnew() {
    for (int i = 0; i < 5; i++) {
      budget.spend(START);
    }
    budget.renew();

    assertThat(budget.isSpent(START)).isFalse();
    assertThat(budget.isDue(START)).isTrue();
  }
}
