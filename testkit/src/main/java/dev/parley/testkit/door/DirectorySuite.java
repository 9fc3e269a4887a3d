package dev.parley.testkit.door;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What an agent sees of the others: what it takes to write to them, and of some not even that. */
@Needs(Ability.DIRECTORY)
abstract class DirectorySuite extends DoorSuite {
  private static final String[] CARD = {
    "agentId", "name", "description", "status", "task", "capabilities", "online"
  };

  /** Somebody with something to tell and something to keep. */
  private TestAgent described(String name) {
    TestAgent agent = agent(name);
    house()
        .describe(
            agent.id(),
            "counts",
            Map.of(
                "status", "busy", "task", "sums", "capabilities", List.of("review"), "salary", 7));
    house().subscribe(agent.id(), unique("room"));
    return agent;
  }

  private static void isCard(SeenAgent seen, TestAgent agent) {
    assertThat(seen.fields())
        .containsOnlyKeys(CARD)
        .containsEntry("agentId", agent.id())
        .containsEntry("name", agent.id())
        .containsEntry("description", "counts")
        .containsEntry("status", "busy")
        .containsEntry("task", "sums")
        .containsEntry("capabilities", List.of("review"));
    assertThat(seen.fields().get("online")).isInstanceOf(Boolean.class);
  }

  private static SeenAgent of(List<SeenAgent> agents, TestAgent agent) {
    return agents.stream().filter(each -> each.id().equals(agent.id())).findFirst().orElseThrow();
  }

  @Test
  void anAgentSeesOfAnotherWhatItTakesToWriteToIt() {
    TestAgent ada = agent("ada");
    TestAgent bob = described("bob");

    isCard(as(ada).agent(bob.id()), bob);
  }

  @Test
  void theListOfAgentsShowsNoMoreOfAnother() {
    TestAgent ada = agent("ada");
    TestAgent bob = described("bob");

    isCard(of(as(ada).agents(), bob), bob);
  }

  @Test
  @Needs(Ability.DETAILS)
  void anAgentSeesAllOfItself() {
    TestAgent bob = described("bob");
    requires(Ability.DETAILS);

    for (SeenAgent seen : List.of(as(bob).agent(bob.id()), of(as(bob).agents(), bob))) {
      assertThat(seen.fields())
          .containsKeys(CARD)
          .containsKeys("createdAt", "subscriptions")
          .hasEntrySatisfying(
              "metadata", metadata -> assertThat(metadata.toString()).contains("salary=7"));
    }
  }

  @Test
  @Needs({Ability.OWNER, Ability.DETAILS})
  void theOwnerSeesAllOfEveryAgent() {
    TestAgent bob = described("bob");
    requires(Ability.DETAILS);

    for (SeenAgent seen :
        List.of(door().owner().agent(bob.id()), of(door().owner().agents(), bob))) {
      assertThat(seen.fields()).containsKeys("status", "metadata", "createdAt", "subscriptions");
    }
  }

  @Test
  void whoMayNotBeSeenIsNotListed() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");
    TestAgent eve = agent("eve");
    door().rule("deny", "agent/" + ada.id(), "see", "agent/" + bob.id());

    assertThat(SeenAgent.ids(as(ada).agents()))
        .contains(ada.id(), eve.id())
        .doesNotContain(bob.id());
    assertThat(SeenAgent.ids(as(eve).agents())).contains(bob.id());
  }

  @Test
  void whoMayNotBeSeenIsNotFoundInTheWordsForWhoDoesNotExist() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");
    String nobody = unique("nobody");
    door().rule("deny", "agent/" + ada.id(), "see", "agent/" + bob.id());

    DoorRefusal hidden = refusal(ada, bob.id());
    DoorRefusal unknown = refusal(ada, nobody);

    assertThat(hidden.code()).isEqualTo("not_found");
    assertThat(hidden.toString()).isEqualTo(unknown.toString().replace(nobody, bob.id()));
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
  @Needs(Ability.GROUPS)
  void membersOfAGroupThatMayNotBeSeenAreLeftOut() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");
    TestAgent eve = agent("eve");
    String group = unique("team");
    house().putGroup(group, List.of(bob.id(), eve.id()));
    door().rule("deny", "agent/" + ada.id(), "see", "agent/" + bob.id());

    assertThat(as(ada).groups().get(group)).containsExactly(eve.id());
    assertThat(as(eve).groups().get(group)).containsExactly(bob.id(), eve.id());
  }

  @Test
  void whoMayNotBeSeenMayBeWrittenTo() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");
    door().rule("deny", "agent/" + ada.id(), "see", "agent/" + bob.id());

    assertThat(SeenAgent.ids(as(ada).agents())).doesNotContain(bob.id());
    as(ada).send(Letter.to(bob).content("I know your name"));

    assertThat(Seen.contents(inboxOf(bob))).containsExactly("I know your name");
  }
}
