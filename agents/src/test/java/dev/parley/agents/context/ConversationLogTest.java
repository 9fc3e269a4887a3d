package dev.parley.agents.context;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.SessionKey;
import dev.parley.core.broker.Broker;
import dev.parley.core.broker.BrokerConfig;
import dev.parley.core.message.MessageId;
import dev.parley.testkit.store.MemoryStore;
import dev.parley.testkit.time.ManualTime;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ConversationLogTest {
  private final MemoryStore store = new MemoryStore();
  private final Broker broker =
      new Broker(store, new ManualTime(1_000_000), BrokerConfig.DEFAULT).start();
  private ConversationLog log;

  @BeforeEach
  void start() {
    var _ = broker.participants().createAgent(new AgentId("ada"), null, null, null, null).join();
    log = new ConversationLog(broker.records(), broker.participants(), 3);
  }

  @AfterEach
  void close() {
    broker.close();
    store.close();
  }

  private void turn(String session, String answer, long at) {
    SessionKey key = SessionKey.parse("ada/" + session);
    boolean _ =
        broker
            .transactions()
            .run(
                tx -> {
                  log.add(tx, key, List.of(new MessageId(0, at)), answer, "answered", at);
                  return true;
                })
            .join();
    log.added(key, at);
  }

  private TreeSet<String> sessions() {
    TreeSet<String> kept = new TreeSet<>();
    broker.records().forEach(ConversationLog.TABLE, (key, _) -> kept.add(key));
    return kept;
  }

  @Test
  void othersCannotCrowdOutWhatTheOwnerSaid() {
    turn("main", "secret", 1);
    for (int i = 0; i < 10; i++) {
      turn("comm-" + i, "x", 2 + i);
    }
    assertThat(sessions()).containsExactly("ada/comm-8", "ada/comm-9", "ada/main");
    // What is found after a start is bounded in the same way.
    log = new ConversationLog(broker.records(), broker.participants(), 3);
    turn("comm-new", "x", 100);
    assertThat(sessions()).containsExactly("ada/comm-9", "ada/comm-new", "ada/main");
  }

  @Test
  void aSessionKeepsItsNewestTurnsAndCutsWhatIsLong() {
    for (int i = 0; i < ConversationRow.TURNS_MAX + 5; i++) {
      turn("comm-1", "answer " + i + " " + "x".repeat(10_000), 1 + i);
    }
    List<Exchange> kept =
        new Conversations(broker).of(new CommSession(SessionKey.parse("ada/comm-1"))).exchanges();
    assertThat(kept).hasSize(ConversationRow.TURNS_MAX);
    assertThat(kept.getFirst().answer())
        .startsWith("answer 5 ")
        .hasSize(ConversationRow.ANSWER_CHARS_MAX + 1);
  }

  @Test
  void whatTheOwnerSaidIsNeverDroppedHoweverMuchItIs() {
    int all = ConversationRow.MAIN_TURNS_MAX + 2 * ConversationRow.TURNS_MAX + 3;
    for (int i = 0; i < all; i++) {
      turn("main", "answer " + i, 1 + i);
    }
    Conversations conversations = new Conversations(broker);
    assertThat(conversations.ofMain(new AgentId("ada")).exchanges())
        .hasSizeLessThanOrEqualTo(ConversationRow.MAIN_TURNS_MAX);
    List<Exchange> logged = conversations.logged(SessionKey.parse("ada/main"));
    assertThat(logged).hasSize(all);
    assertThat(logged.getFirst().answer()).isEqualTo("answer 0");
    assertThat(logged.getLast().answer()).isEqualTo("answer " + (all - 1));
  }

  @Test
  void whatAnAgentSaidGoesWithIt() {
    turn("main", "secret", 1);
    turn("comm-1", "x", 2);
    AgentId ada = new AgentId("ada");
    boolean _ =
        broker
            .transactions()
            .run(
                tx -> {
                  log.remove(tx, ada);
                  return true;
                })
            .join();
    log.removed(ada);
    assertThat(sessions()).isEmpty();
  }
}
