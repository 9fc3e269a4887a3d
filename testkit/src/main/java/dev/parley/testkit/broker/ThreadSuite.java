package dev.parley.testkit.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.history.HistoryPage;
import dev.parley.core.message.Draft;
import dev.parley.core.message.MessageId;
import dev.parley.core.sending.Receipt;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What belongs together. */
abstract class ThreadSuite extends BrokerSuite {
  private static final MessageId OWN = MessageId.parse("0198c0de-0000-4000-8000-000000000007");

  @BeforeEach
  void participants() {
    create("ada", "bob");
  }

  private static Draft.Builder answer(MessageId to, String content) {
    return draft("bob", "agent/ada").replyTo(to).content(content);
  }

  private List<String> thread(MessageId member) {
    return EnvelopeFields.contents(result(broker.lookups().thread(member, 100, -1, null)).copies());
  }

  private List<String> thread(String conversation) {
    return EnvelopeFields.contents(
        result(broker.lookups().thread(conversation, 100, -1, null)).copies());
  }

  @Test
  @DisplayName("THR-1 a chain of replies is a thread, oldest first, from whichever end")
  void chain() {
    MessageId root = idOf(send("ada", "bob", "root"));
    MessageId first = idOf(route(answer(root, "first")));
    MessageId second = idOf(route(answer(first, "second")));
    MessageId branch = idOf(route(answer(root, "branch")));

    for (MessageId member : List.of(root, first, second, branch)) {
      assertThat(thread(member)).containsExactly("root", "first", "second", "branch");
    }
  }

  @Test
  @DisplayName("THR-1 a conversation is a thread, and replies without its name belong to it")
  void conversation() {
    route(draft("ada", "agent/bob").conversationId("talk").content("one"));
    MessageId two = idOf(route(draft("bob", "agent/ada").conversationId("talk").content("two")));
    MessageId three = idOf(route(answer(two, "three")));
    route(draft("ada", "agent/bob").conversationId("other").content("elsewhere"));

    assertThat(thread("talk")).containsExactly("one", "two", "three");
    assertThat(thread(three)).containsExactly("one", "two", "three");
  }

  @Test
  @DisplayName("THR-1 a conversation named after its first message shows that one once")
  void conversationNamedAfterItsFirst() {
    route(draft("ada", "agent/bob").id(OWN).conversationId(OWN.toString()).content("one"));
    route(answer(OWN, "two"));

    assertThat(thread(OWN)).containsExactly("one", "two");
  }

  @Test
  @DisplayName("THR-1 a message alone is a thread of one, and an unknown one none")
  void alone() {
    assertThat(thread(idOf(send("ada", "bob", "alone")))).containsExactly("alone");
    assertThat(thread("never")).isEmpty();
    assertThat(refusal(broker.lookups().thread(OWN, 10, -1, null)).code())
        .isEqualTo(ErrorCode.NOT_FOUND);
  }

  @Test
  @DisplayName("THR-1 a thread is read page by page")
  void pages() {
    MessageId root = idOf(send("ada", "bob", "root"));
    for (int i = 0; i < 5; i++) {
      route(answer(root, "r" + i));
    }
    List<String> seen = new ArrayList<>();
    HistoryPage page = result(broker.lookups().thread(root, 2, -1, null));
    seen.addAll(EnvelopeFields.contents(page.copies()));
    while (page.more()) {
      page = result(broker.lookups().thread(root, 2, page.after(), null));
      seen.addAll(EnvelopeFields.contents(page.copies()));
    }

    assertThat(seen).containsExactly("root", "r0", "r1", "r2", "r3", "r4");
  }

  @ParameterizedTest(
      name = "THR-1 no page of a thread has more than {0} messages, and none is missed")
  @ValueSource(ints = {1, 2, 3, 6, 7})
  void pagesKeepTheLimit(int limit) {
    MessageId root = idOf(send("ada", "bob", "root"));
    for (int i = 0; i < 5; i++) {
      route(answer(root, "r" + i));
    }
    List<String> seen = new ArrayList<>();
    long after = -1;
    boolean more = true;
    while (more) {
      HistoryPage page = result(broker.lookups().thread(root, limit, after, null));
      assertThat(page.copies()).hasSizeBetween(1, limit);
      seen.addAll(EnvelopeFields.contents(page.copies()));
      after = page.after();
      more = page.more();
    }

    assertThat(seen).containsExactly("root", "r0", "r1", "r2", "r3", "r4");
    route(answer(root, "later"));
    assertThat(
            EnvelopeFields.contents(
                result(broker.lookups().thread(root, limit, after, null)).copies()))
        .containsExactly("later");
  }

