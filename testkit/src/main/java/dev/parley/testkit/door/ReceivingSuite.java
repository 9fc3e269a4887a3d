package dev.parley.testkit.door;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Taking messages, and marking them. */
abstract class ReceivingSuite extends DoorSuite {

  @Test
  void whatWasSentBeforeAnybodyCameWaits() {
    TestAgent bob = agent("bob");
    house().send(Letter.to(bob).content("early"));

    assertThat(takeOne(bob).content()).isEqualTo("early");
  }

  @Test
  void whatWasTakenIsNotHandedOverAgain() {
    TestAgent bob = agent("bob");
    house().send(Letter.to(bob).content("once"));

    assertThat(Seen.contents(takeAll(bob))).containsExactly("once");
    assertThat(takeAll(bob)).isEmpty();
  }

  @Test
  void whatWasTakenIsDeliveredForItsSender() {
    TestAgent bob = agent("bob");
    String id = house().send(Letter.to(bob).content("hello")).id();

    takeOne(bob);

    eventually(() -> List.of("delivered", "read").contains(house().states(id).get(bob.id())));
  }

  @Test
  @Needs(Ability.ORDER)
  void whatIsPendingIsHandedOverOldestFirst() {
    requires(Ability.ORDER);
    TestAgent bob = agent("bob");
    for (String text : List.of("one", "two", "three")) {
      house().send(Letter.to(bob).content(text));
    }

    assertThat(Seen.contents(takeAll(bob))).containsExactly("one", "two", "three");
  }

  @Test
  @Needs(Ability.ORDER)
  void theHighestPriorityIsHandedOverFirst() {
    requires(Ability.ORDER);
    TestAgent bob = agent("bob");
    house().send(Letter.to(bob).content("low").with("priority", "low"));
    house().send(Letter.to(bob).content("normal"));
    house().send(Letter.to(bob).content("high").with("priority", "high"));

    assertThat(Seen.contents(takeAll(bob))).containsExactly("high", "normal", "low");
  }

  @Test
  void noMoreIsTakenThanAskedFor() {
    TestAgent bob = agent("bob");
    for (String text : List.of("one", "two", "three")) {
      house().send(Letter.to(bob).content(text));
    }
    eventually(() -> inboxOf(bob).size() == 3);

    List<Seen> first = takeAtLeastOne(bob, 2);

    assertThat(first).hasSizeLessThanOrEqualTo(2);
    assertThat(Seen.contents(takeAll(bob))).hasSize(3 - first.size());
  }

  private List<Seen> takeAtLeastOne(TestAgent agent, int limit) {
    List<List<Seen>> taken = new ArrayList<>();
    eventually(
        () -> {
          List<Seen> some = as(agent).receive(agent.id(), limit);
          taken.add(some);
          return !some.isEmpty();
        });
    return taken.getLast();
  }

  @Test
  @Needs(Ability.PEEK)
  void lookingTakesNothing() {
    TestAgent bob = agent("bob");
    String id = house().send(Letter.to(bob).content("still here")).id();

    assertThat(Seen.contents(as(bob).peek(bob.id(), 10))).containsExactly("still here");
    assertThat(Seen.contents(as(bob).peek(bob.id(), 10))).containsExactly("still here");

    assertThat(house().states(id).get(bob.id())).isIn("accepted", "pushed");
    assertThat(Seen.contents(takeAll(bob))).containsExactly("still here");
  }

  @Test
  @Needs(Ability.TELLING)
  void aReceiverIsToldOfWhatComes() {
    TestAgent bob = agent("bob");
    try (DoorClient.Telling telling = as(bob).tellMe(bob.id())) {
      String first = house().send(Letter.to(bob).content("one")).id();
      assertThat(telling.next().id()).isEqualTo(first);
      String second = house().send(Letter.to(bob).content("two")).id();
      assertThat(telling.next().id()).isEqualTo(second);
    }
  }

  @Test
  @Needs(Ability.ACK)
  void anAcknowledgedMessageIsDeliveredAndNotHandedOverAgain() {
    TestAgent bob = agent("bob");
    String id = house().send(Letter.to(bob).content("seen elsewhere")).id();

    assertThat(as(bob).acknowledge(bob.id(), List.of(id))).isEqualTo(1);
    assertThat(as(bob).acknowledge(bob.id(), List.of(id))).isZero();

    assertThat(house().states(id)).containsEntry(bob.id(), "delivered");
    assertThat(takeAll(bob)).isEmpty();
  }

  @Test
  @Needs(Ability.READ)
  void aMessageMarkedReadIsReadForItsSender() {
    TestAgent bob = agent("bob");
    String id = house().send(Letter.to(bob).content("hello")).id();

    as(bob).markRead(bob.id(), List.of(id));

    assertThat(house().states(id)).containsEntry(bob.id(), "read");
  }

  @Test
  @Needs(Ability.READ)
  void markingReadTwiceCountsOnce() {
    TestAgent bob = agent("bob");
    String id = house().send(Letter.to(bob).content("hello")).id();

    assertThat(as(bob).markRead(bob.id(), List.of(id))).isEqualTo(1);
    assertThat(as(bob).markRead(bob.id(), List.of(id))).isZero();
  }

  @Test
  @Needs(Ability.READ)
  void markingWhatIsNotInTheInboxMarksNothing() {
    TestAgent bob = agent("bob");
    TestAgent eve = agent("eve");
    String id = house().send(Letter.to(eve).content("not yours")).id();

    assertThat(as(bob).markRead(bob.id(), List.of(id))).isZero();

    assertThat(house().states(id).get(eve.id())).isIn("accepted", "pushed");
  }

  @Test
  @Needs(Ability.CLEAR)
  void aClearedInboxIsEmpty() {
    TestAgent bob = agent("bob");
    house().send(Letter.to(bob).content("one"));
    house().send(Letter.to(bob).content("two"));

    assertThat(as(bob).clear(bob.id())).isEqualTo(2);

    assertThat(takeAll(bob)).isEmpty();
  }

  @Test
  @Needs(Ability.STATUS)
  void theSenderSeesHowFarItsMessageHasCome() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");
    String id = as(ada).send(Letter.to(bob).content("hello")).id();

    assertThat(as(ada).states(id)).containsEntry(bob.id(), "accepted");
    takeOne(bob);
    assertThat(as(ada).states(id)).containsEntry(bob.id(), "delivered");
  }

  @Test
  @Needs(Ability.STATUS)
  void nobodyElseSeesHowFarItHasCome() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");
    TestAgent eve = agent("eve");
    String id = as(ada).send(Letter.to(bob).content("hello")).id();

    assertRefused(() -> as(eve).states(id), "not_found");
  }
}
