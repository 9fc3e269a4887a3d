package dev.parley.core.broker;

import dev.parley.core.commit.Committer;
import dev.parley.core.delivery.Live;
import dev.parley.core.journal.Journal;
import dev.parley.core.metrics.Histogram;
import dev.parley.core.participants.Participants;
import dev.parley.core.sending.Counters;
import dev.parley.core.sending.Requests;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.MessageStore;
import dev.parley.core.store.SharedStore;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the rooms of the core have counted and timed since the start, collected. Any thread. */
final class Measurements {
  private final MessageStore store;
  private final Committer committer;
  private final Live live;
  private final Participants participants;
  private final Requests requests;
  private final Journal journal;
  private final Counters counters;

  Measurements(
      MessageStore store,
      Committer committer,
      Live live,
      Participants participants,
      Requests requests,
      Journal journal,
      Counters counters) {
    this.store = store;
    this.committer = committer;
    this.live = live;
    this.participants = participants;
    this.requests = requests;
    this.journal = journal;
    this.counters = counters;
  }

  HubStats stats() {
    Map<String, Long> values = new LinkedHashMap<>();
    values.put("accepted", counters.accepted.sum());
    values.put("copies", counters.copies.sum());
    values.put("unmatched", counters.unmatched.sum());
    values.put("duplicates", counters.duplicates.sum());
    values.put("refused", refusals().values().stream().mapToLong(Long::longValue).sum());
    values.put("received", counters.received.sum());
    values.put("expired", counters.expired.sum());
    values.put("pushes", live.pushes());
    values.put("givenUp", live.givenUp());
    values.put("listeners", live.listeners());
    values.put("commits", committer.commits());
    values.put("committedJobs", committer.jobs());
    values.put("queued", (long) committer.queued());
    values.put("requestsWaiting", (long) requests.waiting());
    values.put(
        "followersFailing",
        journal.followers().stream().filter(follower -> follower.failures() > 0).count());
    values.put("agents", (long) participants.agentCount());
    values.put("sessions", (long) participants.sessionCount());
    values.put("subscriptions", participants.subscriptionCount());
    values.put("deadLetters", store.stats(BoxId.DEAD_LETTERS).pending());
    values.put("storeBytes", store.sizeOnDisk());
    values.put("clockAheadMillis", store instanceof SharedStore it ? it.aheadMillis() : 0L);
    values.put("clockAgreed", store instanceof SharedStore it && !it.isOnTime() ? 0L : 1L);
    return new HubStats(values);
  }

  Map<String, Long> refusals() {
    return counters.refusals();
  }

  List<Histogram> histograms() {
    return List.of(
        live.acceptToPush(), live.acceptToAck(), committer.commitTimes(), committer.commitSizes());
  }
}
