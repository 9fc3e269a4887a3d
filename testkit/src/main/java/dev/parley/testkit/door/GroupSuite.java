package dev.parley.testkit.door;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Named sets of agents. */
abstract class GroupSuite extends DoorSuite {

  @Test
  void aMessageToAGroupReachesItsMembersButNotItsSender() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");
    TestAgent eve = agent("eve");
    String group = unique("reviewers");
    house().putGroup(group, List.of(ada.id(), bob.id()));

    as(ada).send(Letter.to("group/" + group).content("please"));

    assertThat(takeOne(bob).content()).isEqualTo("please");
    assertThat(takeAll(ada)).isEmpty();
    assertThat(takeAll(eve)).isEmpty();
  }

  @Test
  @Needs({Ability.OWNER, Ability.GROUPS})
  void theOwnerMakesChangesAndDeletesGroups() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");
    String group = unique("reviewers");
    DoorClient owner = door().owner();

    owner.putGroup(group, List.of(ada.id()));
    assertThat(owner.groups()).containsEntry(group, List.of(ada.id()));
    owner.putGroup(group, List.of(bob.id()));
    assertThat(owner.groups()).containsEntry(group, List.of(bob.id()));
    owner.deleteGroup(group);
    assertThat(owner.groups()).doesNotContainKey(group);
  }

  @Test
  @Needs({Ability.OWNER, Ability.GROUPS})
  void aGroupOfSomebodyUnknownIsRefused() {
    String group = unique("reviewers");

    assertRefused(() -> door().owner().putGroup(group, List.of(unique("nobody"))), "not_found");

    assertThat(house().groups()).doesNotContainKey(group);
  }

  @Test
  @Needs(Ability.GROUPS)
  void agentsDoNotChangeGroups() {
    TestAgent ada = agent("ada");
    String group = unique("reviewers");

    assertRefused(() -> as(ada).putGroup(group, List.of(ada.id())), "forbidden");

    assertThat(house().groups()).doesNotContainKey(group);
  }
}