  @Test
  @DisplayName("THR-1 a stranger to a thread is shown nothing of it, not even how long it is")
  void stranger() {
    create("eve");
    MessageId root = idOf(send("ada", "bob", "root"));
    route(answer(root, "reply"));
    route(draft("bob", "agent/eve").replyTo(root).content("for eve"));

    HistoryPage nothing = result(broker.lookups().thread("talk", 10, -1, agent("eve")));
    assertThat(nothing).isEqualTo(new HistoryPage(List.of(), -1, -1, false));
    HistoryPage some = result(broker.lookups().thread(root, 1, -1, agent("eve")));
    assertThat(EnvelopeFields.contents(some.copies())).containsExactly("for eve");
    create("stranger");
    assertThat(refusal(broker.lookups().thread(root, 1, -1, agent("stranger"))))
        .as("it looks like a message that is not there")
        .hasMessage("there is no message " + root)
        .extracting(Refused::code)
        .isEqualTo(ErrorCode.NOT_FOUND);
  }

  @Test
  @DisplayName("THR-1 where a page of a thread ends does not tell how much others have said in it")
  void hiddenPlaces() {
    create("eve");
    MessageId root = idOf(send("ada", "bob", "root"));
    for (int i = 0; i < 3; i++) {
      route(draft("bob", "agent/eve").replyTo(root).content("for eve " + i));
    }

    HistoryPage first = result(broker.lookups().thread(root, 1, -1, agent("eve")));
    HistoryPage second = result(broker.lookups().thread(root, 1, first.after(), agent("eve")));

    assertThat(EnvelopeFields.contents(second.copies())).containsExactly("for eve 1");
    assertThat(List.of(first.after(), second.after())).allMatch(place -> place > 1_000);
  }

  @Test
  @DisplayName(
      "THR-1 a reply that names another conversation stays in the thread, and is there too")
  void replyInAnotherConversation() {
    MessageId root = idOf(send("ada", "bob", "root"));
    MessageId aside = idOf(route(answer(root, "aside").conversationId("side")));
    MessageId further = idOf(route(answer(aside, "further")));
    route(draft("ada", "agent/bob").conversationId("side").content("elsewhere"));

    for (MessageId member : List.of(root, aside, further)) {
      assertThat(thread(member)).containsExactly("root", "aside", "further");
    }
    assertThat(thread("side")).containsExactly("aside", "elsewhere");
  }

  @Test
  @DisplayName("THR-1 DUR-2 a reply to what the hub does not know starts a thread of its own")
  void replyToUnknown() {
    MessageId reply = idOf(route(answer(OWN, "about something lost")));
    restart();

    assertThat(thread(reply)).containsExactly("about something lost");
  }

  @Test
  @DisplayName("MSG-1 GOV-1 a reaction names its cause and counts the way it has come")
  void causeAndHops() {
    Receipt root = send("ada", "bob", "root");
    Receipt reply = route(answer(idOf(root), "reply"));
    Receipt reaction = route(draft("bob", "agent/ada").cause(idOf(reply)).content("reaction"));

    assertThat(EnvelopeFields.of(root.message().json())).doesNotContainKeys("cause", "hops");
    assertThat(EnvelopeFields.of(reply.message().json()))
        .containsEntry("cause", idOf(root).toString())
        .containsEntry("hops", "1");
    assertThat(EnvelopeFields.of(reaction.message().json()))
        .containsEntry("cause", idOf(reply).toString())
        .containsEntry("hops", "2")
        .doesNotContainKey("replyTo");
  }

  @Test
  @DisplayName("MSG-1 a cause of its own goes before the message that is replied to")
  void ownCause() {
    MessageId root = idOf(send("ada", "bob", "root"));
    MessageId far = idOf(route(answer(idOf(route(answer(root, "a"))), "b")));

    Receipt receipt = route(answer(root, "c").cause(far));

    assertThat(EnvelopeFields.of(receipt.message().json()))
        .containsEntry("cause", far.toString())
        .containsEntry("replyTo", root.toString())
        .containsEntry("hops", "3");
  }

  @Test
  @DisplayName("MSG-1 THR-1 a reply in the same commit as what it answers knows its parent")
  void replyInOneCommit() {
    List<CompletableFuture<Receipt>> sent = new ArrayList<>();
    inOneCommit(
        () -> {
          sent.add(
              routing(
                  draft("ada", "agent/bob").id(OWN).conversationId("talk").content("question")));
          sent.add(routing(answer(OWN, "answer")));
        });
    sent.forEach(BrokerSuite::result);

    assertThat(thread("talk")).containsExactly("question", "answer");
    assertThat(EnvelopeFields.of(result(sent.get(1)).message(), "hops")).isEqualTo("1");
  }

  @Test
  @DisplayName("WS-5 a message concerns who sent it and who got a copy")
  void concerns() {
    create("eve");
    createSession("eve", "main", "slack/**");
    MessageId id = idOf(route(draft("ada", "slack/x").content("hello")));

    assertThat(result(broker.lookups().concerns(id, agent("ada")))).isTrue();
    assertThat(result(broker.lookups().concerns(id, agent("eve")))).isTrue();
    assertThat(result(broker.lookups().concerns(id, agent("bob")))).isFalse();
    assertThat(result(broker.lookups().concerns(OWN, agent("bob")))).isFalse();
  }
}
