package dev.parley.stores.nats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.Path;
import dev.parley.core.broker.Broker;
import dev.parley.core.broker.BrokerConfig;
import dev.parley.core.history.Overdue;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Escalation;
import dev.parley.core.message.MessageId;
import dev.parley.core.store.BoxId;
import dev.parley.testkit.broker.Senders;
import dev.parley.testkit.time.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Of two hubs that both see that a message is overdue, one tells of it. */
class EscalationOnTwoHubsTest {
  private static final AgentId BOB = new AgentId("bob");
  private static final AgentId BOSS = new AgentId("boss");
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final int MESSAGES = 30;

  @TempDir java.nio.file.Path directory;

  private final TestCluster cluster = new TestCluster();
  private final ManualTime time = new ManualTime(System.currentTimeMillis());

  /** One hub. */
  private record Node(NatsStore store, Broker broker) implements AutoCloseable {
    @Override
    public void close() {
      broker.close();
      store.close();
    }

    MessageId send(int number) {
      Draft draft =
          Draft.from("ada")
              .to(Path.agent(BOB))
              .content("message " + number)
              .escalation(new Escalation(Escalation.Rung.READ, MINUTE.toMillis(), BOSS))
              .build();
      return broker.route(draft, Senders.of(draft)).join().message().id();
    }

    long told() {
      broker.caughtUp().join();
      return broker.stats(BoxId.inbox(BOSS)).join().stored();
    }

    Overdue overdue(MessageId id) {
      return Objects.requireNonNull(broker.lookups().status(id).join().escalation());
    }
  }

  private Node node(String name) {
    NatsStore store = cluster.store(directory.resolve(name));
    return new Node(store, new Broker(store, time, BrokerConfig.DEFAULT).start());
  }

  private static void create(Node node) {
    for (String agent : List.of("ada", "bob", "boss")) {
      node.broker.participants().createAgent(new AgentId(agent), null, null, null, null).join();
    }
  }

  @Test
  void eachIsToldOfOnceAndBothKnow() {
    try (Node here = node("here");
        Node there = node("there")) {
      create(here);
      there.broker.caughtUp().join();
      List<MessageId> ids = new ArrayList<>();
      for (int i = 0; i < MESSAGES; i++) {
        ids.add((i % 2 == 0 ? here : there).send(i));
      }
      here.broker.caughtUp().join();
      there.broker.caughtUp().join();

      time.advance(MINUTE);
      await().atMost(Duration.ofSeconds(60)).until(() -> here.told() >= MESSAGES);
      time.advance(Duration.ofHours(1));

      assertThat(here.told()).isEqualTo(MESSAGES);
      assertThat(there.told()).isEqualTo(MESSAGES);
      for (MessageId id : ids) {
        assertThat(there.overdue(id)).isEqualTo(here.overdue(id));
        assertThat(here.overdue(id).told()).isNotNull();
      }
    }
  }

  @Test
  void whenTheHubThatTookItIsGoneTheOtherTells() {
    try (Node there = node("there")) {
      MessageId id;
      try (Node here = node("here")) {
        create(here);
        id = here.send(1);
        there.broker.caughtUp().join();
      }
      time.advance(MINUTE);
      await().atMost(Duration.ofSeconds(60)).until(() -> there.told() == 1);
      assertThat(there.overdue(id).told()).isNotNull();
    }
  }
}
