package dev.parley.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.doors.rest.events.FeedConfig;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whoever reads events again after a while is told what it has missed, or that it has. */
class MissedEventsTest extends EventsFixture {

  @Test
  void whoComesBackMissesNothing() {
    hub.agents("ada", "bob");
    String last;
    try (EventClient events = listen()) {
      send("bob", "ada", "seen");
      events.contentsUntil("seen");
      last = events.lastId();
    }
    send("bob", "ada", "missed");
    receive("ada");
    try (EventClient events = listen(last)) {
      assertThat(events.contentsUntil("missed")).containsExactly("missed");
      assertThat(events.next("state").path("state").asString()).isEqualTo("delivered");
      send("bob", "ada", "live");
      assertThat(events.contentsUntil("live")).containsExactly("live");
      assertThat(events.rest()).noneMatch(event -> event.name().equals("resync"));
    }
  }

  @Test
  void whoComesBackAfterARestartMissesNoMessageAndIsToldToReadTheStateAnew() {
    hub.agents("ada", "bob");
    String last;
    try (EventClient events = listen()) {
      send("bob", "ada", "seen");
      events.contentsUntil("seen");
      last = events.lastId();
    }
    send("bob", "ada", "before the restart");
    restart();
    send("bob", "ada", "after the restart");

    try (EventClient events = listen(last)) {
      assertThat(events.contentsUntil("after the restart"))
          .containsExactly("before the restart", "after the restart");
      assertThat(events.next("resync").path("reason").asString()).isNotEmpty();
      send("bob", "ada", "live");
      assertThat(events.contentsUntil("live")).containsExactly("live");
    }
  }

  @Test
  void whatTheRingHasLostComesFromTheStore() {
    restart(new FeedConfig(10, 10, 1 << 14, 4, 1 << 20, 10_000, 15_000, 1_000, 60_000));
    hub.agents("ada", "bob");
    String last;
    try (EventClient events = listen()) {
      last = events.lastId();
    }
    List<String> sent = new ArrayList<>();
    for (int i = 0; i < 250; i++) {
      sent.add("m" + i);
      send("bob", "ada", "m" + i);
    }
    try (EventClient events = listen(last)) {
      assertThat(events.contentsUntil("m249")).isEqualTo(sent);
      events.next("resync");
    }
  }

  @Test
  void tooMuchToMakeUpForIsAResync() {
    restart(new FeedConfig(10, 10, 1 << 14, 4, 1 << 20, 20, 15_000, 1_000, 60_000));
    hub.agents("ada", "bob");
    String last;
    try (EventClient events = listen()) {
      last = events.lastId();
    }
    for (int i = 0; i < 40; i++) {
      send("bob", "ada", "m" + i);
    }
    try (EventClient events = listen(last)) {
      assertThat(events.next("resync").path("reason").asString()).contains("too much");
      send("bob", "ada", "live");
      assertThat(events.contentsUntil("live")).containsExactly("live");
    }
  }

  @Test
  void anIdOfNoHubIsAResync() {
    try (EventClient events = listen("nonsense")) {
      assertThat(events.next("resync").path("reason").asString()).isNotEmpty();
    }
  }

  @Test
  void anIdOfAnEarlierVersionWhichShowedNumbersIsAResync() {
    try (EventClient events = listen("1-0-0")) {
      assertThat(events.next("resync").path("reason").asString()).isNotEmpty();
    }
  }
}
