package dev.parley.agents.turns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.agents.brain.Brain;
import dev.parley.agents.brain.BrainEvent;
import dev.parley.agents.brain.BrainRequest;
import dev.parley.agents.brain.Outcome;
import dev.parley.agents.context.Context;
import dev.parley.agents.context.Contexts;
import dev.parley.agents.context.Conversations;
import dev.parley.agents.context.Exchange;
import dev.parley.agents.context.Instructions;
import dev.parley.agents.context.MainContext;
import dev.parley.agents.context.Pins;
import dev.parley.agents.context.Prompt;
import dev.parley.core.address.AgentId;
import dev.parley.stores.rocksdb.RocksConfig;
import dev.parley.stores.rocksdb.RocksStore;
import dev.parley.testkit.time.ManualTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What was said longest ago in main is condensed, never cut off. */
@Timeout(180)
class CompactionTest {
  private static final AgentId ADA = new AgentId("ada");
  private static final int LONG_AGO = 45;

  @TempDir Path directory;
  private final ManualTime time = new ManualTime(1_000_000);
  private final List<Context> shown = new CopyOnWriteArrayList<>();
  private final List<Brain.Before> condensed = new CopyOnWriteArrayList<>();
  private volatile Function<Brain.Before, @Nullable String> condensing =
      _ -> "summary " + condensed.size();

  private final Brain brain =
      new Brain() {
        @Override
        public Outcome run(BrainRequest request, Consumer<BrainEvent> events) {
          shown.add(contexts.of(request));
          return new Outcome.Answered("answer " + shown.size());
        }

        @Override
        public @Nullable String condense(Before before) {
          condensed.add(before);
          return condensing.apply(before);
        }
      };

  private TurnHub hub;
  private Instructions instructions;
  private Pins pins;
  private Contexts contexts;
  private int turns;

  @BeforeEach
  void start() {
    hub =
        new TurnHub(
            RocksStore.open(directory.resolve("store"), RocksConfig.DEFAULT.unsynced()),
            time,
            Map.of("model", brain));
    if (hub.broker.participants().agent(ADA).isEmpty()) {
      hub.having("ada", "eve").running("ada", AutoRun.by("model").withDebounce(Duration.ZERO));
    }
    instructions = Instructions.open(hub.broker);
    pins = Pins.open(hub.broker);
    contexts = new Contexts(hub.broker, instructions, pins, List.of());
  }

  @AfterEach
  void stop() {
    instructions.close();
    pins.close();
    hub.close();
  }

  /** Waits until the turn has ended, and what follows from it. */
  private Context say(String from, String content) {
    hub.send(from, "ada", content);
    int now = ++turns;
    await()
        .atMost(Duration.ofSeconds(30))
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(2))
        .until(() -> shown.size() == now && hub.turns.running() == 0);
    return shown.getLast();
  }

  private void talk(int count, String more) {
    for (int i = 0; i < count; i++) {
      say("developer", "word " + turns + more);
    }
  }

  private List<Exchange> logged() {
    return new Conversations(hub.broker).logged(TurnHub.session("ada", "main"));
  }

  private static List<String> answers(List<Exchange> exchanges) {
    return exchanges.stream().filter(each -> !each.isSummary()).map(Exchange::answer).toList();
  }

  private List<String> allAnswers() {
    List<String> all = new ArrayList<>();
    for (int i = 1; i <= turns; i++) {
      all.add("answer " + i);
    }
    return all;
  }

  @Test
  void whatNoPromptHasRoomForIsCondensedByTheBrainAndStaysInTheLog() {
    talk(LONG_AGO, "");
    assertThat(condensed).hasSize(1);
    assertThat(condensed.getFirst().said()).contains("| word 0", "answer 1", "| word 30");
    assertThat(answers(logged())).isEqualTo(allAnswers());
    stop();
    start();
    talk(1, "");
    Context context = shown.getLast();
    assertThat(context).isInstanceOf(MainContext.class);
    assertThat(context.summary()).isEqualTo("summary 1");
    assertThat(Prompt.of("ada", context).system()).contains("| summary 1");
    assertThat(context.earlier()).hasSizeBetween(10, 40);
    assertThat(context.earlier().getLast().answer()).isEqualTo("answer " + (turns - 1));
    // Nothing is missing between what is condensed and what is shown.
    int first = turns - context.earlier().size();
    assertThat(condensed.getFirst().said()).contains("answer " + (first - 1));
    assertThat(answers(logged())).isEqualTo(allAnswers());
  }

  @Test
  void theNextSummaryKnowsTheOneBefore() {
    talk(2 * LONG_AGO, "");
    assertThat(condensed.size()).isGreaterThan(1);
    assertThat(condensed.get(1).said()).startsWith("Summary so far:\n| summary 1");
    assertThat(answers(logged())).isEqualTo(allAnswers());
  }

  @Test
  void aBrainThatFailsLosesNothingAndIsAskedAgain() {
    condensing =
        _ -> {
          throw new IllegalStateException("no model");
        };
    talk(LONG_AGO, "");
    condensing = _ -> null;
    talk(1, "");
    condensing = before -> "x".repeat(before.charsMax() + 1);
    talk(1, "");
    condensing = _ -> "  ";
    talk(1, "");
    assertThat(shown.getLast().summary()).isEmpty();
    assertThat(shown.getLast().earlier()).hasSize(turns - 1);
    condensing = _ -> "at last";
    talk(2, "");
    assertThat(shown.getLast().summary()).isEqualTo("at last");
    assertThat(answers(logged())).isEqualTo(allAnswers());
  }

  @Test
  void whatIsLongIsCondensedSoonerAndInPartsThatABrainCanRead() {
    talk(20, " " + "y".repeat(3_900));
    assertThat(condensed).isNotEmpty();
    for (Brain.Before each : condensed) {
      assertThat(each.said().length()).isLessThan(90_000);
    }
    talk(1, "");
    int chars =
        Prompt.of("ada", shown.getLast()).said().stream()
            .mapToInt(said -> said.text().length())
            .sum();
    assertThat(chars).isLessThan(70_000);
    assertThat(answers(logged())).isEqualTo(allAnswers());
  }

  @Test
  void othersAreNeverShownTheSummary() {
    condensing = _ -> "the vault opens with 4711";
    talk(LONG_AGO + 1, "");
    assertThat(shown.getLast().summary()).contains("4711");
    Context comm = say("eve", "what was said before?");
    assertThat(comm.summary()).isEmpty();
    Prompt prompt = Prompt.of("ada", comm);
    assertThat(prompt.system() + prompt.said()).doesNotContain("4711");
  }
}
