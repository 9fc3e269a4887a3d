package dev.parley.agents.governor;

import static dev.parley.agents.governor.GovernorHub.done;
import static dev.parley.agents.governor.GovernorHub.draft;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.parley.agents.brain.Brain;
import dev.parley.agents.brain.Outcome;
import dev.parley.agents.usage.Counts;
import dev.parley.agents.usage.Used;
import dev.parley.core.address.AgentId;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.MessageType;
import dev.parley.stores.rocksdb.RocksConfig;
import dev.parley.stores.rocksdb.RocksStore;
import dev.parley.testkit.time.ManualTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who does nothing but answer is stopped; who works, and who talks with people, is not. */
@Timeout(180)
class GovernorTest {
  private static final GovernorConfig DEFAULT = GovernorConfig.DEFAULT;

  @TempDir Path directory;
  private final ManualTime time = new ManualTime(1_800_000_000_000L);

  private GovernorHub hub(GovernorConfig config, Map<String, Brain> brains) {
    return new GovernorHub(
        RocksStore.open(directory.resolve("store"), RocksConfig.DEFAULT.unsynced()),
        time,
        config,
        brains);
  }

  private GovernorHub hub() {
    return hub(DEFAULT, Map.of());
  }

  private static void assertLoop(Throwable thrown) {
    assertThat(Refused.of(thrown).code()).isEqualTo(ErrorCode.LOOP_DETECTED);
  }

  /** How many of the messages that a script makes are accepted before one is refused. */
  private static int acceptedUntilRefused(int max, java.util.function.IntConsumer each) {
    for (int i = 0; i < max; i++) {
      try {
        each.accept(i);
      } catch (Refused refused) {
        assertLoop(refused);
        return i;
      }
    }
    return max;
  }

  @Test
  void twoPoliteAgentsComeToAnEndAndAPersonIsToldOnce() {
    AtomicInteger thoughts = new AtomicInteger();
    Brain polite =
        (_, _) -> {
          thoughts.incrementAndGet();
          return new Outcome.Answered("thank you too");
        };
    try (GovernorHub hub = hub(DEFAULT, Map.of("polite", polite))) {
      hub.having("ada", "bob").running("ada", "polite").running("bob", "polite");
      hub.send("ada", "bob", null);
      List<Message> cards = hub.cards(1);
      await()
          .atMost(Duration.ofSeconds(30))
          .until(
              () ->
                  hub.turnsOf("ada").stream().anyMatch(turn -> turn.outcome().equals("failed"))
                      || hub.turnsOf("bob").stream()
                          .anyMatch(turn -> turn.outcome().equals("failed")));
      assertThat(thoughts.get()).isLessThanOrEqualTo(20);
      assertThat(hub.cards()).hasSameSizeAs(cards).hasSize(1);
      assertThat(cards.getFirst().draft().content()).contains("ada, bob").contains("allow");
    }
  }

  @Test
  void aRingOfFiveComesToAnEnd() {
    List<String> ring = List.of("a", "b", "c", "d", "e");
    AtomicInteger passed = new AtomicInteger();
    Map<String, Brain> brains = new java.util.HashMap<>();
    GovernorHub[] there = new GovernorHub[1];
    for (int i = 0; i < 5; i++) {
      String self = ring.get(i);
      String next = ring.get((i + 1) % 5);
      brains.put(
          self,
          (request, _) -> {
            passed.incrementAndGet();
            there[0].send(self, next, request.newest().id());
            return new Outcome.Answered("");
          });
    }
    try (GovernorHub hub = hub(DEFAULT, brains)) {
      there[0] = hub.having("a", "b", "c", "d", "e");
      ring.forEach(each -> hub.running(each, each));
      hub.send("e", "a", null);
      assertThat(hub.cards(1)).hasSize(1);
      assertThat(passed.get()).isLessThanOrEqualTo(20);
      assertThat(hub.governor.stops(GovernorHub.OWNER).getFirst().agents())
          .containsExactlyInAnyOrder("a", "b", "c", "d", "e");
    }
  }

