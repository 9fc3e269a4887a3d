package dev.parley.agents.turns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.agents.brain.Brain;
import dev.parley.agents.brain.Outcome;
import dev.parley.agents.context.Conversations;
import dev.parley.agents.context.Exchange;
import dev.parley.core.address.AgentId;
import dev.parley.core.message.MessageId;
import dev.parley.core.store.MessageStore;
import dev.parley.core.store.State;
import dev.parley.stores.rocksdb.RocksConfig;
import dev.parley.stores.rocksdb.RocksStore;
import dev.parley.testkit.time.ManualTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a hub leaves when it goes down in the middle is made by the next one, once. */
@Timeout(180)
class TurnCrashTest {
  private static final AutoRun AT_ONCE = AutoRun.by("hand").withDebounce(Duration.ZERO);

  @TempDir Path directory;
  private final ManualTime time = new ManualTime(1_000_000);

  private MessageStore store() {
    return RocksStore.open(directory.resolve("store"), RocksConfig.DEFAULT.unsynced());
  }

  private TurnHub hub(Brain brain) {
    return new TurnHub(store(), time, Map.of("hand", brain));
  }

  @Test
  void aTurnThatTheHubDiedInIsMadeAgain() throws InterruptedException {
    HandBrain first = new HandBrain();
    MessageId id;
    try (TurnHub hub = hub(first)) {
      hub.having("ada", "bob").running("ada", AT_ONCE);
      id = hub.send("bob", "ada", "hi");
      first.next();
    }
    HandBrain second = new HandBrain();
    try (TurnHub hub = hub(second)) {
      assertThat(second.nextContents()).containsExactly("hi");
      second.answer("hello");
      hub.ended("ada", 1);
      assertThat(hub.contents("bob")).containsExactly("hello");
      assertThat(hub.rung(id, "ada")).isEqualTo(State.ANSWERED);
    }
  }

  @Test
  void whatWasSaidInASessionIsRememberedAfterARestartAndATurnThatDidNotEndIsNot()
      throws InterruptedException {
    AgentId ada = new AgentId("ada");
    HandBrain first = new HandBrain();
    try (TurnHub hub = hub(first)) {
      hub.having("ada", "bob").running("ada", AT_ONCE);
      hub.send("developer", "ada", "remember six");
      first.next();
      first.answer("I do");
      hub.ended("ada", 1);
      hub.send("developer", "ada", "and seven");
      first.next(); // and the hub dies
    }
    HandBrain second = new HandBrain();
    try (TurnHub hub = hub(second)) {
      second.next();
      assertThat(new Conversations(hub.broker).ofMain(ada).exchanges())
          .singleElement()
          .satisfies(
              exchange -> {
                assertThat(exchange.answer()).isEqualTo("I do");
                assertThat(exchange.messages())
                    .extracting(message -> message.draft().content())
                    .containsExactly("remember six");
              });
      second.answer("both");
      hub.ended("ada", 2);
      assertThat(new Conversations(hub.broker).ofMain(ada).exchanges())
          .extracting(Exchange::answer)
          .containsExactly("I do", "both");
    }
  }

  @Test
  void whatWaitedForItsDebounceIsThoughtAboutAfterARestart() throws InterruptedException {
    HandBrain brain = new HandBrain();
    try (TurnHub hub = hub(brain)) {
      hub.having("ada", "bob").running("ada", AutoRun.by("hand"));
      hub.send("bob", "ada", "hi");
      hub.settle();
    }
    try (TurnHub _ = hub(brain)) {
      time.advance(Duration.ofSeconds(3));
      assertThat(brain.nextContents()).containsExactly("hi");
    }
  }

  @Test
  void aTurnThatKillsItsHubIsGivenUp() throws InterruptedException {
    for (int life = 0; life < TurnMaker.ATTEMPTS_MAX; life++) {
      HandBrain deadly = new HandBrain();
      TurnHub hub = hub(deadly);
      if (life == 0) {
        hub.having("ada", "bob").running("ada", AT_ONCE);
        hub.send("bob", "ada", "hi");
      }
      deadly.next();
      hub.die();
    }
    HandBrain brain = new HandBrain();
    try (TurnHub hub = hub(brain)) {
      assertThat(hub.ended("ada", 1).getFirst().text()).contains("went down");
      assertThat(brain.askedSoFar()).isZero();
    }
  }

  @Test
  void aHubThatIsStoppedInATurnHasNotDiedInIt() throws InterruptedException {
    for (int life = 0; life < 2 * TurnMaker.ATTEMPTS_MAX; life++) {
      HandBrain slow = new HandBrain();
      try (TurnHub hub = hub(slow)) {
        if (life == 0) {
          hub.having("ada", "bob").running("ada", AT_ONCE);
          hub.send("bob", "ada", "hi");
        }
        slow.next();
      }
    }
    HandBrain brain = new HandBrain();
    try (TurnHub hub = hub(brain)) {
      assertThat(brain.nextContents()).containsExactly("hi");
      brain.answer("hello at last");
      hub.ended("ada", 1);
      assertThat(hub.contents("bob")).containsExactly("hello at last");
    }
  }

  /** Many lives, each of which ends at some moment; every message is answered exactly once. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void noMessageIsForgottenAndNoneAnsweredTwice(long seed) throws InterruptedException {
    Random random = new Random(seed);
    List<String> wanted = new ArrayList<>();
    Brain echo =
        (request, _) -> {
          StringBuilder said = new StringBuilder();
          request.messages().forEach(each -> said.append(each.draft().content()).append(' '));
          return new Outcome.Answered(said.toString().strip());
        };
    int sent = 0;
    for (int life = 0; life < 12; life++) {
      try (TurnHub hub = hub(echo)) {
        if (life == 0) {
          hub.having("ada", "bob").running("ada", AT_ONCE);
        }
        int more = random.nextInt(8);
        for (int i = 0; i < more; i++) {
          String word = "m" + sent++;
          wanted.add(word);
          hub.send("bob", "ada", word);
        }
        if (random.nextBoolean()) {
          hub.settle();
        }
      }
    }
    try (TurnHub hub = hub(echo)) {
      hub.settle();
      int count = sent;
      await()
          .atMost(Duration.ofSeconds(60))
          .until(
              () -> said(hub).size() >= count && hub.turns.standing(new AgentId("ada")).isEmpty());
      assertThat(said(hub)).as("seed %d", seed).containsExactlyInAnyOrderElementsOf(wanted);
    }
  }

  private static List<String> said(TurnHub hub) {
    return hub.contents("bob").stream().flatMap(each -> List.of(each.split(" ")).stream()).toList();
  }
}
