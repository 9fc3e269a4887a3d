package dev.parley.testkit.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.core.address.GroupName;
import dev.parley.core.address.Pattern;
import dev.parley.core.broker.BrokerConfig;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Sender;
import dev.parley.core.participants.RegistryLimits;
import dev.parley.core.sending.PendingReply;
import dev.parley.core.sending.SendingLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What one agent may take of the hub, and what is left for everybody else. */
abstract class ShareSuite extends BrokerSuite {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  @Override
  BrokerConfig config() {
    return BrokerConfig.DEFAULT.limitedTo(
        new RegistryLimits(4, 3, 2, 2, 1, 1_000), new SendingLimits(3, 10, 3));
  }

  @BeforeEach
  void participants() {
    create("ada", "bob");
  }

  private void expectTooLarge(Refused refused, String setting) {
    assertThat(refused.code()).isEqualTo(ErrorCode.TOO_LARGE);
    assertThat(refused).hasMessageContaining(setting);
  }

  @Test
  @DisplayName("LIM-1 an agent and its sessions share one number of subscriptions")
  void subscriptions() {
    subscribe("ada", "a");
    subscribe("ada", "b");
    createSession("ada", "main", "c", "d");

    expectTooLarge(
        refusal(broker.participants().subscribe(agent("ada"), Pattern.parse("e"))),
        "limits.subscriptionsPerAgentMax is 4");
    expectTooLarge(
        refusal(broker.participants().subscribe(session("ada", "main"), Pattern.parse("e"))),
        "limits.subscriptionsPerAgentMax is 4");
    subscribe("ada", "a");
    subscribe("bob", "e");
    result(broker.participants().unsubscribe(agent("ada"), Pattern.parse("a")));
    subscribe("ada", "e");
  }

  @Test
  @DisplayName("LIM-1 subscriptions of one commit count together")
  void subscriptionsOfOneCommit() {
    List<CompletableFuture<?>> asked = new ArrayList<>();
    inOneCommit(
        () -> {
          for (int i = 0; i < 9; i++) {
            asked.add(broker.participants().subscribe(agent("ada"), Pattern.parse("p/" + i)));
          }
        });

    assertThat(asked.stream().map(BrokerSuite::isRefused))
        .containsExactly(false, false, false, false, true, true, true, true, true);
    restart();
    assertThat(broker.participants().subscriptions(agent("ada"))).hasSize(4);
  }

  @Test
  @DisplayName("LIM-1 an agent has so many sessions")
  void sessions() {
    createSession("ada", "1");
    createSession("ada", "2");
    createSession("ada", "3");

    expectTooLarge(
        refusal(broker.participants().createSession(session("ada", "4"), null)),
        "limits.sessionsPerAgentMax is 3");
    createSession("bob", "4");
  }

  @Test
  @DisplayName("LIM-2 no message is copied to more than so many sessions of one agent")
  void copiesOfOneAgent() {
    createSession("ada", "1", "**");
    createSession("ada", "2", "news/*", "other");
    createSession("ada", "3");
    expectTooLarge(
        refusal(broker.participants().subscribe(session("ada", "3"), Pattern.parse("*/x"))),
        "limits.copiesPerAgentMax is 2");
    result(broker.participants().subscribe(session("ada", "3"), Pattern.parse("a/b/c")));

    assertThat(route(draft("bob", "news/x")).sessions()).hasSize(2);
    assertThat(route(draft("bob", "a/b/c")).sessions()).hasSize(2);
  }

  @Test
  @DisplayName("LIM-2 an agent's message reaches so many inboxes, the owner's any number")
  void copiesOfOneMessage() {
    create("eve", "zoe", "max");
    Draft broadcast = draft("ada", "agent/**").content("all").build();

    expectTooLarge(
        refusal(broker.route(broadcast, Senders.agent("ada"))), "limits.copiesPerMessageMax is 3");
    assertThat(result(broker.route(broadcast, Senders.ownerAs("ada"))).agents()).hasSize(4);
    assertThat(route(draft("ada", "agent/bob,eve,zoe")).agents()).hasSize(3);
  }

  @Test
  @DisplayName("LIM-1 there are so many groups, and an agent belongs to so many")
  void groups() {
    result(broker.participants().putGroup(new GroupName("one"), List.of(agent("ada"))));
    expectTooLarge(
        refusal(broker.participants().putGroup(new GroupName("two"), List.of(agent("ada")))),
        "limits.groupsPerAgentMax is 1");
    result(broker.participants().putGroup(new GroupName("two"), List.of(agent("bob"))));
    expectTooLarge(
        refusal(broker.participants().putGroup(new GroupName("three"), List.of())),
        "limits.groupsMax is 2");
    result(broker.participants().putGroup(new GroupName("one"), List.of(agent("ada"))));
  }

  @Test
  @DisplayName("LIM-1 what is kept about an agent or a session has a size")
  void records() {
    String metadata = "{\"x\":\"" + "x".repeat(1_000) + "\"}";
    expectTooLarge(
        refusal(broker.participants().updateAgent(agent("ada"), null, null, metadata)),
        "limits.recordBytesMax is 1000");
    expectTooLarge(
        refusal(broker.participants().createSession(session("ada", "main"), metadata)),
        "limits.recordBytesMax is 1000");
    assertThat(broker.participants().requireAgent(agent("ada")).metadata()).isNull();
  }

  private PendingReply asking(Sender from) {
    return broker.request(draft(from.name(), "agent/bob").build(), from, MINUTE);
  }

  @Test
  @DisplayName("LIM-3 one agent takes its share of the waiting requests, and the owner gets in")
  void waitingRequests() {
    create("eve", "zoe");
    for (String name : List.of("ada", "eve", "zoe")) {
      for (int i = 0; i < 3; i++) {
        result(asking(Senders.agent(name)).accepted());
      }
    }

    assertThatThrownBy(() -> asking(Senders.agent("ada")))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("limits.waitingRequestsPerAgentMax is 3");
    assertThatThrownBy(() -> asking(Senders.agent("bob")))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("limits.waitingRequestsMax is 10");
    result(asking(Senders.ownerAs("bob")).accepted());
    assertThatThrownBy(() -> asking(Senders.ownerAs("bob"))).isInstanceOf(Refused.class);
  }

  @Test
  @DisplayName("LIM-3 whose requests have ended may ask again")
  void waitingRequestsEnd() {
    for (int i = 0; i < 3; i++) {
      result(asking(Senders.agent("ada")).accepted());
    }

    advance(MINUTE);

    result(asking(Senders.agent("ada")).accepted());
  }
}
