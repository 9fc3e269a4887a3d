package dev.parley.doors.rest.apps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.core.error.Refused;
import dev.parley.testkit.time.ManualTime;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class OpenPagesTest {
  private final ManualTime time = new ManualTime(1_000_000);
  private final AtomicBoolean loggedIn = new AtomicBoolean(true);
  private final OpenPages pages = new OpenPages(time::millis);

  private String open(String app) {
    return pages.open(app, "localhost:7000", loggedIn::get);
  }

  private void isClosed(String secret) {
    assertThatThrownBy(() -> pages.enter(secret, "app"))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("open the app again");
  }

  @Test
  void eachHasASecretForItsAppAlone() {
    String one = open("app");

    assertThat(one).matches("[a-z2-7]{26}").isNotEqualTo(open("app"));
    assertThat(pages.enter(one, "app")).isEqualTo("localhost:7000");
    assertThatThrownBy(() -> pages.enter(one, "other")).isInstanceOf(Refused.class);
    assertThat(pages.enter(one, "app")).isEqualTo("localhost:7000");
  }

  @Test
  void oneThatIsNotUsedCloses() {
    String used = open("app");
    String unused = open("app");
    time.advance(OpenPages.IDLE_MAX.minusMillis(1));
    assertThat(pages.enter(used, "app")).isNotEmpty();
    time.advance(Duration.ofMillis(1));

    isClosed(unused);
    assertThat(pages.enter(used, "app")).isNotEmpty();
  }

  @Test
  void noneStaysOpenForEver() {
    String one = open("app");
    Duration step = OpenPages.IDLE_MAX.minusMillis(1);
    for (Duration at = step; at.compareTo(OpenPages.AGE_MAX) < 0; at = at.plus(step)) {
      time.advance(step);
      assertThat(pages.enter(one, "app")).isNotEmpty();
    }
    time.advance(step);

    isClosed(one);
  }

  @Test
  void itEndsWithTheLoginThatOpenedIt() {
    String one = open("app");
    loggedIn.set(false);

    isClosed(one);
  }

  @Test
  void thereAreOnlySoManyAndTheOldestGoesFirst() {
    String first = open("app");
    String second = open("app");
    for (int i = 2; i <= OpenPages.MAX; i++) {
      open("app");
    }

    isClosed(first);
    assertThat(pages.enter(second, "app")).isNotEmpty();
  }
}
