package dev.parley.testkit.door;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Agents of different owners do not know of each other, and a person is served like an agent. */
abstract class OwnerSuite extends DoorSuite {

  private TestAgent person() {
    return door().person(unique("person"));
  }

  private TestAgent agentOf(TestAgent person) {
    return door().agentOf(person, unique("bot"));
  }

  @Test
  void aPersonAndItsAgentsHearEachOther() {
    TestAgent ann = person();
    TestAgent bot = agentOf(ann);

    as(ann).send(Letter.to(bot).content("do it"));

    assertThat(Seen.contents(takeAll(bot))).containsExactly("do it");
    as(bot).send(Letter.to(ann).content("done"));
    assertThat(Seen.contents(takeAll(ann))).containsExactly("done");
  }

  @Test
  @Needs(Ability.DIRECTORY)
  void theListOfAgentsShowsOnlyThoseOfTheSameOwner() {
    TestAgent ada = agent("ada");
    TestAgent ann = person();
    TestAgent bot = agentOf(ann);
    TestAgent other = agentOf(person());

    assertThat(SeenAgent.ids(as(bot).agents()))
        .contains(ann.id(), bot.id())
        .doesNotContain(ada.id(), other.id());
    assertThat(SeenAgent.ids(as(ada).agents()))
        .contains(ada.id())
        .doesNotContain(ann.id(), bot.id(), other.id());
  }

  @Test
  @Needs(Ability.DIRECTORY)
  void anAgentOfAnotherOwnerIsNotFoundInTheWordsForWhoDoesNotExist() {
    TestAgent bot = agentOf(person());
    TestAgent other = agentOf(person());
    String nobody = unique("nobody");

    DoorRefusal hidden = refusal(bot, other.id());
    DoorRefusal unknown = refusal(bot, nobody);

    assertThat(hidden.code()).isEqualTo("not_found");
    assertThat(hidden.toString()).isEqualTo(unknown.toString().replace(nobody, other.id()));
  }

  private DoorRefusal refusal(TestAgent by, String agentId) {
    try {
      SeenAgent seen = as(by).agent(agentId);
      throw new AssertionError("shown: " + seen);
    } catch (DoorRefusal refusal) {
      return refusal;
    }
  }

  @Test
  void aMessageToAnAgentOfAnotherOwnerDoesNotReachIt() {
    TestAgent ada = agent("ada");
    TestAgent bot = agentOf(person());

    tryToSend(bot, Letter.to(ada).content("from outside"));
    tryToSend(ada, Letter.to(bot).content("from inside"));

    assertThat(inboxOf(ada)).isEmpty();
    assertThat(inboxOf(bot)).isEmpty();
  }

  /** Some doors refuse what reaches nobody. */
  private void tryToSend(TestAgent from, Letter letter) {
    try {
      as(from).send(letter);
    } catch (DoorRefusal refusal) {
      assertThat(door().lacks()).containsKey(Ability.UNKNOWN_RECIPIENT);
    }
  }

  @Test
  @Needs(Ability.PATHS)
  void aBroadcastStaysAmongTheAgentsOfItsOwner() {
    TestAgent ada = agent("ada");
    TestAgent ann = person();
    TestAgent bot = agentOf(ann);
    TestAgent other = agentOf(person());

    as(bot).send(Letter.toEveryone().content("attention"));

    assertThat(Seen.contents(takeAll(ann))).containsExactly("attention");
    assertThat(inboxOf(ada)).isEmpty();
    assertThat(Seen.contents(inboxOf(other))).doesNotContain("attention");
  }

  @Test
  @Needs(Ability.PATHS)
  void aSubscriptionDoesNotReachBeyondItsOwner() {
    TestAgent ada = agent("ada");
    TestAgent bot = agentOf(person());
    String path = uniquePath("room");
    house().subscribe(ada.id(), path);
    house().subscribe(bot.id(), path);
    TestAgent bob = agent("bob");

    as(bob).send(Letter.toPath(path).content("among us"));

    assertThat(Seen.contents(takeAll(ada))).containsExactly("among us");
    assertThat(inboxOf(bot)).isEmpty();
  }

  @Test
  @Needs({Ability.HISTORY, Ability.OTHERS_HISTORY})
  void aPersonReadsWhatItsAgentsGotAndNobodyElses() {
    requires(Ability.OTHERS_HISTORY);
    TestAgent ann = person();
    TestAgent bot = agentOf(ann);
    TestAgent other = agentOf(person());
    house().send(Letter.to(bot).content("for the bot"));
    house().send(Letter.to(other).content("for another"));

    assertThat(Seen.contents(as(ann).history(bot.id(), 10))).containsExactly("for the bot");
    assertRefused(() -> as(ann).history(other.id(), 10), "forbidden", "not_found");
    assertRefused(() -> as(bot).history(ann.id(), 10), "forbidden", "not_found");
  }

  @Test
  @Needs(Ability.REGISTRY)
  void aPersonMakesAndRemovesAgentsOfItsOwnOnly() {
    TestAgent ann = person();
    TestAgent other = agentOf(person());
    TestAgent ada = agent("ada");

    TestAgent made = as(ann).createAgent(unique("made"));
    as(ann).send(Letter.to(made).content("welcome"));
    assertThat(Seen.contents(takeAll(made))).containsExactly("welcome");
    as(ann).deleteAgent(made.id());

    for (TestAgent foreign : new TestAgent[] {other, ada}) {
      assertRefused(() -> as(ann).deleteAgent(foreign.id()), "forbidden", "not_found");
      assertRefused(() -> as(ann).renewToken(foreign.id()), "forbidden", "not_found");
    }
    assertRefused(() -> as(other).createAgent(unique("made")), "forbidden");
  }

  @Test
  void everybodyMayWriteToTheHubsOwnerWhoMayWriteToEverybody() {
    TestAgent bot = agentOf(person());
    String text = unique("help");

    as(bot).send(Letter.to("developer").content(text));

    assertThat(Seen.contents(house().history("developer", 100))).contains(text);
    house().send(Letter.to(bot).content("coming"));
    assertThat(Seen.contents(takeAll(bot))).containsExactly("coming");
  }
}
