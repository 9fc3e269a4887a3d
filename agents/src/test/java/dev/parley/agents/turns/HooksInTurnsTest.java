package dev.parley.agents.turns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.agents.brain.Brain;
import dev.parley.agents.brain.BrainEvent;
import dev.parley.agents.brain.MoreBrains;
import dev.parley.agents.brain.Outcome;
import dev.parley.agents.hooks.HandHooks;
import dev.parley.agents.hooks.HookPoint;
import dev.parley.core.message.Sender;
import dev.parley.testkit.store.MemoryStore;
import dev.parley.testkit.time.ManualTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** What hooks see and change of turns. */
class HooksInTurnsTest {
  private final HandHooks hooks = new HandHooks();
  private final MemoryStore store = new MemoryStore();
  private final ManualTime time = new ManualTime(1_000_000);
  private final Brain speaking =
      (request, events) -> {
        events.accept(new BrainEvent.Thinking("hm"));
        events.accept(new BrainEvent.Text("the plain "));
        events.accept(new BrainEvent.Text("answer"));
        return new Outcome.Answered("the plain answer");
      };
  private final MoreBrains more =
      new MoreBrains() {
        @Override
        public Set<String> names() {
          return Set.of("app:there");
        }

        @Override
        public @Nullable Brain find(String name) {
          return switch (name) {
            case "app:there" -> (_, _) -> new Outcome.Answered("from the app");
            case "app:gone" -> (_, _) -> new Outcome.Failed("the app does not run");
            default -> null;
          };
        }
      };
  private final TurnHub hub =
      new TurnHub(store, time, TurnsConfig.of(Map.of("speaking", speaking)).with(more, hooks))
          .having("ada", "bob");

  @AfterEach
  void close() {
    hub.close();
  }

  private void running(String brain) {
    TurnHub _ = hub.running("ada", AutoRun.by(brain).withDebounce(Duration.ZERO));
  }

  @Test
  void anAnswerIsChangedBeforeItIsSent() {
    hooks.on(
        HookPoint.MESSAGE_POST_RECEIVE,
        payload -> payload.put("response_text", "the better answer"));
    running("speaking");
    var _ = hub.send("bob", "ada", "well?");
    assertThat(hub.ended("ada", 1).getFirst().text()).isEqualTo("the better answer");
    assertThat(hub.contents("bob")).containsExactly("the better answer");
    assertThat(hooks.asked())
        .containsExactly("message.post_receive {\"response_text\":\"the plain answer\"}");
  }

  @Test
  void whatWasSaidIsToldOnceItIsKept() {
    hooks.on(HookPoint.SESSION_MESSAGE_APPEND);
    running("speaking");
    var _ = hub.send(Sender.OWNER_NAME, "ada", "well?");
    await().until(() -> hooks.asked().size() == 2);
    assertThat(hooks.asked())
        .containsExactly(
            "session.message_append {\"session_id\":\"ada/main\",\"role\":\"user\","
                + "\"content\":\"well?\"}",
            "session.message_append {\"session_id\":\"ada/main\",\"role\":\"assistant\","
                + "\"content\":\"the plain answer\"}");
  }

  @Test
  void whatIsShownOfATurnIsChangedOrLeftOutAndTheAnswerStays() {
    List<BrainEvent> shown = new CopyOnWriteArrayList<>();
    hub.turns.onTurn(
        event -> {
          if (event instanceof TurnEvent.Happened happened) {
            shown.add(happened.event());
          }
        });
    hooks.on(
        HookPoint.RESPONSE_STREAM,
        payload -> {
          var event = (ObjectNode) payload.path("event");
          return switch (event.path("content").asString()) {
            case "hm" -> payload.removeAll();
            case "answer" -> {
              event.put("content", "ANSWER").put("type", "tool_call");
              yield payload;
            }
            default -> payload;
          };
        });
    running("speaking");
    var _ = hub.send("bob", "ada", "well?");
    assertThat(hub.ended("ada", 1).getFirst().text()).isEqualTo("the plain answer");
    assertThat(shown)
        .containsExactly(new BrainEvent.Text("the plain "), new BrainEvent.Text("ANSWER"));
    assertThat(hooks.asked().getFirst())
        .isEqualTo("response.stream {\"event\":{\"type\":\"thinking\",\"content\":\"hm\"}}");
  }

  @Test
  void brainsThatComeAndGoAreNamedLikeOthers() {
    running("app:there");
    assertThat(hub.turns.brains()).containsExactly("app:there", "speaking");
    var _ = hub.send("bob", "ada", "well?");
    assertThat(hub.ended("ada", 1).getFirst().text()).isEqualTo("from the app");
    time.advance(Duration.ofSeconds(1)); // the log is in the order of times
    running("app:gone");
    var _ = hub.send("bob", "ada", "still there?");
    assertThat(hub.ended("ada", 2).getLast())
        .extracting(TurnRecord::outcome, TurnRecord::text)
        .containsExactly("failed", "the app does not run");
    assertThat(hub.turns.hasBrain("app:never")).isFalse();
  }

  /** The broker of a hub without hooks makes no payload: {@link HandHooks} would not have it. */
  @Test
  void nobodyIsAskedWhereNobodyHooksIn() {
    running("speaking");
    var _ = hub.send("bob", "ada", "well?");
    assertThat(hub.ended("ada", 1)).hasSize(1);
    assertThat(hooks.asked()).isEmpty();
  }
}
