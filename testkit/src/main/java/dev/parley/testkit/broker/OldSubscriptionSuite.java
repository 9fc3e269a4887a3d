package dev.parley.testkit.broker;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.address.Pattern;
import dev.parley.core.participants.Subscription;
import dev.parley.core.store.Commit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Stores of hubs that kept subscriptions inside the record of the agent or session. */
abstract class OldSubscriptionSuite extends BrokerSuite {
  private static final String AGENT =
      "{\"id\":\"ada\",\"name\":\"Ada\",\"tokenHash\":\"abc\",\"createdAt\":7,"
          + "\"subscriptions\":[{\"pattern\":\"slack/**\",\"addedAt\":8},"
          + "{\"pattern\":\"email/*\",\"addedAt\":8}]}";
  private static final String SESSION =
      "{\"id\":\"ada\",\"session\":\"main\",\"name\":\"main\",\"createdAt\":7,\"lastUsedAt\":7,"
          + "\"subscriptions\":[{\"pattern\":\"news/**\",\"addedAt\":9}]}";

  private static Subscription subscription(String pattern, long addedAt) {
    return new Subscription(Pattern.parse(pattern), addedAt);
  }

  @BeforeEach
  void writtenByAnOlderHub() {
    try (Commit commit = store.begin()) {
      commit.put("agents", "ada", AGENT.getBytes(UTF_8));
      commit.put("sessions", "ada/main", SESSION.getBytes(UTF_8));
      commit.commit();
    }
    restart();
  }

  private List<String> records() {
    List<String> keys = new ArrayList<>();
    store.forEachRecord("subscriptions", (key, _) -> keys.add(key));
    return keys;
  }

  private String agentRecord() {
    List<String> found = new ArrayList<>();
    store.forEachRecord("agents", (_, json) -> found.add(new String(json, UTF_8)));
    return found.getFirst();
  }

  @Test
  @DisplayName("DUR-2 the old form routes and is listed as before, and nothing is rewritten")
  void oldFormIsRead() {
    assertThat(broker.participants().subscriptions(agent("ada")))
        .containsExactly(subscription("slack/**", 8), subscription("email/*", 8));
    assertThat(broker.participants().subscriptions(session("ada", "main")))
        .containsExactly(subscription("news/**", 9));
    assertThat(route(draft("x", "slack/a")).agents()).containsExactly(agent("ada"));
    assertThat(route(draft("x", "news/a")).sessions()).containsExactly(session("ada", "main"));
    assertThat(records()).isEmpty();
    assertThat(agentRecord()).isEqualTo(AGENT);
  }

  @Test
  @DisplayName("DUR-2 the first change gives each subscription a record of its own")
  void oldFormIsMoved() {
    subscribe("ada", "x/*");

    assertThat(records()).containsExactlyInAnyOrder("ada/ slack/**", "ada/ email/*", "ada/ x/*");
    assertThat(agentRecord()).doesNotContain("subscriptions");
    for (int opened = 0; opened < 2; opened++) {
      assertThat(broker.participants().subscriptions(agent("ada")))
          .containsExactly(
              subscription("slack/**", 8), subscription("email/*", 8), subscription("x/*", START));
      for (String path : List.of("slack/a", "email/a", "x/a", "news/a")) {
        assertThat(route(draft("x", path)).delivered()).as(path).isTrue();
      }
      restart();
    }
  }

  @Test
  @DisplayName("DUR-2 a new name of the agent keeps what it had asked for")
  void oldFormSurvivesAnUpdate() {
    result(broker.participants().updateAgent(agent("ada"), "Countess", null, null));

    assertThat(route(draft("x", "email/a")).delivered()).isTrue();
    restart();
    assertThat(broker.participants().requireAgent(agent("ada")).name()).isEqualTo("Countess");
    assertThat(broker.participants().subscriptions(agent("ada"))).hasSize(2);
    assertThat(route(draft("x", "email/a")).delivered()).isTrue();
  }

  @Test
  @DisplayName("SUB-2 what the old form holds can be removed and is not added twice")
  void oldFormIsChanged() {
    assertThat(result(broker.participants().subscribe(agent("ada"), Pattern.parse("email/*"))))
        .contains(subscription("email/*", 8));
    result(broker.participants().unsubscribe(agent("ada"), Pattern.parse("slack/**")));
    result(broker.participants().unsubscribe(session("ada", "main"), Pattern.parse("news/**")));

    for (int opened = 0; opened < 2; opened++) {
      assertThat(route(draft("x", "slack/a")).delivered()).isFalse();
      assertThat(route(draft("x", "news/a")).delivered()).isFalse();
      assertThat(route(draft("x", "email/a")).delivered()).isTrue();
      restart();
    }
  }

  @Test
  @DisplayName("AG-1 a deleted agent leaves none of either form")
  void oldFormIsDeleted() {
    createSession("ada", "new", "y/**");
    result(broker.participants().deleteAgent(agent("ada")));

    assertThat(broker.participants().subscriptionCount()).isZero();
    restart();
    assertThat(broker.participants().subscriptionCount()).isZero();
    assertThat(records()).isEmpty();
  }
}
