package dev.parley.testkit.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.SessionKey;
import dev.parley.core.history.MessageFilter;
import dev.parley.core.history.MessagePage;
import dev.parley.core.history.MessageQuery;
import dev.parley.core.history.Totals;
import dev.parley.core.message.MessageType;
import dev.parley.core.sending.Receipt;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Looking through everything that was accepted, and counting it. */
@Timeout(60)
abstract class ArchiveSuite extends BrokerSuite {
  /** More than are looked at in one stretch. */
  private static final int MANY = 3_000;

  @BeforeEach
  void participants() {
    create("ada", "bob", "eve");
  }

  private MessagePage page(int limit, long below, MessageFilter filter) {
    return result(broker.lookups().messages(new MessageQuery(limit, below, filter)));
  }

  private List<String> contents(MessageFilter filter) {
    return EnvelopeFields.contentsOf(page(100, Long.MAX_VALUE, filter).messages());
  }

  private static MessageFilter filter(
      @Nullable AgentId to, @Nullable SessionKey session, @Nullable AgentId agent) {
    return new MessageFilter(null, to, session, agent, null, null, 0, Long.MAX_VALUE, null);
  }

  private static MessageFilter filter(@Nullable String type, long since, long until) {
    return new MessageFilter(null, null, null, null, null, type, since, until, null);
  }

  @Test
  @DisplayName("UI-1 a filter finds what fits however many others came later, page by page")
  void goesOn() {
    for (int i = 0; i < 3; i++) {
      send("ada", "bob", "old " + i);
    }
    List<CompletableFuture<Receipt>> later = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      later.add(routing(draft("eve", "agent/eve").content("later")));
    }
    later.forEach(BrokerSuite::result);

    MessagePage first = page(2, Long.MAX_VALUE, MessageFilter.from("ada"));
    assertThat(EnvelopeFields.contentsOf(first.messages())).containsExactly("old 2", "old 1");
    MessagePage second = page(2, first.below(), MessageFilter.from("ada"));
    assertThat(EnvelopeFields.contentsOf(second.messages())).containsExactly("old 0");
    assertThat(second.below()).as("through").isEqualTo(-1);
    assertThat(contents(MessageFilter.seenBy(agent("bob"))))
        .containsExactly("old 2", "old 1", "old 0");
  }

  @Test
  @DisplayName("UI-1 messages are found by whom they reached, by their type and by their time")
  void filters() {
    createSession("bob", "s1", "work/**");
    send("ada", "bob", "to bob");
    route(draft("ada", "work/now").content("to s1"));
    time.advance(Duration.ofMinutes(1));
    route(draft("bob", "agent/eve").content("task").type(MessageType.TASK));

    assertThat(contents(filter(agent("bob"), null, null))).containsExactly("to s1", "to bob");
    assertThat(contents(filter(null, session("bob", "s1"), null))).containsExactly("to s1");
    assertThat(contents(filter(null, null, agent("eve")))).containsExactly("task");
    assertThat(contents(filter(null, null, agent("bob"))))
        .containsExactly("task", "to s1", "to bob");
    assertThat(contents(filter("task", 0, Long.MAX_VALUE))).containsExactly("task");
    assertThat(contents(filter(null, START + 60_000, Long.MAX_VALUE))).containsExactly("task");
    assertThat(contents(filter(null, 0, START + 60_000))).containsExactly("to s1", "to bob");
  }

  @Test
  @DisplayName(
      "OPS-1 how many were ever accepted survives restarts, cleared inboxes and their agents")
  void totals() {
    send("ada", "bob", "one");
    send("ada", "bob", "two");
    send("eve", "nobody", "three");
    assertThat(result(broker.lookups().totals())).isEqualTo(new Totals(3, 3, 2));

    result(broker.receive(inbox("bob"), 1));
    result(broker.participants().deleteAgent(agent("eve")));
    restart();
    assertThat(result(broker.lookups().totals())).isEqualTo(new Totals(3, 3, 1));

    result(broker.clear(inbox("bob")));
    send("bob", "ada", "four");
    assertThat(result(broker.lookups().totals())).isEqualTo(new Totals(4, 4, 1));
  }
}
