package dev.parley.testkit.door;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Who speaks, who may look, and who is let in. */
abstract class IdentitySuite extends DoorSuite {
  /** How a door may say no to an agent that names another one. */
  private static final String[] NO = {"forbidden", "not_found", "bad_request"};

  @Test
  void theSenderIsWhoCameIn() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");

    as(ada).send(Letter.to(bob).content("hello"));

    assertThat(takeOne(bob).from()).isEqualTo(ada.id());
  }

  @Test
  @Needs(Ability.ORIGIN)
  void whatAnAgentSaysHasTheOriginPeer() {
    requires(Ability.ORIGIN);
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");

    as(ada).send(Letter.to(bob).content("hello"));

    assertThat(takeOne(bob).origin()).isEqualTo("peer");
  }

  @Test
  @Needs({Ability.OWNER, Ability.ORIGIN})
  void whatTheOwnerSaysHasTheOriginOwner() {
    requires(Ability.ORIGIN);
    TestAgent bob = agent("bob");

    door().owner().send(Letter.to(bob).content("hello"));

    Seen seen = takeOne(bob);
    assertThat(seen.from()).isEqualTo("developer");
    assertThat(seen.origin()).isEqualTo("owner");
  }

  @Test
  @Needs({Ability.OWNER, Ability.ORIGIN})
  void whatTheOwnerSaysInAnAgentsNameHasTheOriginPeer() {
    requires(Ability.ORIGIN);
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");

    door().owner().send(Letter.to(bob).from(ada).content("hello"));

    assertThat(takeOne(bob).origin()).isEqualTo("peer");
  }

  @Test
  @Needs(Ability.OWNER)
  void theOwnerMaySpeakAsAnAgent() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");

    door().owner().send(Letter.to(bob).from(ada).content("hello"));

    assertThat(takeOne(bob).from()).isEqualTo(ada.id());
  }

  @Test
  @Needs(Ability.SOURCE)
  void whatCameFromOutsideHasTheOriginExternal() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");

    as(ada).send(Letter.to(bob).content("hi").with("source", "slack").with("externalId", "ts-1"));

    Seen seen = takeOne(bob);
    assertThat(seen.origin()).isEqualTo("external");
    assertThat(seen.field("externalId")).isEqualTo("ts-1");
  }

  @Test
  void nobodySpeaksAsAnother() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");
    TestAgent eve = agent("eve");

    assertRefused(() -> as(eve).send(Letter.to(bob).from(ada).content("forged")), NO);

    assertThat(inboxOf(bob)).isEmpty();
    assertThat(house().outbox(ada.id(), 10)).isEmpty();
  }

  @Test
  @Needs(Ability.TOKENS)
  void nobodyTakesFromAnothersInbox() {
    TestAgent bob = agent("bob");
    TestAgent eve = agent("eve");
    String id = house().send(Letter.to(bob).content("private")).id();

    assertRefused(() -> as(eve).receive(bob.id(), 10), NO);

    assertThat(house().states(id).get(bob.id())).isIn("accepted", "pushed");
    assertThat(Seen.contents(takeAll(bob))).containsExactly("private");
  }

  @Test
  @Needs(Ability.PEEK)
  void nobodyLooksIntoAnothersInbox() {
    TestAgent bob = agent("bob");
    TestAgent eve = agent("eve");
    house().send(Letter.to(bob).content("private"));

    assertRefused(() -> as(eve).peek(bob.id(), 10), NO);
  }

  @Test
  @Needs(Ability.READ)
  void nobodyMarksAnothersMessages() {
    TestAgent bob = agent("bob");
    TestAgent eve = agent("eve");
    String id = house().send(Letter.to(bob).content("private")).id();

    assertRefused(() -> as(eve).markRead(bob.id(), List.of(id)), NO);

    assertThat(house().states(id).get(bob.id())).isIn("accepted", "pushed");
  }

  @Test
  @Needs({Ability.OWNER, Ability.PEEK})
  void theOwnerMayLookIntoAnyInbox() {
    TestAgent bob = agent("bob");
    house().send(Letter.to(bob).content("private"));

    assertThat(Seen.contents(door().owner().peek(bob.id(), 10))).containsExactly("private");
  }

  @Test
  @Needs(Ability.REGISTRY)
  void agentsDoNotMakeAgents() {
    TestAgent ada = agent("ada");

    assertRefused(() -> as(ada).createAgent(unique("minion")), "forbidden");
  }

  @Test
  @Needs({Ability.OWNER, Ability.REGISTRY})
  void theOwnerMakesAgentsWithATokenThatLetsThemIn() {
    TestAgent made = door().owner().createAgent(unique("new"));
    house().send(Letter.to(made).content("welcome"));

    assertThat(Seen.contents(takeAll(made))).containsExactly("welcome");
  }

  @Test
  @Needs(Ability.TOKENS)
  void withoutATokenNobodyComesIn() {
    TestAgent bob = agent("bob");
    house().send(Letter.to(bob).content("private"));

    assertRefused(
        () -> door().stranger(bob.id(), null).receive(bob.id(), 10),
        "not_authenticated",
        "unauthorized");

    assertThat(Seen.contents(takeAll(bob))).containsExactly("private");
  }

  @Test
  @Needs(Ability.TOKENS)
  void withAWrongTokenNobodyComesIn() {
    TestAgent bob = agent("bob");

    assertRefused(() -> door().stranger(bob.id(), "wrong").receive(bob.id(), 10), "unauthorized");
  }

  @Test
  @Needs(Ability.TOKENS)
  void aTokenThatWasRenewedIsVoid() {
    requires(Ability.TOKENS);
    TestAgent bob = agent("bob");
    assertThat(as(bob).receive(bob.id(), 10)).isEmpty();

    String renewed = house().renewToken(bob.id());

    eventually(() -> refusalOf(bob).equals("unauthorized"));
    assertRefused(
        () -> door().stranger(bob.id(), bob.token()).receive(bob.id(), 10), "unauthorized");
    assertThat(door().stranger(bob.id(), renewed).receive(bob.id(), 10)).isEmpty();
  }

  /** Of whoever is in already: a connection is closed as soon as its token is void. */
  private String refusalOf(TestAgent agent) {
    try {
      as(agent).receive(agent.id(), 10);
      return "";
    } catch (DoorRefusal e) {
      return e.code();
    }
  }

  @Test
  @Needs(Ability.TOKENS)
  void theTokenOfADeletedAgentIsVoid() {
    TestAgent bob = agent("bob");

    house().deleteAgent(bob.id());

    assertRefused(
        () -> door().stranger(bob.id(), bob.token()).receive(bob.id(), 10), "unauthorized");
  }
}
