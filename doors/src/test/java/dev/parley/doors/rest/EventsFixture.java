package dev.parley.doors.rest;

import static org.awaitility.Awaitility.await;

/** Tests of {@code /api/events}. */
abstract class EventsFixture extends RestFixture {
  /** Reads events as the owner; it has joined when this returns. */
  final EventClient listen(String... lastEventId) {
    EventClient events =
        new EventClient(as(hub.ownerToken()), lastEventId.length == 0 ? "" : lastEventId[0]);
    await().until(() -> !events.lastId().isEmpty());
    return events;
  }

  final void receive(String agent) {
    owner.post("/api/agents/" + agent + "/inbox/receive", "{}");
  }
}
