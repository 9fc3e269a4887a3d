package dev.parley.agents.turns;

import static dev.parley.agents.turns.TurnHub.session;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LanesTest {
  @Test
  void mainHasOnePlaceAndCommSome() {
    Lanes lanes = new Lanes(2, 1, 2, 10);
    assertThat(lanes.enter(session("ada", "main"))).isTrue();
    assertThat(lanes.enter(session("ada", "main"))).isFalse();
    assertThat(lanes.enter(session("ada", "comm-1"))).isTrue();
    assertThat(lanes.enter(session("ada", "comm-2"))).isTrue();
    assertThat(lanes.enter(session("ada", "comm-3"))).isFalse();
    assertThat(lanes.enter(session("bob", "comm-1"))).isTrue();
  }

  @Test
  void whoWaitsTwiceWaitsOnce() {
    Lanes lanes = new Lanes(1, 1, 2, 1);
    assertThat(lanes.enter(session("ada", "comm-1"))).isTrue();
    assertThat(lanes.enter(session("ada", "comm-2"))).isFalse();
    assertThat(lanes.enter(session("ada", "comm-2"))).isFalse();
    assertThat(lanes.waiting()).isEqualTo(1);
    assertThat(lanes.leave(session("ada", "comm-1"))).contains(session("ada", "comm-2"));
    assertThat(lanes.leave(session("ada", "comm-2"))).isEmpty();
    assertThat(lanes.running()).isZero();
  }

  @Test
  void agentsTakeTurns() {
    Lanes lanes = new Lanes(5, 1, 2, 1);
    assertThat(lanes.enter(session("ada", "comm-0"))).isTrue();
    for (int i = 1; i <= 3; i++) {
      assertThat(lanes.enter(session("ada", "comm-" + i))).isFalse();
    }
    assertThat(lanes.enter(session("bob", "comm-1"))).isFalse();
    assertThat(lanes.leave(session("ada", "comm-0"))).contains(session("ada", "comm-1"));
    assertThat(lanes.leave(session("ada", "comm-1"))).contains(session("bob", "comm-1"));
    assertThat(lanes.leave(session("bob", "comm-1"))).contains(session("ada", "comm-2"));
  }

  @Test
  void aFullLaneDoesNotHoldUpTheOther() {
    Lanes lanes = new Lanes(1, 1, 2, 2);
    assertThat(lanes.enter(session("ada", "main"))).isTrue();
    assertThat(lanes.enter(session("ada", "comm-1"))).isTrue();
    assertThat(lanes.enter(session("ada", "main"))).isFalse();
    assertThat(lanes.enter(session("ada", "comm-2"))).isFalse();
    assertThat(lanes.leave(session("ada", "comm-1"))).contains(session("ada", "comm-2"));
  }

  @Test
  void schedulesAndTasksOfItsOwnHavePlacesOfTheirOwn() {
    Lanes lanes = new Lanes(1, 1, 2, 10);
    assertThat(lanes.enter(session("ada", "comm-1"))).isTrue();
    assertThat(lanes.enter(session("ada", "task-1"))).isFalse();
    assertThat(lanes.enter(session("ada", "events-daily"))).isTrue();
    assertThat(lanes.enter(session("ada", "events-weekly"))).isFalse();
    assertThat(lanes.enter(session("ada", "subtask-1"))).isTrue();
    assertThat(lanes.enter(session("ada", "subtask-2"))).isTrue();
    assertThat(lanes.enter(session("ada", "subtask-3"))).isFalse();
    assertThat(lanes.leave(session("ada", "events-daily")))
        .contains(session("ada", "events-weekly"));
  }

  @Test
  void aPersonDoesNotSpeakWithItsAgentWhileTheOwnerDoes() {
    Lanes lanes = new Lanes(5, 1, 1, 10);
    assertThat(lanes.enter(session("ada", "main"))).isTrue();
    assertThat(lanes.enter(session("ada", "main@ann"))).isFalse();
    assertThat(lanes.leave(session("ada", "main"))).contains(session("ada", "main@ann"));
  }
}
