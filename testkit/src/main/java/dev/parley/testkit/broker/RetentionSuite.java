package dev.parley.testkit.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.broker.BrokerConfig;
import dev.parley.core.delivery.AckMode;
import dev.parley.core.delivery.ListenOptions;
import dev.parley.core.inbox.InboxLimit;
import dev.parley.core.message.MessageId;
import dev.parley.core.participants.RegistryLimits;
import dev.parley.core.sending.SendingLimits;
import dev.parley.core.store.BoxId;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** How long and how many: outboxes for 3 days, inboxes for 2 days and 5 copies, dead letters 1. */
abstract class RetentionSuite extends BrokerSuite {
  private static final Duration DAY = Duration.ofDays(1);
  private static final Duration SWEEP = Duration.ofHours(1);

  @Override
  BrokerConfig config() {
    return new BrokerConfig(
        Duration.ofMinutes(10),
        DAY.multipliedBy(3),
        DAY.multipliedBy(2),
        5,
        DAY,
        SWEEP,
        RegistryLimits.DEFAULT,
        SendingLimits.DEFAULT);
  }

  @BeforeEach
  void participants() {
    create("ada", "bob");
  }

  @Test
  @DisplayName("IN-6 an inbox keeps the newest so many, whatever their state")
  void byCount() {
    for (int i = 0; i < 8; i++) {
      send("ada", "bob", "m" + i);
    }

    advance(SWEEP);

    eventually(() -> history(inbox("bob")).equals(List.of("m3", "m4", "m5", "m6", "m7")));
    assertThat(receive("bob")).hasSize(5);
  }

  @Test
  @DisplayName("IN-6 an inbox for which something else was said keeps that much")
  void ofItsOwn() {
    result(broker.inboxLimits().set(agent("ada"), InboxLimit.NONE));
    for (int i = 0; i < 8; i++) {
      send("ada", "bob", "m" + i);
      send("bob", "ada", "m" + i);
    }

    advance(SWEEP);

    eventually(() -> history(inbox("bob")).size() == 5);
    assertThat(history(inbox("ada"))).hasSize(8);
  }

  @Test
  @DisplayName("IN-6 an inbox keeps its copies so long")
  void byAge() {
    send("ada", "bob", "old");
    advance(DAY);
    send("ada", "bob", "young");
    assertThat(history(inbox("bob"))).containsExactly("old", "young");

    advance(DAY.plus(SWEEP));

    eventually(() -> history(inbox("bob")).equals(List.of("young")));
  }

  @Test
  @DisplayName("IN-5 an outbox keeps what was sent for a time of its own")
  void outbox() {
    MessageId id = idOf(send("ada", "bob", "old"));
    advance(DAY.multipliedBy(2).plus(SWEEP));
    eventually(() -> history(inbox("bob")).isEmpty());
    assertThat(history(BoxId.outbox("ada"))).containsExactly("old");

    advance(DAY);

    eventually(() -> history(BoxId.outbox("ada")).isEmpty());
    advance(SWEEP);
    eventually(() -> result(broker.lookups().find(id)).isEmpty());
  }

  @Test
  @DisplayName("RT-2 dead letters are kept for a time of their own")
  void deadLetterAge() {
    send("ada", "nobody", "old");
    advance(DAY.minusMinutes(1));
    assertThat(deadLetters()).containsExactly("old");

    advance(SWEEP.multipliedBy(2));

    eventually(() -> deadLetters().isEmpty());
  }

  @Test
  @DisplayName("IN-4 a listener that was behind goes on with what is kept")
  void listenerBehind() {
    RecordingListener slow = RecordingListener.withRoom(0);
    var listening = listen("bob", options(AckMode.NONE, ListenOptions.NOW), slow);
    for (int i = 0; i < 8; i++) {
      send("ada", "bob", "m" + i);
    }
    advance(SWEEP);
    eventually(() -> history(inbox("bob")).size() == 5);

    slow.giveRoom(100);
    listening.resume();
    slow.awaitContents(5);
    send("ada", "bob", "live");

    assertThat(slow.awaitContents(6)).containsExactly("m3", "m4", "m5", "m6", "m7", "live");
  }
}
