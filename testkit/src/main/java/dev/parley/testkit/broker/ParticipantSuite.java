package dev.parley.testkit.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.address.Pattern;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.participants.Agent;
import dev.parley.core.participants.Beginning;
import dev.parley.core.participants.Presence;
import dev.parley.core.participants.Session;
import dev.parley.core.participants.Subscription;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The registry of agents and sessions, and what they are subscribed to. */
abstract class ParticipantSuite extends BrokerSuite {
  private static final Pattern SLACK = Pattern.parse("slack/**");

  @Test
  @DisplayName("AG-1 an agent is what it was made")
  void createAgent() {
    Agent made =
        result(
            broker
                .participants()
                .createAgent(agent("ada"), "Ada", "counts", "{\"team\":\"x\"}", "abc"));

    assertThat(made)
        .isEqualTo(
            new Agent(
                agent("ada"),
                "Ada",
                "counts",
                "{\"team\":\"x\"}",
                null,
                "abc",
                null,
                START,
                new Beginning(1, 0),
                List.of()));
    assertThat(broker.participants().agent(agent("ada"))).contains(made);
    assertThat(broker.participants().requireAgent(agent("ada"))).isEqualTo(made);
    assertThat(broker.participants().agentCount()).isEqualTo(1);
  }

  @Test
  @DisplayName("AG-1 a name is taken once, and without one the id is the name")
  void createTwice() {
    create("ada");

    assertThat(broker.participants().requireAgent(agent("ada")).name()).isEqualTo("ada");
    assertThat(
            refusal(broker.participants().createAgent(agent("ada"), null, null, null, null)).code())
        .isEqualTo(ErrorCode.ALREADY_EXISTS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"system", "Owner", "broadcast", "hub", "HUB", "0wner", "developer", ".", ".."})
  @DisplayName("AG-4 names that mean something else are not given to agents")
  void reservedNames(String name) {
    assertThat(
            refusal(broker.participants().createAgent(agent(name), null, null, null, null)).code())
        .isEqualTo(ErrorCode.BAD_REQUEST);
    assertThat(broker.participants().agentCount()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"ada,ADA", "bob,b0b", "al,a1", "Al,AI", "modern,modem", "view,vievv", "a.b,A.B"})
  @DisplayName("AG-4 a name that looks like another agent's is not given, in either order")
  void lookAlikes(String one, String other) {
    create(one);

    var refused = refusal(broker.participants().createAgent(agent(other), null, null, null, null));
    assertThat(refused.code()).isEqualTo(ErrorCode.ALREADY_EXISTS);
    assertThat(refused).hasMessageContaining("looks like");

    result(broker.participants().deleteAgent(agent(one)));
    create(other);
    restart();
    assertThat(broker.participants().agent(agent(other))).isPresent();
  }

  @Test
  @DisplayName("AG-4 names that differ are given: ai and al, a-b and a.b, bob and bobo")
  void differentNames() {
    create("ai", "al", "a-b", "a.b", "bob", "bobo", "owner-2", "hub1");

    assertThat(broker.participants().agentCount()).isEqualTo(8);
  }

  @Test
  @DisplayName("AG-4 the owner's own agent and imported ones are called what they are called")
  void ownNames() {
    result(broker.participants().createOwnersAgent("Developer"));
    result(broker.participants().importAgent(agent("hub")));
    create("ada");
    result(broker.participants().importAgent(agent("Ada")));

    restart();

    assertThat(send("ada", "hub", "hello").delivered()).isTrue();
    assertThat(send("ada", "Ada", "hello").delivered()).isTrue();
    assertThat(send("ada", "developer", "hello").delivered()).isTrue();
  }

  @Test
  @DisplayName("AG-1 an update changes what it names and nothing else")
  void updateAgent() {
    result(broker.participants().createAgent(agent("ada"), "Ada", "old", "{}", "abc"));
    subscribe("ada", "slack/**");

    Agent updated = result(broker.participants().updateAgent(agent("ada"), null, "new", null));

    assertThat(updated.name()).isEqualTo("Ada");
    assertThat(updated.description()).isEqualTo("new");
    assertThat(updated.tokenHash()).isEqualTo("abc");
    assertThat(broker.participants().subscriptions(agent("ada"))).hasSize(1);
    assertThat(result(broker.participants().setTokenHash(agent("ada"), null)).tokenHash()).isNull();
    assertThat(refusal(broker.participants().updateAgent(agent("zoe"), "z", null, null)).code())
        .isEqualTo(ErrorCode.NOT_FOUND);
  }

