package dev.parley.testkit.door;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Named sets of agents. */
abstract class GroupSuite extends DoorSuite {

  @Test
  @Needs(Ability.PATHS)
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

  @Test
  @Needs(Ability.SEVERAL)
  void aGroupMayBeOneOfSeveralRecipients() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");
    TestAgent eve = agent("eve");
    String group = unique("group");
    house().putGroup(group, List.of(eve.id()));

    as(ada)
        .send(
            new Letter(new Letter.ToSeveral(List.of(bob.id(), "group/" + group)), Map.of())
                .content("to all of you"));

    assertThat(takeOne(bob).content()).isEqualTo("to all of you");
    assertThat(takeOne(eve).content()).isEqualTo("to all of you");
  }

  @Test
  @Needs(Ability.SEVERAL)
  void aListOfRecipientsMayBeLong() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");
    List<String> names = new ArrayList<>(List.of(bob.id()));
    for (int i = 0; i < 100; i++) {
      names.add(unique("nobody-of-20-chars"));
    }

    as(ada).send(new Letter(new Letter.ToSeveral(names), Map.of()).content("to many"));

    assertThat(takeOne(bob).content()).isEqualTo("to many");
  }
}