  @Test
  void aRestartInTheMiddleGivesAChainNoFreshStart() {
    int accepted = 0;
    MessageId last = null;
    for (int life = 0; life < 5; life++) {
      try (GovernorHub hub = hub()) {
        if (life == 0) {
          hub.having("ada", "bob");
        }
        for (int i = 0; i < 5; i++) {
          boolean adas = accepted % 2 == 0;
          try {
            last = hub.send(adas ? "ada" : "bob", adas ? "bob" : "ada", last);
            accepted++;
          } catch (Refused refused) {
            assertLoop(refused);
            assertThat(hub.cards(1)).hasSize(1);
          }
        }
      }
    }
    assertThat(accepted).isEqualTo(2 + DEFAULT.repeatsMax());
  }

  @Test
  void whoDoesNotSayWhatItAnswersIsStoppedAllTheSame() {
    try (GovernorHub hub = hub()) {
      hub.having("ada", "bob");
      int accepted =
          acceptedUntilRefused(
              1_000, i -> hub.send(i % 2 == 0 ? "ada" : "bob", i % 2 == 0 ? "bob" : "ada", null));
      assertThat(accepted).isEqualTo(DEFAULT.alternationsMax() + 1);
      hub.cards(1);
      for (int i = 0; i < 20; i++) {
        assertThatThrownBy(() -> hub.send("ada", "bob", null)).satisfies(GovernorTest::assertLoop);
      }
      assertThat(hub.cards()).hasSize(1);
    }
  }

  @Test
  void aRestartForgetsLittleOfWhatWasSaidWithoutACause() {
    int accepted = 0;
    for (int life = 0; life < 12; life++) {
      try (GovernorHub hub = hub()) {
        if (life == 0) {
          hub.having("ada", "bob");
        }
        for (int i = 0; i < 15; i++) {
          boolean adas = accepted % 2 == 0;
          try {
            MessageId _ = hub.send(adas ? "ada" : "bob", adas ? "bob" : "ada", null);
            accepted++;
          } catch (Refused refused) {
            assertLoop(refused);
          }
        }
      }
    }
    assertThat(accepted).isLessThanOrEqualTo(DEFAULT.alternationsMax() + 1 + 8 * Room.NOTED_EVERY);
  }

  @Test
  void whoeverIsHalfWayToBeingStoppedGetsNoFreshStartByARestart() {
    int accepted = 0;
    boolean stopped = false;
    for (int life = 0; !stopped && life < 30; life++) {
      try (GovernorHub hub = hub()) {
        if (life == 0) {
          hub.having("ada", "bob");
        }
        for (int i = 0; !stopped && i < (life == 0 ? 55 : 3); i++) {
          boolean adas = accepted % 2 == 0;
          try {
            MessageId _ = hub.send(adas ? "ada" : "bob", adas ? "bob" : "ada", null);
            accepted++;
          } catch (Refused refused) {
            assertLoop(refused);
            stopped = true;
          }
        }
      }
    }
    assertThat(accepted).isEqualTo(DEFAULT.alternationsMax() + 1);
  }

  @Test
  void anAgentThatMeansHarmIsStoppedWhateverItVaries() {
    Random random = new Random(7);
    try (GovernorHub hub = hub()) {
      hub.having("ada", "mallory", "carol");
      MessageId persons = hub.send("developer", "mallory", null);
      @Nullable MessageId[] adas = new @Nullable MessageId[1];
      int accepted =
          acceptedUntilRefused(
              3_000,
              i -> {
                if (i % 2 == 1) {
                  adas[0] = hub.send(draft("ada", "mallory").content("yes " + i));
                  return;
                }
                MessageId cause =
                    switch (random.nextInt(4)) {
                      case 0 -> persons;
                      case 1 -> new MessageId(random.nextLong(), random.nextLong());
                      case 2 -> adas[0];
                      default -> null;
                    };
                hub.send(
                    draft("mallory", random.nextBoolean() ? "ada" : "ada,carol")
                        .content("so " + random.nextLong())
                        .conversationId("c" + i)
                        .topic("t" + random.nextInt())
                        .cause(cause)
                        .type(random.nextBoolean() ? MessageType.INFO : MessageType.MESSAGE));
              });
      assertThat(accepted).isLessThan(300);
      assertThat(hub.cards(1)).hasSizeLessThanOrEqualTo(2);
    }
  }

