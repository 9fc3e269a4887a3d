package dev.parley.stores.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.broker.BrokerConfig;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Escalation;
import dev.parley.core.message.MessageId;
import dev.parley.core.store.BoxId;
import dev.parley.testkit.broker.Senders;
import dev.parley.testkit.time.JumpingTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Deadlines of messages, with a clock that jumps and a hub that dies. */
class EscalationTimeTest {
  private static final AgentId ADA = new AgentId("ada");
  private static final AgentId BOB = new AgentId("bob");
  private static final AgentId BOSS = new AgentId("boss");
  private static final Duration MINUTE = Duration.ofMinutes(1);

  @TempDir Path directory;
  private final JumpingTime time = new JumpingTime(1_700_000_000_000L);
  private RocksStore store;
  private Broker broker;

  @BeforeEach
  void start() {
    store = RocksStore.open(directory.resolve("store"), RocksConfig.DEFAULT.unsynced());
    broker = new Broker(store, time, BrokerConfig.DEFAULT).start();
    for (AgentId agent : List.of(ADA, BOB, BOSS)) {
      if (broker.participants().agent(agent).isEmpty()) {
        broker.participants().createAgent(agent, null, null, null, null).join();
      }
    }
  }

  @AfterEach
  void stop() {
    broker.close();
    store.close();
  }

  private MessageId send() {
    Draft draft =
        Draft.from(ADA.value())
            .to(dev.parley.core.address.Path.agent(BOB))
            .escalation(new Escalation(Escalation.Rung.READ, MINUTE.toMillis(), BOSS))
            .build();
    return broker.route(draft, Senders.of(draft)).join().message().id();
  }

  private long told() {
    broker.ack(BoxId.inbox(BOSS), List.of()).join(); // behind what the alarms have asked for
    return broker.stats(BoxId.inbox(BOSS)).join().stored();
  }

  private void toldAfterAll(long count) {
    await().atMost(Duration.ofSeconds(20)).until(() -> told() == count);
  }

  @Test
  void aClockThatIsPutForwardHastensNothing() {
    send();
    time.jump(Duration.ofDays(365));
    time.advance(MINUTE.minusSeconds(1));
    assertThat(told()).isZero();
    time.advance(Duration.ofSeconds(1));
    toldAfterAll(1);
  }

  @Test
  void aClockThatIsPutBackDelaysByAsMuchAgainAtMost() {
    send();
    time.jump(Duration.ofDays(-365));
    time.advance(MINUTE);
    assertThat(told()).isZero();
    time.advance(MINUTE);
    toldAfterAll(1);
  }

  @Test
  void aClockThatIsPutBackWhileTheHubIsDownDelaysByAsMuchAgainAtMost() {
    send();
    stop();
    time.jump(Duration.ofDays(-365));
    start();
    time.advance(MINUTE.multipliedBy(2));
    toldAfterAll(1);
  }

  @Test
  void nothingIsOverdueWhileNobodyKnowsWhatTimeItIs() {
    send();
    time.agree(false);
    time.advance(MINUTE.multipliedBy(10));
    assertThat(told()).isZero();
    time.agree(true);
    time.advance(Duration.ofSeconds(1));
    toldAfterAll(1);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void inManyLivesEachIsToldOfOnce(long seed) {
    Random random = new Random(seed);
    int sent = 0;
    for (int life = 0; life < 12; life++) {
      for (int i = random.nextInt(4); i > 0; i--) {
        send();
        sent++;
        time.advance(Duration.ofSeconds(random.nextInt(40)));
      }
      stop(); // what the alarms have asked for may or may not have been done
      time.advance(Duration.ofSeconds(random.nextInt(90)));
      start();
    }
    time.advance(MINUTE.multipliedBy(2));
    toldAfterAll(sent);
    time.advance(Duration.ofDays(1));
    assertThat(told()).isEqualTo(sent);
  }
}
