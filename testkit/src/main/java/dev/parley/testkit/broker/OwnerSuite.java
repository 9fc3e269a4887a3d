package dev.parley.testkit.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.GroupName;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.participants.Separation;
import dev.parley.core.sending.Receipt;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Agents of different owners are kept apart. */
abstract class OwnerSuite extends BrokerSuite {

  @BeforeEach
  void participants() {
    result(broker.participants().createOwnersAgent("Developer"));
    create("ada", "bob");
    createOf("ann", "ann");
    createOf("ann", "bot");
    createOf("ben", "ben");
  }

  private void createOf(String owner, String id) {
    result(
        broker
            .participants()
            .createAgentOf(agent(owner), agent(id), null, null, null, "token of " + id));
  }

  private Separation separation() {
    return broker.participants().separation();
  }

  @Test
  @DisplayName("ID-1 to an agent of another owner a message is as to nobody")
  void direct() {
    Receipt toForeign = send("ada", "bot", "hello");
    Receipt toNobody = send("ada", "nosuch", "hello");

    assertThat(toForeign.delivered()).isFalse();
    assertThat(toForeign.agents()).isEmpty();
    assertThat(toForeign.unreached()).containsExactly("bot");
    assertThat(toNobody.unreached()).containsExactly("nosuch");
    assertThat(receive("bot")).isEmpty();
    assertThat(deadLetters()).hasSize(2);
  }

  @Test
  @DisplayName("ID-1 in a list of recipients those of another owner are missing")
  void list() {
    Receipt receipt = send("ada", "bob,bot", "both");

    assertThat(receipt.agents()).containsExactly(agent("bob"));
    assertThat(receipt.unreached()).containsExactly("bot");
    assertThat(receive("bot")).isEmpty();
  }

  @Test
  @DisplayName("ID-1 broadcasts, topics and groups stay among the agents of one owner")
  void wide() {
    subscribe("bot", "news/**");
    subscribe("bob", "**");
    result(
        broker
            .participants()
            .putGroup(new GroupName("all"), List.of(agent("ada"), agent("bob"), agent("bot"))));

    assertThat(route(draft("ada", "agent/**")).agents())
        .containsExactlyInAnyOrder(ids("bob", "developer"));
    assertThat(route(draft("bot", "agent/**")).agents()).containsExactly(agent("ann"));
    assertThat(route(draft("ada", "news/today")).agents()).containsExactly(agent("bob"));
    assertThat(route(draft("ann", "news/today")).agents()).containsExactly(agent("bot"));
    assertThat(route(draft("ada", "group/all")).agents()).containsExactly(agent("bob"));
    assertThat(route(draft("ben", "agent/**")).agents()).isEmpty();
  }

  private static AgentId[] ids(String... names) {
    return Arrays.stream(names).map(BrokerSuite::agent).toArray(AgentId[]::new);
  }

  @Test
  @DisplayName("ID-1 a session of another owner's agent hears nothing either")
  void session() {
    createSession("bot", "s", "news/**");

    Receipt receipt = route(draft("ada", "news/today"));

    assertThat(receipt.sessions()).isEmpty();
    assertThat(receive(inbox("bot", "s"))).isEmpty();
  }

  @Test
  @DisplayName("ID-1 the hub's owner reaches everybody and may be written to")
  void hubOwner() {
    assertThat(send("developer", "bot", "hello").agents()).containsExactly(agent("bot"));
    assertThat(send("bot", "developer", "hello").agents()).containsExactly(agent("developer"));
    assertThat(route(draft("developer", "agent/**")).agents())
        .containsExactlyInAnyOrder(ids("ada", "bob", "ann", "bot", "ben"));
  }

  @Test
  @DisplayName("ID-1 those who meet somewhere may write to each other")
  void meeting() {
    separation()
        .heeding((one, other) -> Set.of(one, other).equals(Set.of(agent("ada"), agent("bot"))));

    assertThat(send("ada", "bot", "hello").agents()).containsExactly(agent("bot"));
    assertThat(send("bot", "ada", "hello").agents()).containsExactly(agent("ada"));
    assertThat(send("bob", "bot", "hello").agents()).isEmpty();
  }

  @Test
  @DisplayName("ID-1 whose an agent is survives a restart")
  void restarted() {
    restart();

    assertThat(separation().agentsOf(agent("ann"))).containsExactlyInAnyOrder(ids("ann", "bot"));
    assertThat(send("ada", "bot", "hello").agents()).isEmpty();
    assertThat(send("ann", "bot", "hello").agents()).containsExactly(agent("bot"));
  }

  @Test
  @DisplayName("ID-1 with a person go all of its agents, and nobody makes it others")
  void gone() {
    result(broker.participants().deleteAgent(agent("ann")));

    assertThat(broker.participants().agent(agent("bot"))).isEmpty();
    assertThat(broker.participants().agent(agent("ben"))).isPresent();
    assertThat(separation().agentsOf(agent("ann"))).isEmpty();
    assertThat(
            refusal(
                    broker
                        .participants()
                        .createAgentOf(agent("ann"), agent("late"), null, null, null, null))
                .code())
        .isEqualTo(ErrorCode.NOT_FOUND);
  }
}
