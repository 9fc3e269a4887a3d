package dev.parley.testkit.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.inbox.InboxLimit;
import dev.parley.core.message.MessageId;
import dev.parley.core.store.BoxId;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Inboxes that keep less than others, where the others keep everything. */
public abstract class InboxLimitSuite extends BrokerSuite {
  private static final Duration DAY = Duration.ofDays(1);
  private static final Duration SWEEP = Duration.ofMinutes(1);

  @BeforeEach
  void participants() {
    create("ada", "bob", "eve");
  }

  private void limit(String agent, Duration age, long countMax) {
    result(broker.inboxLimits().set(agent(agent), new InboxLimit(age, countMax)));
  }

  private void sendToAll(String content) {
    send("ada", "bob", content);
    send("ada", "eve", content);
  }

  @Test
  @DisplayName("IN-6 one inbox keeps the newest so many, another all")
  void byCount() {
    limit("bob", Duration.ZERO, 2);
    for (int i = 0; i < 4; i++) {
      sendToAll("m" + i);
    }

    advance(SWEEP);

    eventually(() -> history(inbox("bob")).equals(List.of("m2", "m3")));
    assertThat(history(inbox("eve"))).containsExactly("m0", "m1", "m2", "m3");
    assertThat(receive("bob")).containsExactly("m2", "m3");
  }

  @Test
  @DisplayName("IN-6 one inbox keeps its copies so long, another for ever, also after a restart")
  void byAge() {
    limit("bob", DAY, 0);
    sendToAll("old");
    restart();
    assertThat(broker.inboxLimits().ownOf(agent("bob"))).contains(new InboxLimit(DAY, 0));
    advance(DAY);
    sendToAll("young");

    advance(SWEEP);

    eventually(() -> history(inbox("bob")).equals(List.of("young")));
    assertThat(history(inbox("eve"))).containsExactly("old", "young");
  }

  @Test
  @DisplayName("IN-6 what was said for an agent holds for its sessions")
  void sessions() {
    createSession("bob", "s1", "news/**");
    limit("bob", Duration.ZERO, 1);
    route(draft("ada", "news/today").content("first"));
    route(draft("ada", "news/today").content("second"));

    advance(SWEEP);

    eventually(() -> history(inbox("bob", "s1")).equals(List.of("second")));
    assertThat(history(inbox("bob"))).containsExactly("second");
  }

  @Test
  @DisplayName("IN-6 the sender keeps what it sent, and sees that the copy is gone")
  void forTheSender() {
    limit("bob", DAY, 0);
    MessageId id = idOf(send("ada", "bob", "old"));

    advance(DAY.plus(SWEEP));

    eventually(() -> history(inbox("bob")).isEmpty());
    assertThat(history(BoxId.outbox("ada"))).containsExactly("old");
    assertThat(result(broker.lookups().status(id)).counts().cleared()).isEqualTo(1);
  }

  @Test
  @DisplayName("IN-6 a message that expired stays in the history as expired until it is too old")
  void expired() {
    limit("bob", DAY, 0);
    route(draft("ada", "agent/bob").content("brief").ttlMillis(Duration.ofMinutes(5).toMillis()));

    advance(Duration.ofMinutes(10));

    eventually(() -> statuses(inbox("bob")).equals(List.of("expired")));
    assertThat(receive("bob")).isEmpty();
    advance(DAY);
    eventually(() -> history(inbox("bob")).isEmpty());
  }

  @Test
  @DisplayName("IN-6 a limit that was taken back, or whose agent is another, no longer holds")
  void takenBack() {
    limit("bob", Duration.ZERO, 1);
    limit("eve", Duration.ZERO, 1);
    result(broker.inboxLimits().reset(agent("bob")));
    result(broker.participants().deleteAgent(agent("eve")));
    advance(Duration.ofSeconds(1));
    create("eve");
    sendToAll("one");
    sendToAll("two");

    advance(SWEEP.multipliedBy(2));

    assertThat(history(inbox("bob"))).containsExactly("one", "two");
    assertThat(history(inbox("eve"))).containsExactly("one", "two");
    assertThat(broker.inboxLimits().of(agent("eve"))).isEqualTo(InboxLimit.NONE);
  }
}