  @Test
  @DisplayName("AG-1 agents are listed by id, from one on, so many")
  void listAgents() {
    create("c", "a", "d", "b");

    assertThat(broker.participants().agents(null, 2).stream().map(each -> each.id().value()))
        .containsExactly("a", "b");
    assertThat(broker.participants().agents(agent("b"), 9).stream().map(each -> each.id().value()))
        .containsExactly("c", "d");
  }

  @Test
  @DisplayName("SUB-2 subscribing twice is subscribing once")
  void subscribeTwice() {
    create("ada");
    subscribe("ada", "slack/**");
    time.advance(Duration.ofSeconds(1));

    assertThat(result(broker.participants().subscribe(agent("ada"), SLACK)))
        .contains(new Subscription(SLACK, START));

    assertThat(broker.participants().subscriptions(agent("ada")))
        .containsExactly(new Subscription(SLACK, START));
    assertThat(broker.participants().subscriptionCount()).isEqualTo(2);
  }

  @Test
  @DisplayName("SUB-2 unsubscribing ends it, and twice is an error that says so")
  void unsubscribe() {
    create("ada");
    subscribe("ada", "slack/**");

    assertThat(result(broker.participants().unsubscribe(agent("ada"), SLACK)))
        .isEqualTo(new Subscription(SLACK, START));

    assertThat(broker.participants().subscriptions(agent("ada"))).isEmpty();

    assertThat(route(draft("bridge", "slack/x")).delivered()).isFalse();
    assertThat(refusal(broker.participants().unsubscribe(agent("ada"), SLACK)).code())
        .isEqualTo(ErrorCode.NOT_FOUND);
  }

  @Test
  @DisplayName("SUB-1 the automatic subscription is not listed and cannot be removed")
  void automatic() {
    create("ada");
    Pattern own = Pattern.parse("/agent/ada/");

    assertThat(result(broker.participants().subscribe(agent("ada"), own))).isEmpty();
    assertThat(broker.participants().subscriptions(agent("ada"))).isEmpty();
    assertThat(refusal(broker.participants().unsubscribe(agent("ada"), own)).code())
        .isEqualTo(ErrorCode.CONFLICT);
    assertThat(send("x", "ada", "still").delivered()).isTrue();
  }

  @Test
  @DisplayName("SUB-2 sessions subscribe for themselves")
  void sessionSubscriptions() {
    create("ada");
    createSession("ada", "main", "slack/**", "slack/**", "email/*");
    Session session = broker.participants().requireSession(session("ada", "main"));

    assertThat(session.isDefault()).isTrue();
    assertThat(
            broker.participants().subscriptions(session("ada", "main")).stream()
                .map(each -> each.pattern().text()))
        .containsExactly("slack/**", "email/*");
    result(broker.participants().unsubscribe(session("ada", "main"), SLACK));
    assertThat(route(draft("bridge", "slack/x")).delivered()).isFalse();
    assertThat(route(draft("bridge", "email/x")).sessions())
        .containsExactly(session("ada", "main"));
    assertThat(refusal(broker.participants().unsubscribe(session("ada", "main"), SLACK)).code())
        .isEqualTo(ErrorCode.NOT_FOUND);
  }

  @Test
  @DisplayName("SES-1 a session needs its agent, and is there once")
  void createSession() {
    create("ada");
    createSession("ada", "main");

    assertThat(refusal(broker.participants().createSession(session("zoe", "main"), null)).code())
        .isEqualTo(ErrorCode.NOT_FOUND);
    assertThat(refusal(broker.participants().createSession(session("ada", "main"), null)).code())
        .isEqualTo(ErrorCode.ALREADY_EXISTS);
    assertThat(broker.participants().sessions(agent("ada"))).hasSize(1);
  }

  @Test
  @DisplayName("SES-1 a deleted session takes its inbox and its subscriptions with it")
  void deleteSession() {
    create("ada");
    createSession("ada", "main", "slack/**");
    route(draft("bridge", "slack/x").content("old"));

    result(broker.participants().deleteSession(session("ada", "main")));

    assertThat(broker.participants().sessions(agent("ada"))).isEmpty();
    assertThat(route(draft("bridge", "slack/x")).delivered()).isFalse();
    createSession("ada", "main", "slack/**");
    assertThat(receive(inbox("ada", "main"))).isEmpty();
    assertThat(receive("ada")).containsExactly("old");
    assertThat(refusal(broker.participants().deleteSession(session("ada", "other"))).code())
        .isEqualTo(ErrorCode.NOT_FOUND);
  }

