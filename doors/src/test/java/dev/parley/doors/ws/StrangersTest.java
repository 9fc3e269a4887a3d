package dev.parley.doors.ws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.parley.doors.Configs;
import dev.parley.doors.RawClient;
import dev.parley.doors.TestHub;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Those who have not said yet who they are, are bounded; those who have, are not in their way. */
class StrangersTest {
  private static final int MAX = 2;

  private final TestHub hub = TestHub.start(Configs.strangers(MAX));
  private final List<RawClient> open = new ArrayList<>();

  @AfterEach
  void close() {
    open.forEach(RawClient::close);
    hub.close();
  }

  private RawClient stranger() {
    RawClient client = hub.raw();
    open.add(client);
    return client;
  }

  @Test
  void beyondTheLimitNewcomersAreToldWhenToComeAgain() {
    for (int i = 0; i < MAX; i++) {
      stranger();
    }

    assertThatThrownBy(this::stranger)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("503")
        .hasMessageContaining("Retry-After: ");
    assertThat(hub.webSockets().strangers()).isEqualTo(MAX);
  }

  @Test
  void whoeverAuthenticatesMakesRoom() {
    for (int i = 0; i < 5 * MAX; i++) {
      stranger().authenticate(hub.ownerToken());
    }

    assertThat(hub.webSockets().strangers()).isZero();
    assertThat(hub.webSockets().connections()).isEqualTo(5 * MAX);
  }

  @Test
  void whoeverLeavesMakesRoom() {
    for (int i = 0; i < 5 * MAX; i++) {
      stranger().close();
      await().until(() -> hub.webSockets().strangers() == 0);
    }
  }

  @Test
  void whoeverIsTurnedAwayMakesRoom() {
    RawClient wrong = stranger();
    wrong.text("{\"type\":\"auth\",\"token\":\"prl_wrong\"}");

    await().until(() -> hub.webSockets().strangers() == 0);
  }

  @Test
  void whoeverAuthenticatedAndLeavesIsNotCountedTwice() {
    RawClient known = stranger().authenticate(hub.ownerToken());
    stranger();
    known.close();
    await().until(() -> hub.webSockets().connections() == 1);

    assertThat(hub.webSockets().strangers()).isEqualTo(1);
  }
}