  @Test
  void manyShortChainsBetweenTwoAreStoppedToo() {
    try (GovernorHub hub = hub()) {
      hub.having("ada", "bob");
      MessageId[] last = new MessageId[1];
      int accepted =
          acceptedUntilRefused(
              5_000,
              i -> {
                boolean adas = i % 2 == 0;
                MessageId cause = i % 10 == 0 ? null : last[0];
                last[0] = hub.send(adas ? "ada" : "bob", adas ? "bob" : "ada", cause);
              });
      assertThat(accepted).isLessThanOrEqualTo(2 * DEFAULT.reactionsMax());
    }
  }

  @Test
  void aBusyPairThatWorksIsLeftAlone() {
    try (GovernorHub hub = hub()) {
      hub.having("boss", "worker");
      for (int i = 0; i < 1_000; i++) {
        MessageId task = hub.send(draft("boss", "worker").type(MessageType.TASK).content("do"));
        hub.send(draft("worker", "boss").type(MessageType.TASK_STATUS).replyTo(task));
        hub.send(draft("worker", "boss").type(MessageType.TASK_RESULT).replyTo(task));
      }
      for (int i = 0; i < 2_000; i++) {
        hub.send("boss", "worker", null);
      }
      assertThat(hub.governor.stops(GovernorHub.OWNER)).isEmpty();
    }
  }

  @Test
  void whoTalksWithPeopleIsNeverStopped() {
    try (GovernorHub hub = hub()) {
      hub.having("ada", "bob");
      MessageId last = null;
      for (int i = 0; i < 400; i++) {
        last = hub.send(i % 2 == 0 ? "developer" : "ada", i % 2 == 0 ? "ada" : "developer", last);
      }
      for (int i = 0; i < 400; i++) {
        if (i % 10 == 0) {
          last = hub.send("developer", "ada", last);
        }
        last = hub.send(i % 2 == 0 ? "ada" : "bob", i % 2 == 0 ? "bob" : "ada", last);
      }
      for (int i = 0; i < 400; i++) {
        if (i % 50 == 0) {
          hub.send("developer", "bob", null);
        }
        hub.send(i % 2 == 0 ? "ada" : "bob", i % 2 == 0 ? "bob" : "ada", null);
      }
      assertThat(hub.governor.stops(GovernorHub.OWNER)).isEmpty();
    }
  }

  @Test
  void aPersonMayLetAChainGoOnForAWhile() {
    try (GovernorHub hub = hub()) {
      hub.having("ada", "bob");
      MessageId[] last = new MessageId[1];
      java.util.function.IntConsumer loop =
          i -> {
            Message before =
                last[0] == null
                    ? null
                    : hub.broker.lookups().find(last[0]).join().stream()
                        .map(found -> Message.parse(found.number(), found.json()))
                        .findFirst()
                        .orElse(null);
            boolean adas = before == null || before.draft().from().equals("bob");
            last[0] = hub.send(adas ? "ada" : "bob", adas ? "bob" : "ada", last[0]);
          };
      assertThat(acceptedUntilRefused(100, loop)).isEqualTo(14);
      String id = hub.cards(1).getFirst().draft().content().replaceAll(".* ", "");
      assertThatThrownBy(() -> done(hub.governor.allow(GovernorHub.of("ada"), id)))
          .satisfies(
              thrown -> assertThat(Refused.of(thrown).code()).isEqualTo(ErrorCode.FORBIDDEN));
      assertThatThrownBy(() -> done(hub.governor.allow(GovernorHub.OWNER, "nothing")))
          .satisfies(
              thrown -> assertThat(Refused.of(thrown).code()).isEqualTo(ErrorCode.NOT_FOUND));
      assertThat(done(hub.governor.allow(GovernorHub.OWNER, id)).by()).isEqualTo("owner");
      assertThat(acceptedUntilRefused(100, loop)).isEqualTo(DEFAULT.repeatsMax());
      assertThat(hub.cards(2)).hasSize(2);
    }
  }