  @Test
  @DisplayName("AG-1 a deleted agent takes sessions, subscriptions and inboxes with it")
  void deleteAgent() {
    create("ada", "adam");
    subscribe("ada", "news/**");
    createSession("ada", "main", "slack/**");
    createSession("adam", "main", "slack/**");
    send("x", "ada", "old");
    route(draft("bridge", "slack/x").content("old"));

    result(broker.participants().deleteAgent(agent("ada")));

    assertThat(broker.participants().agent(agent("ada"))).isEmpty();
    assertThat(broker.participants().sessions(agent("ada"))).isEmpty();
    assertThat(broker.participants().sessions(agent("adam"))).hasSize(1);
    assertThat(route(draft("bridge", "slack/x")).agents()).containsExactly(agent("adam"));
    assertThat(route(draft("bridge", "news/x")).delivered()).isFalse();
    assertThat(send("x", "ada", "gone").delivered()).isFalse();
    create("ada");
    createSession("ada", "main");
    assertThat(receive("ada")).isEmpty();
    assertThat(receive(inbox("ada", "main"))).isEmpty();
    assertThat(refusal(broker.participants().deleteAgent(agent("zoe"))).code())
        .isEqualTo(ErrorCode.NOT_FOUND);
  }

  @Test
  @DisplayName("DUR-2 agents, sessions and subscriptions survive a restart, and so does their end")
  void survivesRestart() {
    create("ada", "bob", "eve");
    subscribe("ada", "slack/**");
    createSession("ada", "main", "email/**");
    result(broker.participants().deleteAgent(agent("eve")));
    Agent before = broker.participants().requireAgent(agent("ada"));
    Session session = broker.participants().requireSession(session("ada", "main"));
    var agents = broker.participants().subscriptions(agent("ada"));
    var sessions = broker.participants().subscriptions(session("ada", "main"));
    assertThat(agents).hasSize(1);
    assertThat(sessions).hasSize(1);

    restart();

    assertThat(broker.participants().subscriptions(agent("ada"))).isEqualTo(agents);
    assertThat(broker.participants().subscriptions(session("ada", "main"))).isEqualTo(sessions);

    assertThat(broker.participants().requireAgent(agent("ada"))).isEqualTo(before);
    assertThat(broker.participants().requireSession(session("ada", "main"))).isEqualTo(session);
    assertThat(broker.participants().agent(agent("eve"))).isEmpty();
    assertThat(route(draft("bridge", "slack/x")).agents()).containsExactly(agent("ada"));
    assertThat(route(draft("bridge", "email/x")).sessions())
        .containsExactly(session("ada", "main"));
    assertThat(send("x", "bob", "hello").delivered()).isTrue();
  }

  @Test
  @DisplayName("SUB-4 many subscriptions of one agent are added one by one without a sweat")
  void manySubscriptions() {
    create("ada");
    var last = broker.participants().subscribe(agent("ada"), Pattern.parse("p/first"));
    for (int i = 0; i < 999; i++) {
      last = broker.participants().subscribe(agent("ada"), Pattern.parse("p/" + i));
    }

    assertThat(result(last)).isPresent();
    assertThat(broker.participants().subscriptions(agent("ada"))).hasSize(1_000);
    assertThat(route(draft("x", "p/998")).delivered()).isTrue();
  }

  @Test
  @DisplayName("AG-1 presence follows connections, and goes with the agent")
  void presence() {
    create("ada");
    Presence presence = broker.presence();
    assertThat(presence.of(agent("ada"))).isEqualTo(new Presence.Status(0, 0, 0));

    presence.connected(agent("ada"));
    presence.connected(agent("ada"));
    presence.listening(agent("ada"), 1);
    presence.disconnected(agent("ada"));
    assertThat(presence.of(agent("ada"))).isEqualTo(new Presence.Status(1, 1, START));
    assertThat(presence.isOnline(agent("ada"))).isTrue();

    result(broker.participants().deleteAgent(agent("ada")));
    presence.listening(agent("ada"), -1);
    presence.disconnected(agent("ada"));
    assertThat(presence.of(agent("ada"))).isEqualTo(new Presence.Status(0, 0, 0));
  }
}
