package dev.parley.testkit.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.GroupName;
import dev.parley.core.address.Path;
import dev.parley.core.address.Pattern;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.message.Draft;
import dev.parley.core.participants.Group;
import dev.parley.core.sending.Receipt;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Named sets of agents. */
abstract class GroupSuite extends BrokerSuite {
  private static final GroupName REVIEWERS = new GroupName("reviewers");

  @BeforeEach
  void participants() {
    create("ada", "bob", "eve");
  }

  private Group put(String... members) {
    return result(broker.participants().putGroup(REVIEWERS, ids(members)));
  }

  private static List<AgentId> ids(String... members) {
    return Arrays.stream(members).map(AgentId::new).toList();
  }

  @Test
  @DisplayName("GRP-1 a message to a group reaches its members")
  void reachesMembers() {
    put("bob", "eve");

    Receipt receipt = route(draft("ada", "group/reviewers").content("please"));

    assertThat(receipt.agents()).containsExactlyInAnyOrder(agent("bob"), agent("eve"));
    assertThat(receive("bob")).containsExactly("please");
    assertThat(receive("eve")).containsExactly("please");
    assertThat(receive("ada")).isEmpty();
  }

  @Test
  @DisplayName("GRP-1 a message to a group does not come back to its sender")
  void notToSender() {
    put("ada", "bob");

    assertThat(route(draft("ada", "group/reviewers")).agents()).containsExactly(agent("bob"));
  }

  @Test
  @DisplayName("GRP-1 putting a group again changes its members and keeps its age")
  void change() {
    Group before = put("bob", "eve", "bob");
    assertThat(before.members()).containsExactly(agent("bob"), agent("eve"));
    time.advance(java.time.Duration.ofSeconds(5));

    Group after = put("eve", "ada");

    assertThat(after.createdAt()).isEqualTo(before.createdAt());
    assertThat(broker.participants().group(REVIEWERS)).contains(after);
    assertThat(route(draft("bob", "group/reviewers")).agents())
        .containsExactlyInAnyOrder(agent("eve"), agent("ada"));
  }

  @Test
  @DisplayName("GRP-1 a group of somebody unknown is refused")
  void unknownMember() {
    assertThat(refusal(broker.participants().putGroup(REVIEWERS, ids("bob", "zoe"))).code())
        .isEqualTo(ErrorCode.NOT_FOUND);
    assertThat(broker.participants().groups()).isEmpty();
  }

  @Test
  @DisplayName("GRP-1 a deleted group is no address any more")
  void delete() {
    put("bob");

    result(broker.participants().deleteGroup(REVIEWERS));

    assertThat(route(draft("ada", "group/reviewers").content("x")).delivered()).isFalse();
    assertThat(refusal(broker.participants().deleteGroup(REVIEWERS)).code())
        .isEqualTo(ErrorCode.NOT_FOUND);
  }

  @Test
  @DisplayName("GRP-1 leaving a group does not undo a subscription to its path")
  void subscriptionBesideMembership() {
    put("bob");
    subscribe("bob", "group/reviewers");

    put("eve");

    assertThat(route(draft("ada", "group/reviewers")).agents())
        .containsExactlyInAnyOrder(agent("bob"), agent("eve"));
    result(broker.participants().unsubscribe(agent("bob"), Pattern.parse("group/reviewers")));
    assertThat(route(draft("ada", "group/reviewers")).agents()).containsExactly(agent("eve"));
  }

  @Test
  @DisplayName("GRP-1 a deleted agent leaves its groups")
  void deletedMember() {
    put("bob", "eve");

    result(broker.participants().deleteAgent(agent("bob")));

    assertThat(broker.participants().group(REVIEWERS).orElseThrow().members())
        .containsExactly(agent("eve"));
    create("bob");
    assertThat(route(draft("ada", "group/reviewers")).agents()).containsExactly(agent("eve"));
  }

  @Test
  @DisplayName("DUR-2 groups survive a restart")
  void survivesRestart() {
    put("bob", "eve");

    restart();

    assertThat(broker.participants().groups()).hasSize(1);
    assertThat(route(draft("ada", "group/reviewers")).agents())
        .containsExactlyInAnyOrder(agent("bob"), agent("eve"));
  }

  @Test
  @DisplayName("GRP-1 a group that is renamed keeps its members and its age, and is heard of")
  void rename() {
    GroupName editors = new GroupName("editors");
    Group before = put("bob", "eve");
    List<String> heard = new CopyOnWriteArrayList<>();
    broker.participants().onGroup((was, now) -> heard.add(nameOf(was) + " -> " + nameOf(now)));

    Group after = result(broker.participants().renameGroup(REVIEWERS, editors));

    assertThat(after).isEqualTo(new Group(editors, before.members(), before.createdAt()));
    assertThat(broker.participants().groups()).containsExactly(after);
    assertThat(route(draft("ada", "group/editors")).agents())
        .containsExactlyInAnyOrder(agent("bob"), agent("eve"));
    assertThat(route(draft("ada", "group/reviewers")).agents()).isEmpty();
    assertThat(heard).containsExactly("reviewers -> ", " -> editors");
  }

  private static String nameOf(@Nullable Group group) {
    return group == null ? "" : group.name().value();
  }

  @Test
  @DisplayName("GRP-1 a group is not renamed to one that is there, and none that is not")
  void noRename() {
    GroupName editors = new GroupName("editors");
    put("bob");
    result(broker.participants().putGroup(editors, ids("eve")));

    assertThat(refusal(broker.participants().renameGroup(REVIEWERS, editors)).code())
        .isEqualTo(ErrorCode.ALREADY_EXISTS);
    GroupName nobody = new GroupName("nobody");
    assertThat(refusal(broker.participants().renameGroup(nobody, REVIEWERS)).code())
        .isEqualTo(ErrorCode.NOT_FOUND);
    assertThat(result(broker.participants().renameGroup(editors, editors)).members())
        .containsExactly(agent("eve"));
    assertThat(broker.participants().groups()).hasSize(2);
  }

  @Test
  @DisplayName("GRP-1 a list of recipients may be long, and name groups")
  void longList() {
    put("bob", "eve");
    List<String> names = new ArrayList<>(List.of("zoe", "group/reviewers", "group/ghosts"));
    for (int i = 0; i < 100; i++) {
      names.add("an-agent-of-20-chars%03d".formatted(i));
    }
    create("zoe", "an-agent-of-20-chars007");

    Receipt receipt = route(Draft.from("ada").to(Path.toSeveral(names)).content("to many"));

    assertThat(receipt.agents())
        .containsExactlyInAnyOrderElementsOf(ids("zoe", "bob", "eve", "an-agent-of-20-chars007"));
    assertThat(receipt.unreached())
        .hasSize(100)
        .contains("group/ghosts", "an-agent-of-20-chars008")
        .doesNotContain("zoe", "group/reviewers");
    assertThat(receive("bob")).containsExactly("to many");
  }

  @Test
  @DisplayName("GRP-1 MSG-2 a list of recipients has an end")
  void listTooLong() {
    List<String> names = IntStream.rangeClosed(0, Path.NAMES_MAX).mapToObj(i -> "a" + i).toList();

    assertThatThrownBy(() -> Path.toSeveral(names))
        .hasMessage("the path names 1001 recipients; allowed are at most 1000");
    assertThat(Path.toSeveral(names.subList(1, names.size())).each()).hasSize(Path.NAMES_MAX);
    assertThatThrownBy(() -> Path.parse("agent/" + "x".repeat(2_000)))
        .hasMessageContaining("allowed are at most 1024");
  }
}
