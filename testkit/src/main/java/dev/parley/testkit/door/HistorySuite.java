package dev.parley.testkit.door;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Looking back: what was received and sent, threads and conversations. */
abstract class HistorySuite extends DoorSuite {

  @Test
  @Needs(Ability.HISTORY)
  void whatWasReceivedStaysInTheHistoryOldestFirst() {
    TestAgent bob = agent("bob");
    house().send(Letter.to(bob).content("one"));
    house().send(Letter.to(bob).content("two"));
    as(bob).receive(bob.id(), 1);

    assertThat(Seen.contents(as(bob).history(bob.id(), 10))).containsExactly("one", "two");
  }

  @Test
  @Needs(Ability.HISTORY)
  void aHistoryThatIsTooLongBeginsLater() {
    TestAgent bob = agent("bob");
    for (String text : List.of("one", "two", "three")) {
      house().send(Letter.to(bob).content(text));
    }

    assertThat(Seen.contents(as(bob).history(bob.id(), 2))).containsExactly("two", "three");
  }

  @Test
  @Needs({Ability.OUTBOX, Ability.STATUS})
  void whatWasSentShowsHowFarItHasComeWithItsRecipients() {
    requires(Ability.OUTBOX);
    requires(Ability.STATUS);
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");
    TestAgent eve = agent("eve");
    TestAgent nobody = new TestAgent(unique("nobody"), "");
    String id = as(ada).send(Letter.toSeveral(bob, eve, nobody).content("hello")).id();
    house().markRead(eve.id(), List.of(id));

    Seen sent = as(ada).outbox(ada.id(), 10).getLast();

    assertThat(sent.id()).isEqualTo(id);
    assertThat(sent.field("delivery"))
        .isEqualTo(
            Map.of(
                "recipients",
                3,
                "pending",
                1,
                "delivered",
                0,
                "read",
                1,
                "expired",
                0,
                "dead",
                1,
                "cleared",
                0));
  }

  @Test
  @Needs({Ability.OUTBOX, Ability.PATHS})
  void whatWasSentIsInTheOutboxOldestFirst() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");
    as(ada).send(Letter.to(bob).content("one"));
    as(ada).send(Letter.toPath(uniquePath("nowhere")).content("two"));

    assertThat(Seen.contents(as(ada).outbox(ada.id(), 10))).containsExactly("one", "two");
  }

  @Test
  @Needs(Ability.ANSWERS)
  void aMessageThatAnswersAnotherNamesIt() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");
    String question = as(ada).send(Letter.to(bob).content("why?")).id();

    as(bob).send(Letter.to(ada).content("because").with("replyTo", question));

    assertThat(takeOne(ada).replyTo()).isEqualTo(question);
  }

  @Test
  @Needs({Ability.THREAD, Ability.ANSWERS})
  void aThreadHoldsQuestionAndAnswerOldestFirst() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");
    String question = as(ada).send(Letter.to(bob).content("why?")).id();
    String answer = as(bob).send(Letter.to(ada).content("because").with("replyTo", question)).id();

    assertThat(Seen.ids(as(ada).thread(question))).containsExactly(question, answer);
    assertThat(Seen.ids(as(bob).thread(answer))).containsExactly(question, answer);
  }

  @Test
  @Needs(Ability.THREAD)
  void aThreadIsHiddenFromWhoHasNoPartInIt() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");
    TestAgent eve = agent("eve");
    String question = as(ada).send(Letter.to(bob).content("why?")).id();

    List<Seen> shown;
    try {
      shown = as(eve).thread(question);
    } catch (DoorRefusal e) {
      assertThat(e.code()).isEqualTo("not_found");
      shown = List.of();
    }

    assertThat(shown).isEmpty();
  }

  @Test
  @Needs({Ability.THREAD, Ability.CODES})
  void aThreadOfOthersLooksLikeOneThatIsNotThere() {
    requires(Ability.CODES);
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");
    TestAgent eve = agent("eve");
    String foreign = as(ada).send(Letter.to(bob).content("why?")).id();

    assertSameRefusal(foreign, id -> as(eve).thread(id));
  }

  @Test
  @Needs({Ability.STATUS, Ability.CODES})
  void aMessageOfOthersLooksLikeOneThatIsNotThere() {
    requires(Ability.CODES);
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");
    TestAgent eve = agent("eve");
    String foreign = as(ada).send(Letter.to(bob).content("why?")).id();

    assertSameRefusal(foreign, id -> as(eve).states(id));
  }

  /** The words are the same but for the id. */
  private static void assertSameRefusal(String foreign, Consumer<String> asking) {
    String unknown = "0198c0de-0000-7000-8000-000000000001";
    DoorRefusal ofForeign = refusal(foreign, asking);
    DoorRefusal ofUnknown = refusal(unknown, asking);
    assertThat(ofForeign.code()).isEqualTo("not_found").isEqualTo(ofUnknown.code());
    assertThat(String.valueOf(ofForeign.getMessage()).replace(foreign, unknown))
        .isEqualTo(ofUnknown.getMessage());
  }

  private static DoorRefusal refusal(String id, Consumer<String> asking) {
    try {
      asking.accept(id);
    } catch (DoorRefusal refusal) {
      return refusal;
    }
    throw new AssertionError(id + " was shown");
  }

  @Test
  @Needs({Ability.THREAD, Ability.ANSWERS})
  void ofAThreadAnAgentSeesWhatItSentOrReceived() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");
    TestAgent eve = agent("eve");
    String question = as(ada).send(Letter.to(bob).content("why?")).id();
    String aside = as(bob).send(Letter.to(eve).content("psst").with("replyTo", question)).id();

    assertThat(Seen.ids(as(eve).thread(aside))).containsExactly(aside);
    assertThat(Seen.ids(as(bob).thread(aside))).containsExactly(question, aside);
  }

  @Test
  @Needs({Ability.CONVERSATION, Ability.SUBJECT})
  void aConversationGathersWhatNamesIt() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");
    String name = unique("conversation");
    String one = as(ada).send(Letter.to(bob).content("1").with("conversationId", name)).id();
    as(ada).send(Letter.to(bob).content("elsewhere"));
    String two = as(bob).send(Letter.to(ada).content("2").with("conversationId", name)).id();

    assertThat(Seen.ids(as(ada).conversation(name))).containsExactly(one, two);
  }
}