  @Test
  void aPersonMayLetTwoGoOnOrSimplySpeakToThem() {
    try (GovernorHub hub = hub()) {
      hub.having("ada", "bob");
      AtomicInteger count = new AtomicInteger();
      java.util.function.IntConsumer loop =
          _ -> {
            boolean adas = count.get() % 2 == 0;
            hub.send(adas ? "ada" : "bob", adas ? "bob" : "ada", null);
            count.incrementAndGet();
          };
      assertThat(acceptedUntilRefused(1_000, loop)).isEqualTo(101);
      hub.cards(1);
      done(
          hub.governor.allow(
              GovernorHub.OWNER, hub.governor.stops(GovernorHub.OWNER).getFirst().id()));
      assertThat(acceptedUntilRefused(1_000, loop)).isEqualTo(101);
      hub.cards(2);
      hub.send("developer", "bob", null);
      assertThat(acceptedUntilRefused(1_000, loop)).isEqualTo(101);
    }
  }

  @Test
  void whoHasSpentItsDayMayStillTellPeople() {
    GovernorConfig config =
        new GovernorConfig(
            true,
            12,
            100,
            300,
            Duration.ofMinutes(10),
            new GovernorConfig.Budget(1_000, 0),
            new GovernorConfig.Budget(0, 500));
    try (GovernorHub hub = hub(config, Map.of())) {
      hub.having("ada", "bob");
      MessageId first = hub.send("bob", "ada", null);
      hub.send("ada", "bob", first);
      done(
          hub.usage.record(
              GovernorHub.of("ada"),
              new AgentId("ada"),
              new Used("u1", "m", new Counts(1, 10, 10, 600)),
              first));
      assertThatThrownBy(() -> hub.send("ada", "bob", first))
          .satisfies(
              thrown -> assertThat(Refused.of(thrown).code()).isEqualTo(ErrorCode.BUDGET_EXCEEDED))
          .hasMessageContaining("600 millionths");
      hub.send("ada", "bob", null);
      done(
          hub.usage.record(
              GovernorHub.of("ada"),
              new AgentId("ada"),
              new Used("u2", "m", new Counts(1, 900, 90, 1))));
      time.advance(Duration.ofSeconds(3));
      assertThatThrownBy(() -> hub.send("ada", "bob", null)).hasMessageContaining("1010 tokens");
      hub.send("ada", "developer", null);
      hub.cards(2);
      Stop day =
          hub.governor.stops(GovernorHub.OWNER).stream()
              .filter(stop -> stop.kind() == Stop.Kind.AGENT_BUDGET)
              .findFirst()
              .orElseThrow();
      done(hub.governor.allow(GovernorHub.OWNER, day.id()));
      hub.send("ada", "bob", null);
      time.advance(Duration.ofDays(1));
      hub.send("ada", "bob", null);
    }
  }

  @Test
  void whenItIsOffNobodyIsStopped() {
    GovernorConfig off =
        new GovernorConfig(
            false,
            12,
            100,
            300,
            Duration.ofMinutes(10),
            GovernorConfig.Budget.NONE,
            GovernorConfig.Budget.NONE);
    try (GovernorHub hub = hub(off, Map.of())) {
      hub.having("ada", "bob");
      MessageId last = null;
      for (int i = 0; i < 200; i++) {
        last = hub.send(i % 2 == 0 ? "ada" : "bob", i % 2 == 0 ? "bob" : "ada", last);
      }
      assertThat(hub.cards()).isEmpty();
    }
  }
}
