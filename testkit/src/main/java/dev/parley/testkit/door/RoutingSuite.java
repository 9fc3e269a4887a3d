package dev.parley.testkit.door;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Paths, patterns, broadcasts and groups. */
abstract class RoutingSuite extends DoorSuite {

  @Test
  @Needs(Ability.PATHS)
  void aMessageToAPathReachesWhoSubscribesToIt() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");
    TestAgent eve = agent("eve");
    String room = unique("room");
    house().subscribe(bob.id(), room + "/news");
    house().subscribe(eve.id(), room + "/other");

    as(ada).send(Letter.toPath(room + "/news").content("extra"));

    Seen seen = takeOne(bob);
    assertThat(seen.content()).isEqualTo("extra");
    assertThat(seen.path()).isEqualTo(room + "/news");
    assertThat(takeAll(eve)).isEmpty();
  }

  @Test
  @Needs(Ability.PATHS)
  void oneStarStandsForExactlyOneSegment() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");
    String room = unique("room");
    house().subscribe(bob.id(), room + "/*/new");

    as(ada).send(Letter.toPath(room + "/papers/new").content("one"));
    as(ada).send(Letter.toPath(room + "/papers/physics/new").content("two"));

    assertThat(Seen.contents(takeAll(bob))).containsExactly("one");
  }

  @Test
  @Needs(Ability.PATHS)
  void twoStarsStandForAnyNumberOfSegments() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");
    String room = unique("room");
    house().subscribe(bob.id(), room + "/**");

    as(ada).send(Letter.toPath(room + "/a").content("one"));
    as(ada).send(Letter.toPath(room + "/a/b/c").content("two"));

    assertThat(Seen.contents(takeAll(bob))).containsExactlyInAnyOrder("one", "two");
  }

  @Test
  @Needs(Ability.PATHS)
  void whoMatchesTwiceGetsOneCopy() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");
    String room = unique("room");
    house().subscribe(bob.id(), room + "/*");
    house().subscribe(bob.id(), room + "/**");

    as(ada).send(Letter.toPath(room + "/a").content("once"));

    assertThat(Seen.contents(takeAll(bob))).containsExactly("once");
  }

  @Test
  @Needs(Ability.PATHS)
  void aBroadcastReachesEveryAgentButItsSender() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");
    TestAgent eve = agent("eve");

    as(ada).send(Letter.toEveryone().content("attention"));

    assertThat(Seen.contents(takeAll(bob))).containsExactly("attention");
    assertThat(Seen.contents(takeAll(eve))).containsExactly("attention");
    assertThat(takeAll(ada)).isEmpty();
  }

  @Test
  @Needs(Ability.SUBSCRIPTIONS)
  void anAgentSubscribesAndUnsubscribesItself() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");
    String room = unique("room");

    as(bob).subscribe(bob.id(), room + "/*");
    assertThat(as(bob).subscriptions(bob.id())).containsExactly(room + "/*");
    as(ada).send(Letter.toPath(room + "/a").content("before"));
    as(bob).unsubscribe(bob.id(), room + "/*");
    as(ada).send(Letter.toPath(room + "/a").content("after"));

    assertThat(Seen.contents(takeAll(bob))).containsExactly("before");
    assertThat(as(bob).subscriptions(bob.id())).isEmpty();
  }

  @Test
  @Needs(Ability.SUBSCRIPTIONS)
  void nobodySubscribesAnotherAgent() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");

    assertRefused(() -> as(ada).subscribe(bob.id(), unique("room")), "forbidden");

    assertThat(house().subscriptions(bob.id())).isEmpty();
  }

  @Test
  @Needs(Ability.SUBSCRIPTIONS)
  void nobodySubscribesToTheMailOfAnother() {
    TestAgent bob = agent("bob");
    TestAgent eve = agent("eve");

    assertRefused(() -> as(eve).subscribe(eve.id(), "agent/" + bob.id()), "forbidden");
    assertRefused(() -> as(eve).subscribe(eve.id(), "agent/**"), "forbidden");

    assertThat(house().subscriptions(eve.id())).isEmpty();
  }

  @Test
  @Needs({Ability.OWNER, Ability.SUBSCRIPTIONS})
  void theOwnerMayHaveAnAgentReadAlong() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");
    TestAgent eve = agent("eve");

    door().owner().subscribe(eve.id(), "agent/" + bob.id());
    as(ada).send(Letter.to(bob).content("hello"));

    assertThat(Seen.contents(takeAll(eve))).contains("hello");
    assertThat(Seen.contents(inboxOf(bob))).containsExactly("hello");
  }

  @Test
  @Needs(Ability.SUBSCRIPTIONS)
  void aSubscriptionThatIsNotThereCannotBeRemoved() {
    TestAgent bob = agent("bob");

    assertRefused(() -> as(bob).unsubscribe(bob.id(), unique("room")), "not_found");
  }
}
