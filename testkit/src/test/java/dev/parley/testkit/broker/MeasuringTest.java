package dev.parley.testkit.broker;

import static dev.parley.core.delivery.ListenOptions.PENDING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.parley.core.delivery.AckMode;
import dev.parley.core.delivery.ListenOptions;
import dev.parley.core.delivery.Listening;
import dev.parley.core.error.Refused;
import dev.parley.core.message.MessageId;
import dev.parley.core.metrics.Histogram;
import dev.parley.core.store.MessageStore;
import dev.parley.core.store.StoreException;
import dev.parley.testkit.faults.FaultyStore;
import dev.parley.testkit.store.MemoryStore;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the broker times and counts for {@code /metrics}. */
class MeasuringTest extends BrokerSuite {
  private static final String TO_PUSH = "parley_accept_to_push_seconds";
  private static final String TO_ACK = "parley_accept_to_ack_seconds";

  private final RecordingListener listener = RecordingListener.withMuchRoom();

  @Override
  MessageStore open() {
    return new MemoryStore();
  }

  @BeforeEach
  void participants() {
    create("ada", "bob");
  }

  private Listening listen() {
    return listen("bob", new ListenOptions(AckMode.MANUAL, PENDING, 10, ACK_TIMEOUT, 3), listener);
  }

  private Histogram.Snapshot measured(String name) {
    return broker.histograms().stream()
        .filter(histogram -> histogram.name().equals(name))
        .findFirst()
        .orElseThrow()
        .snapshot();
  }

  @Test
  void theTimeFromAcceptingAMessageToPushingAndToAcknowledgingIt() throws Exception {
    Listening listening = listen();
    FaultyStore.Hold hold = store.hold();
    var sent = routing(draft("ada", "agent/bob").content("hello"));
    hold.awaitReached();
    time.advance(Duration.ofMillis(70));
    hold.release();
    MessageId id = idOf(result(sent));
    listener.awaitContents(1);
    eventually(() -> measured(TO_PUSH).count() == 1);
    time.advance(Duration.ofSeconds(2));
    result(listening.ack(List.of(id)));

    assertThat(measured(TO_PUSH).sum()).isEqualTo(0.07, within(1e-9));
    eventually(() -> measured(TO_ACK).count() == 1);
    assertThat(measured(TO_ACK).sum()).isEqualTo(2.07, within(1e-9));
  }

  @Test
  void aMessageThatWaitedForItsListenerSaysNothingAboutTheSpeedOfPushes() {
    send("ada", "bob", "early");
    time.advance(Duration.ofHours(5));

    listen();
    listener.awaitContents(1);

    assertThat(measured(TO_PUSH).count()).isZero();
  }

  @Test
  void everyCommitWithItsSizeAndDuration() {
    long before = measured("parley_commit_jobs").count();

    send("ada", "bob", "hello");

    Histogram.Snapshot sizes = measured("parley_commit_jobs");
    assertThat(sizes.count()).isGreaterThan(before);
    assertThat(measured("parley_commit_seconds").count()).isGreaterThan(before);
    assertThat(sizes.sum()).isEqualTo((double) broker.stats().get("committedJobs"));
  }

  @Test
  void refusedMessagesAreCountedByReason() {
    store.failCommits(StoreException.Reason.FULL);

    Refused refused = refusal(routing(draft("ada", "agent/bob").content("hello")));

    assertThat(broker.refusals())
        .containsEntry(refused.code().wireName(), 1L)
        .containsEntry("overloaded", 0L);
    assertThat(broker.stats().get("refused")).isEqualTo(1);
  }
}
