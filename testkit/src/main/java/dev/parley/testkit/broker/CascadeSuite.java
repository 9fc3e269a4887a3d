package dev.parley.testkit.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.sending.Receipt;
import dev.parley.core.store.Copy;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What reaches a session reaches its agent too, and says so. */
abstract class CascadeSuite extends BrokerSuite {

  @Test
  @DisplayName("SUB-3 a session's match is delivered to its agent as handled")
  void agentCopyIsHandled() {
    create("bob");
    createSession("bob", "news", "slack/team/#news");

    Receipt receipt = route(draft("bridge", "slack/team/#news").content("x"));

    assertThat(receipt.agents()).containsExactly(agent("bob"));
    assertThat(receipt.sessions()).containsExactly(session("bob", "news"));
    assertThat(copiesIn("bob").getFirst().annotation())
        .isEqualTo("\"handled\":true,\"handledBy\":[{\"agentId\":\"bob\",\"sessionId\":\"news\"}]");
    assertThat(receive(inbox("bob", "news"))).containsExactly("x");
  }

  @Test
  @DisplayName("SUB-3 every session that got it is named, and only the agent's own")
  void everySessionIsNamed() {
    create("bob", "eve");
    createSession("bob", "one", "slack/**");
    createSession("bob", "two", "slack/*/*");
    createSession("eve", "three", "slack/**");

    route(draft("bridge", "slack/team/#news"));

    assertThat(copiesIn("bob").getFirst().annotation())
        .contains("\"sessionId\":\"one\"", "\"sessionId\":\"two\"")
        .doesNotContain("three");
    assertThat(copiesIn("eve").getFirst().annotation())
        .isEqualTo(
            "\"handled\":true,\"handledBy\":[{\"agentId\":\"eve\",\"sessionId\":\"three\"}]");
  }

  @Test
  @DisplayName("SUB-3 an agent whose sessions do not match has an unhandled copy")
  void agentCopyIsUnhandled() {
    create("bob", "eve");
    createSession("bob", "main", "email/**");
    createSession("eve", "main", "slack/**");
    subscribe("bob", "slack/**");

    route(draft("bridge", "slack/team"));

    assertThat(copiesIn("bob").getFirst().annotation()).isNull();
    assertThat(receive(inbox("bob", "main"))).isEmpty();
  }

  @Test
  @DisplayName("IN-1 agent and session have states of their own")
  void statesAreSeparate() {
    create("bob");
    createSession("bob", "main", "slack/**");
    route(draft("bridge", "slack/team").content("x"));

    assertThat(receive("bob")).containsExactly("x");

    assertThat(statuses(inbox("bob"))).containsExactly("delivered");
    assertThat(statuses(inbox("bob", "main"))).containsExactly("pending");
  }

  private List<Copy> copiesIn(String agent) {
    return result(broker.peek(inbox(agent), 10));
  }
}
