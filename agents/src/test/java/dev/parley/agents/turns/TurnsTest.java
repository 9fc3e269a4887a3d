package dev.parley.agents.turns;

import static dev.parley.agents.turns.TurnHub.done;
import static dev.parley.agents.turns.TurnHub.session;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.parley.agents.brain.Brain;
import dev.parley.agents.brain.BrainEvent;
import dev.parley.agents.brain.Outcome;
import dev.parley.agents.brain.ScriptedBrain;
import dev.parley.core.address.AgentId;
import dev.parley.core.address.Path;
import dev.parley.core.address.Pattern;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Draft;
import dev.parley.core.message.EnvelopeField;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.MessageType;
import dev.parley.core.store.State;
import dev.parley.testkit.store.MemoryStore;
import dev.parley.testkit.time.ManualTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class TurnsTest {
  private static final AutoRun AT_ONCE = AutoRun.by("hand").withDebounce(Duration.ZERO);

  private final ManualTime time = new ManualTime(1_000_000);
  private final HandBrain brain = new HandBrain();
  private final HandBrain triage = new HandBrain();
  private final ScriptedBrain echo =
      new ScriptedBrain(
          List.of(
              new ScriptedBrain.Rule("quiet", new Outcome.Declined("asked to be quiet")),
              new ScriptedBrain.Rule("", new Outcome.Answered("you said {content}"))));
  private final TurnHub hub =
      new TurnHub(new MemoryStore(), time, Map.of("hand", brain, "triage", triage, "echo", echo))
          .having("ada", "bob", "eve");

  @AfterEach
  void close() {
    hub.close();
  }

  @Test
  void aMessageWakesATurnWhoseAnswerGoesBackToItsSender() throws InterruptedException {
    hub.running("ada", AT_ONCE);
    MessageId question = hub.send("bob", "ada", "how much is six times seven?");
    assertThat(brain.nextContents()).containsExactly("how much is six times seven?");
    assertThat(hub.rung(question, "ada")).isEqualTo(State.TURN_STARTED);
    brain.answer("42");
    TurnRecord turn = hub.ended("ada", 1).getFirst();
    assertThat(turn.outcome()).isEqualTo("answered");
    Message answer = hub.inbox("bob").getFirst();
    assertThat(answer.draft().content()).isEqualTo("42");
    assertThat(answer.draft().from()).isEqualTo("ada");
    assertThat(answer.draft().replyTo()).isEqualTo(question);
    assertThat(turn.answers()).containsExactly(answer.id());
    assertThat(hub.rung(question, "ada")).isEqualTo(State.ANSWERED);
  }

  @Test
  void whoDoesNotRunByItselfIsLeftAlone() {
    hub.running("ada", AT_ONCE);
    MessageId id = hub.send("ada", "bob", "are you there?");
    hub.settle();
    assertThat(hub.rung(id, "bob")).isEqualTo(State.ACCEPTED);
    assertThat(brain.askedSoFar()).isZero();
  }

  @Test
  void whatCameBeforeIsLeftToTheAgent() {
    hub.send("bob", "ada", "old");
    hub.running("ada", AT_ONCE).settle();
    assertThat(brain.askedSoFar()).isZero();
    assertThat(hub.contents("ada")).containsExactly("old");
  }

  @Test
  void aBurstIsOneTurnWhenNothingHasComeForTheDebounce() throws InterruptedException {
    hub.running("ada", AutoRun.by("hand"));
    hub.send(conversation("bob", "one"));
    hub.settle();
    time.advance(Duration.ofMillis(2_999));
    hub.send(conversation("bob", "two"));
    hub.settle();
    time.advance(Duration.ofMillis(2_999));
    assertThat(brain.askedSoFar()).isZero();
    time.advance(Duration.ofMillis(1));
    assertThat(brain.nextContents()).containsExactly("one", "two");
  }

  private static Draft.Builder conversation(String from, String content) {
    return Draft.from(from).to(Path.parse("agent/ada")).content(content).conversationId("c1");
  }

  @Test
  void aFullBatchDoesNotWait() throws InterruptedException {
    hub.running("ada", AutoRun.by("hand").withBatchMax(2));
    hub.send(conversation("bob", "one"));
    hub.send(conversation("bob", "two"));
    assertThat(brain.nextContents()).containsExactly("one", "two");
  }

  @Test
  void whatComesInATurnIsThoughtAboutAfterIt() throws InterruptedException {
    hub.running("ada", AT_ONCE);
    hub.send(conversation("bob", "one"));
    brain.next();
    hub.send(conversation("bob", "two"));
    hub.send(conversation("bob", "three"));
    hub.settle();
    assertThat(brain.askedSoFar()).isEqualTo(1);
    brain.answer("first");
    assertThat(brain.nextContents()).containsExactly("two", "three");
    brain.answer("second");
    hub.ended("ada", 2);
    assertThat(hub.contents("bob")).containsExactly("first", "second");
  }

  @Test
  void conversationsAreThoughtAboutSideBySide() throws InterruptedException {
    hub.running("ada", AT_ONCE);
    hub.send("bob", "ada", "from bob");
    hub.send("eve", "ada", "from eve");
    assertThat(List.of(brain.nextContents().getFirst(), brain.nextContents().getFirst()))
        .containsExactlyInAnyOrder("from bob", "from eve");
  }

  @Test
  void whatItsOwnerSaysBelongsToMainAndOthersHaveContextsOfTheirOwn() throws InterruptedException {
    hub.running("ada", AT_ONCE);
    hub.send("developer", "ada", "hello");
    assertThat(brain.next().session()).isEqualTo(session("ada", "main"));
    hub.send(conversation("bob", "hi").topic("news"));
    assertThat(brain.next().session()).isEqualTo(session("ada", "comm-news-c1"));
    hub.send(
        Draft.from("eve")
            .to(Path.parse("agent/ada"))
            .type(MessageType.TASK)
            .set(EnvelopeField.TASK_ID, "t7")
            .content("do it"));
    assertThat(brain.next().session()).isEqualTo(session("ada", "task-t7"));
  }

  @Test
  void theTriageSaysNoAndNothingIsAnswered() throws InterruptedException {
    hub.running("ada", AT_ONCE.withTriage("triage"));
    MessageId id = hub.send("bob", "ada", "lunch?");
    triage.next();
    triage.answer("NO");
    assertThat(hub.ended("ada", 1).getFirst().outcome()).isEqualTo("declined");
    assertThat(hub.rung(id, "ada")).isEqualTo(State.DECLINED);
    assertThat(hub.contents("bob")).isEmpty();
    assertThat(brain.askedSoFar()).isZero();
  }

  @Test
  void aTriageThatFailsCountsAsYes() throws InterruptedException {
    hub.running("ada", AT_ONCE.withTriage("triage"));
    hub.send("bob", "ada", "lunch?");
    triage.next();
    triage.end(new Outcome.Failed("no network"));
    assertThat(brain.nextContents()).containsExactly("lunch?");
  }

  @Test
  void aTurnThatIsTriggeredAsksNoTriage() throws InterruptedException {
    MessageId id = hub.send("bob", "ada", "old");
    hub.running("ada", AutoRun.by("hand").withTriage("triage"));
    done(hub.turns.trigger(session("ada", "main"), List.of(id)));
    assertThat(brain.nextContents()).containsExactly("old");
    brain.answer("done");
    hub.ended("ada", 1);
    assertThat(triage.askedSoFar()).isZero();
    assertThat(hub.rung(id, "ada")).isEqualTo(State.ANSWERED);
  }

  @Test
  void aTurnAboutWhatWasNeverForTheAgentIsRefused() {
    MessageId id = hub.send("bob", "eve", "secret");
    hub.running("ada", AT_ONCE);
    assertThatThrownBy(() -> done(hub.turns.trigger(session("ada", "main"), List.of(id))))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("no message");
  }

  @Test
  void aBrainThatFailsIsToldOnTheLadderAndInTheLog() throws InterruptedException {
    hub.running("ada", AT_ONCE);
    MessageId id = hub.send("bob", "ada", "hi");
    brain.next();
    brain.end(new Outcome.Failed("out of tokens"));
    assertThat(hub.ended("ada", 1).getFirst().text()).isEqualTo("out of tokens");
    assertThat(hub.rung(id, "ada")).isEqualTo(State.FAILED);
  }

  @Test
  void aTurnThatTakesTooLongIsBrokenOff() throws InterruptedException {
    hub.running("ada", AT_ONCE);
    hub.send("bob", "ada", "hi");
    brain.next();
    time.advance(Duration.ofMillis(AutoRun.TURN_MILLIS));
    assertThat(hub.ended("ada", 1).getFirst().text()).contains("took longer");
  }

  @Test
  void aTurnCanBeCancelled() throws InterruptedException {
    hub.running("ada", AT_ONCE);
    hub.send("developer", "ada", "hi");
    brain.next();
    assertThat(hub.turns.cancel(session("ada", "main"))).isTrue();
    assertThat(hub.ended("ada", 1).getFirst().text()).contains("cancelled");
    assertThat(hub.turns.cancel(session("ada", "main"))).isFalse();
  }

  @Test
  void aResultIsProcessedAndNeverAnswered() throws InterruptedException {
    hub.running("ada", AT_ONCE);
    hub.send(
        Draft.from("bob")
            .to(Path.parse("agent/ada"))
            .type(MessageType.TASK_RESULT)
            .content("built"));
    brain.next();
    brain.answer("thanks!");
    hub.ended("ada", 1);
    assertThat(hub.contents("bob")).isEmpty();
  }

  @Test
  void aTaskIsAnsweredWithItsResult() throws InterruptedException {
    hub.running("ada", AT_ONCE);
    hub.send(Draft.from("bob").to(Path.parse("agent/ada")).type(MessageType.TASK).content("build"));
    brain.next();
    brain.answer("built");
    hub.ended("ada", 1);
    assertThat(hub.inbox("bob").getFirst().draft().type()).isEqualTo(MessageType.TASK_RESULT);
  }

  @Test
  void whatASessionSaysGoesBeforeWhatItsAgentSays() throws InterruptedException {
    done(hub.broker.participants().createSession(session("ada", "watch"), null));
    done(hub.broker.participants().subscribe(session("ada", "watch"), Pattern.parse("news/**")));
    hub.running("ada", AutoRun.by("echo").withDebounce(Duration.ZERO));
    hub.running("ada/watch", AT_ONCE);
    hub.send(Draft.from("bob").to(Path.parse("news/today")).content("rain"));
    assertThat(brain.next().session()).isEqualTo(session("ada", "watch"));
    brain.answer("noted");
    // The agent hears of it as handled; that alone is no turn of its own.
    hub.ended("ada", 1);
    hub.settle();
    assertThat(hub.turns.standing(new AgentId("ada"))).isEmpty();
    assertThat(hub.contents("bob")).containsExactly("noted");
  }

  @Test
  void twoAgentsThatAnswerEachOtherComeToAnEnd() {
    AutoRun echoing = AutoRun.by("echo").withDebounce(Duration.ZERO);
    hub.running("ada", echoing).running("bob", echoing);
    hub.send("eve", "ada", "go");
    hub.send("ada", "bob", "hello");
    await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () ->
                hub.turns.log(new AgentId("ada"), 100).stream()
                        .anyMatch(turn -> turn.text().contains("enough"))
                    || hub.turns.log(new AgentId("bob"), 100).stream()
                        .anyMatch(turn -> turn.text().contains("enough")));
  }

  @Test
  void anUnknownBrainOrAgentIsRefused() {
    assertThatThrownBy(() -> hub.turns.set("ada", AutoRun.by("genius")))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("there is no brain 'genius'")
        .hasMessageContaining("echo, hand, triage");
    assertThatThrownBy(() -> hub.turns.set("nobody", AT_ONCE)).isInstanceOf(Refused.class);
    assertThatThrownBy(() -> AutoRun.by("hand").withBatchMax(0)).isInstanceOf(Refused.class);
  }

  @Test
  void whatWaitedForADeletedAgentGoesWithIt() throws InterruptedException {
    hub.running("ada", AT_ONCE);
    hub.send("developer", "ada", "one");
    brain.next();
    hub.send("developer", "ada", "two");
    hub.settle();
    done(hub.broker.participants().deleteAgent(new AgentId("ada")));
    await().until(() -> hub.turns.standing(new AgentId("ada")).isEmpty());
    hub.having("ada");
    assertThat(hub.turns.said("ada")).isEmpty();
    assertThat(hub.turns.log(new AgentId("ada"), 10)).isEmpty();
  }

  @Test
  void theNextBrainThinksWhenOneFailsThatHasDoneNothing() throws InterruptedException {
    hub.running("ada", AutoRun.by("hand, echo").withDebounce(Duration.ZERO));
    hub.send("bob", "ada", "hello");
    brain.next();
    brain.end(new Outcome.Failed("no network"));
    assertThat(hub.ended("ada", 1).getFirst().text()).isEqualTo("you said hello");
    time.advance(Duration.ofMillis(1)); // the log has no order within one
    hub.send("bob", "ada", "again");
    brain.next();
    brain.answer("here I am");
    assertThat(hub.ended("ada", 2).getLast().text()).isEqualTo("here I am");
  }

  @Test
  void whenNoneOfThemCanAllReasonsAreTold() throws InterruptedException {
    hub.running("ada", AutoRun.by("hand,triage").withDebounce(Duration.ZERO));
    hub.send("bob", "ada", "hello");
    brain.next();
    brain.end(new Outcome.Failed("no network"));
    triage.next();
    triage.end(new Outcome.Failed("no money"));
    TurnRecord turn = hub.ended("ada", 1).getFirst();
    assertThat(turn.outcome()).isEqualTo("failed");
    assertThat(turn.text()).isEqualTo("hand: no network; triage: no money");
  }

  /** What it did would be done twice. */
  @Test
  void whoHasUsedAToolHasTheTurnForItself() throws InterruptedException {
    Brain acts =
        (_, events) -> {
          events.accept(new BrainEvent.ToolCalled("1", "message", "{}"));
          return new Outcome.Failed("broke off");
        };
    try (TurnHub other =
        new TurnHub(new MemoryStore(), time, Map.of("acts", acts, "echo", echo))
            .having("ada", "bob")) {
      other.running("ada", AutoRun.by("acts,echo").withDebounce(Duration.ZERO));
      other.send("bob", "ada", "hello");
      assertThat(other.ended("ada", 1).getFirst().text()).isEqualTo("broke off");
    }
  }

  @Test
  void eachBrainThatIsNamedHasToBeThere() {
    assertThatThrownBy(() -> hub.running("ada", AutoRun.by("hand,genius")))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("there is no brain 'genius'");
    assertThat(hub.turns.said("ada")).isEmpty();
  }
}
