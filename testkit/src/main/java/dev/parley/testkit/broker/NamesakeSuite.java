package dev.parley.testkit.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.history.HistoryPage;
import dev.parley.core.history.HistoryQuery;
import dev.parley.core.history.MessageFilter;
import dev.parley.core.history.MessageQuery;
import dev.parley.core.message.Draft;
import dev.parley.core.message.MessageId;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.StoredMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** An agent that is made under the name of a deleted one has nothing of its past. */
abstract class NamesakeSuite extends BrokerSuite {
  private MessageId sent;
  private MessageId received;

  @BeforeEach
  void anotherAda() {
    create("ada", "bob");
    sent = idOf(route(draft("ada", "agent/bob").content("from the first")));
    received = idOf(route(draft("bob", "agent/ada").content("to the first").replyTo(sent)));
    result(broker.participants().deleteAgent(agent("ada")));
    create("ada");
  }

  private List<String> sentByAda(HistoryQuery query) {
    HistoryPage page = result(broker.lookups().sentBy(agent("ada"), query));
    return EnvelopeFields.contents(page.copies());
  }

  private boolean concernsAda(MessageId id) {
    return result(broker.lookups().concerns(id, agent("ada")));
  }

  private List<MessageId> seenByAda() {
    MessageQuery query = new MessageQuery(100, Long.MAX_VALUE, MessageFilter.seenBy(agent("ada")));
    return result(broker.lookups().messages(query)).messages().stream()
        .map(StoredMessage::id)
        .toList();
  }

  @Test
  @DisplayName("AG-3 what the one before had sent or received is not the new one's")
  void nothingIsInherited() {
    for (int opened = 0; opened < 2; opened++) {
      assertThat(sentByAda(HistoryQuery.newest(10))).isEmpty();
      assertThat(sentByAda(HistoryQuery.onwards(10, -1))).isEmpty();
      assertThat(history(inbox("ada"))).isEmpty();
      assertThat(concernsAda(sent)).isFalse();
      assertThat(concernsAda(received)).isFalse();
      assertThat(seenByAda()).isEmpty();
      restart();
    }
  }

  @Test
  @DisplayName("AG-3 what the new one sends and receives is its own, and survives a restart")
  void itsOwn() {
    MessageId own = idOf(route(draft("ada", "agent/bob").content("from the second")));
    MessageId got = idOf(route(draft("bob", "agent/ada").content("to the second")));

    for (int opened = 0; opened < 2; opened++) {
      assertThat(sentByAda(HistoryQuery.newest(10))).containsExactly("from the second");
      assertThat(sentByAda(HistoryQuery.onwards(10, -1))).containsExactly("from the second");
      assertThat(seenByAda()).containsExactlyInAnyOrder(own, got);
      restart();
    }
  }

  @Test
  @DisplayName("AG-3 nobody replies to what was said to the one before")
  void replies() {
    assertThat(refusal(broker.reply(Draft.from("ada"), received, Senders.agent("ada"))).code())
        .isEqualTo(ErrorCode.NOT_FOUND);
    assertThat(result(broker.reply(Draft.from("bob"), sent, Senders.agent("bob"))).agents())
        .containsExactly(agent("ada"));
  }

  @Test
  @DisplayName("AG-3 what was sent before an agent was made and is replayed to it is its own")
  void replayed() {
    MessageId early = idOf(route(draft("bob", "agent/late").content("early")));
    create("late");
    assertThat(result(broker.lookups().concerns(early, agent("late")))).isFalse();

    result(broker.replayDeadLetters(List.of()));

    assertThat(result(broker.lookups().concerns(early, agent("late")))).isTrue();
  }

  @Test
  @DisplayName("AG-3 the owner still sees all that was sent under the name")
  void ownersView() {
    assertThat(history(BoxId.outbox("ada"))).containsExactly("from the first");
  }

  @Test
  @DisplayName("AG-3 made anew in the commit that deletes it, it has nothing of its past either")
  void inOneCommit() {
    send("ada", "bob", "from the second");
    List<CompletableFuture<?>> asked = new ArrayList<>();
    inOneCommit(
        () -> {
          asked.add(routing(draft("ada", "agent/bob").content("last words")));
          asked.add(broker.participants().deleteAgent(agent("ada")));
          asked.add(broker.participants().createAgent(agent("ada"), null, null, null, null));
        });
    asked.forEach(BrokerSuite::result);

    assertThat(sentByAda(HistoryQuery.newest(10))).isEmpty();
    assertThat(seenByAda()).isEmpty();
  }

  @Test
  @DisplayName("AG-3 an agent that comes with imported messages has what came before it")
  void imported() {
    route(draft("moved", "agent/bob").content("elsewhere"));
    result(broker.participants().importAgent(agent("moved")));

    HistoryPage page = result(broker.lookups().sentBy(agent("moved"), HistoryQuery.newest(10)));
    assertThat(EnvelopeFields.contents(page.copies())).containsExactly("elsewhere");
  }
}
