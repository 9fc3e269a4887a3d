package dev.parley.agents.turns;

import static dev.parley.agents.turns.TurnHub.done;
import static dev.parley.agents.turns.TurnHub.session;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.parley.agents.brain.BrainRequest;
import dev.parley.agents.brain.TurnOrigin;
import dev.parley.agents.logs.LogEntry;
import dev.parley.agents.logs.LoggedSession;
import dev.parley.agents.logs.Logs;
import dev.parley.agents.talks.Talks;
import dev.parley.agents.tools.Action;
import dev.parley.agents.tools.ByHand;
import dev.parley.agents.tools.Tool;
import dev.parley.agents.tools.Toolbox;
import dev.parley.core.address.AgentId;
import dev.parley.core.address.Path;
import dev.parley.core.address.SessionId;
import dev.parley.core.address.SessionKey;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Door;
import dev.parley.core.message.Draft;
import dev.parley.core.message.MessageLimit;
import dev.parley.identity.Principal;
import dev.parley.identity.Visit;
import dev.parley.testkit.store.MemoryStore;
import dev.parley.testkit.time.ManualTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** WS-4: talking with an agent in its sessions, using its tools, reading its logs. */
@Timeout(120)
class TalksTest {
  private static final Visit OWNER = Visit.ofHub();
  private static final AgentId ADA = new AgentId("ada");

  private final ManualTime time = new ManualTime(1_000_000);
  private final HandBrain brain = new HandBrain();
  private final HandBrain triage = new HandBrain();
  private final TurnHub hub =
      new TurnHub(new MemoryStore(), time, Map.of("hand", brain, "triage", triage))
          .having("ada", "bob");
  private final Talks talks = new Talks(hub.broker, hub.turns, MessageLimit.DEFAULT);
  private final Logs logs = new Logs(hub.broker, hub.turns);

  @AfterEach
  void close() {
    hub.close();
  }

  private static Visit visit(String agent) {
    return new Visit(new Principal.AgentPrincipal(new AgentId(agent)), Door.WS, "");
  }

  private static void assertRefused(ErrorCode code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            Refused.class, refused -> assertThat(refused.code()).isEqualTo(code));
  }

  /** With a debounce that nobody waits for, and a triage that nobody asks. */
  private void running() {
    hub.running("ada", AutoRun.by("hand").withTriage("triage"));
  }

  @Test
  void whatItsOwnerSaysInASessionIsThoughtAboutThereAtOnce() throws InterruptedException {
    running();
    Talks.Said said = done(talks.start(OWNER, ADA, new SessionId("plan"), "the plan", "hello"));
    BrainRequest asked = brain.next();
    assertThat(asked.session()).isEqualTo(session("ada", "plan")).isEqualTo(said.session());
    assertThat(asked.newest().id()).isEqualTo(said.message());
    // Only in main is it the owner's own context, whoever speaks.
    assertThat(TurnOrigin.of(asked)).isEqualTo(TurnOrigin.COMM);
    brain.answer("hi");
    hub.ended("ada", 1);
    assertThat(hub.contents("developer")).containsExactly("hi");

    Talks.Said more = done(talks.goOn(OWNER, said.session(), "go on"));
    assertThat(brain.next().newest().id()).isEqualTo(more.message());
    brain.answer("gladly");
    hub.ended("ada", 2);
    assertThat(triage.askedSoFar()).isZero();
    assertThat(hub.turns.log(ADA, 10)).hasSize(2);
  }

  @Test
  void inMainItIsTheOwners() throws InterruptedException {
    running();
    done(talks.goOn(OWNER, session("ada", "main"), "hello"));
    BrainRequest asked = brain.next();
    assertThat(asked.session()).isEqualTo(session("ada", "main"));
    assertThat(TurnOrigin.of(asked)).isEqualTo(TurnOrigin.USER);
    assertRefused(
        ErrorCode.CONFLICT, () -> talks.start(OWNER, ADA, new SessionId("main"), null, "x"));
    brain.answer("hi");
  }

  @Test
  void whatIsRefusedLeavesNoSessionBehind() {
    assertRefused(
        ErrorCode.CONFLICT, () -> talks.start(OWNER, ADA, new SessionId("plan"), null, "hello"));
    running();
    assertRefused(
        ErrorCode.BAD_REQUEST, () -> talks.start(OWNER, ADA, new SessionId("plan"), null, " "));
    assertRefused(
        ErrorCode.TOO_LARGE,
        () -> talks.start(OWNER, ADA, new SessionId("plan"), null, "x".repeat(2 << 20)));
    assertRefused(
        ErrorCode.NOT_FOUND, () -> talks.start(OWNER, new AgentId("zoe"), null, null, "hello"));
    hub.broker.admitBy(
        (_, _) -> {
          throw new Refused(ErrorCode.RATE_LIMITED, "not now");
        });
    assertRefused(
        ErrorCode.RATE_LIMITED,
        () -> done(talks.start(OWNER, ADA, new SessionId("plan"), null, "hello")));
    assertThat(hub.broker.participants().sessions(ADA)).isEmpty();
    assertRefused(ErrorCode.NOT_FOUND, () -> talks.goOn(OWNER, session("ada", "plan"), "hello"));
  }

  @Test
  void aSessionIsBegunOnce() throws InterruptedException {
    running();
    done(talks.start(OWNER, ADA, new SessionId("plan"), null, "hello"));
    brain.next();
    assertRefused(
        ErrorCode.ALREADY_EXISTS,
        () -> done(talks.start(OWNER, ADA, new SessionId("plan"), null, "hello")));
    assertThat(hub.broker.participants().sessions(ADA)).hasSize(1);
    Talks.Said named = done(talks.start(OWNER, ADA, null, null, "hello"));
    assertThat(named.session().session().value()).startsWith("s-");
  }

  @Test
  void nobodyElseTalksWithAnAgentLikeItsOwner() throws InterruptedException {
    running();
    done(talks.start(OWNER, ADA, new SessionId("plan"), null, "hello"));
    SessionKey plan = brain.next().session();
    for (String who : List.of("ada", "bob")) {
      assertRefused(ErrorCode.FORBIDDEN, () -> talks.start(visit(who), ADA, null, null, "x"));
      assertRefused(ErrorCode.FORBIDDEN, () -> talks.goOn(visit(who), plan, "x"));
    }
    assertRefused(ErrorCode.FORBIDDEN, () -> talks.abort(visit("bob"), plan));
    brain.answer("hi");
    hub.ended("ada", 1);
    // Who writes to the session's address in the same words waits like everybody else.
    hub.send(Draft.from("bob").to(Talks.address(plan)).command(Turns.PROMPT).content("psst"));
    hub.send(Draft.from("bob").to(Path.agent(ADA)).command(Turns.PROMPT).content("psst"));
    hub.settle();
    assertThat(brain.askedSoFar()).isEqualTo(1);
    time.advance(Duration.ofSeconds(3));
    triage.next();
    triage.answer("no");
    triage.answer("no");
    hub.ended("ada", 3);
    assertThat(brain.askedSoFar()).isEqualTo(1);
  }

  @Test
  void aTurnIsBrokenOffAndWhatWaitsIsNext() throws InterruptedException {
    running();
    SessionKey plan = done(talks.start(OWNER, ADA, new SessionId("plan"), null, "hello")).session();
    brain.next();
    assertThat(done(talks.abort(OWNER, plan))).isTrue();
    TurnRecord ended = hub.ended("ada", 1).getFirst();
    assertThat(ended.outcome()).isEqualTo("failed");
    await().until(() -> hub.turns.running() == 0);
    assertThat(done(talks.abort(visit("ada"), plan))).isFalse();
    done(talks.goOn(OWNER, plan, "again"));
    assertThat(brain.nextContents()).containsExactly("again");
  }

  @Test
  void aPersonTalksWithItsAgentInASessionOfItsOwn() throws InterruptedException {
    AgentId ann = new AgentId("ann");
    done(hub.broker.participants().createAgentOf(ann, ann, null, null, null, null));
    done(hub.broker.participants().createAgentOf(ann, new AgentId("anns"), null, null, null, null));
    hub.running("anns", AutoRun.by("hand").withTriage("triage"));

    Talks.Said said = done(talks.goOn(visit("ann"), session("anns", "main"), "hello"));

    assertThat(said.session()).isEqualTo(session("anns", "main@ann"));
    assertThat(brain.nextContents()).containsExactly("hello"); // at once, and without triage
    assertThat(Turns.lane(said.session())).isEqualTo("main");
    assertThat(done(talks.abort(visit("ann"), session("anns", "main")))).isTrue();
    assertThat(hub.ended("anns", 1).getFirst().session()).isEqualTo(said.session());
    await().until(() -> hub.turns.running() == 0);
    done(talks.goOn(visit("ann"), said.session(), "again"));
    assertThat(brain.nextContents()).containsExactly("again");
    brain.answer("yes");
    assertRefused(
        ErrorCode.CONFLICT,
        () -> talks.start(visit("ann"), new AgentId("anns"), new SessionId("main@ann"), null, "x"));
    assertRefused(ErrorCode.FORBIDDEN, () -> talks.goOn(visit("ann"), session("ada", "main"), "x"));
  }

  @Test
  void theLogsSayWhatWasSaidInEachSession() throws InterruptedException {
    running();
    done(talks.goOn(OWNER, session("ada", "main"), "How is the Weather?"));
    brain.next();
    brain.answer("It rains in Ulm.");
    hub.ended("ada", 1);
    SessionKey plan = done(talks.start(OWNER, ADA, new SessionId("plan"), null, "go")).session();
    brain.next();

    List<LoggedSession> sessions = logs.sessions(ADA, 10);
    assertThat(sessions)
        .extracting(each -> each.session().session().value() + " " + each.lane())
        .containsExactly("plan comm", "main main");
    assertThat(sessions.getFirst().open()).isNotNull();
    assertThat(sessions.getLast().lastAt()).isPositive();
    assertThat(hub.turns.lanes(ADA))
        .containsExactly(
            new LaneLoad("main", 1, 0, 0, 0),
            new LaneLoad("comm", 5, 1, 0, 1),
            new LaneLoad("events", 2, 0, 0, 0),
            new LaneLoad("subagent", 3, 0, 0, 0));

    Logs.Found main = logs.of(session("ada", "main"), 10);
    assertThat(main.more()).isFalse();
    assertThat(main.entries()).hasSize(2);
    assertThat(main.entries().getFirst()).isInstanceOf(LogEntry.Came.class);
    assertThat(main.entries().getLast())
        .isInstanceOfSatisfying(
            LogEntry.Result.class, result -> assertThat(result.outcome()).isEqualTo("answered"));
    assertThat(logs.of(session("ada", "main"), 1).entries())
        .extracting(LogEntry::text)
        .containsExactly("It rains in Ulm.");
    assertThat(logs.of(session("ada", "main"), 1).more()).isTrue();

    assertThat(logs.search(ADA, null, "WEATHER how", 10).entries())
        .extracting(LogEntry::text)
        .containsExactly("How is the Weather?");
    assertThat(logs.search(ADA, plan, "weather", 10).entries()).isEmpty();
    assertRefused(ErrorCode.BAD_REQUEST, () -> logs.search(ADA, null, " ", 10));
    assertRefused(ErrorCode.NOT_FOUND, () -> logs.sessions(new AgentId("zoe"), 10));
    brain.answer("gone");
  }

  @Test
  void toolsAreUsedByHandByWhoeverTheAgentBelongsToAndOnlyAsItsTurnsMay() {
    Toolbox tools =
        new Toolbox()
            .register(
                Tool.of("clock", "Tells the time.", Action.of("now", "now", (use, _) -> "noon")))
            .register(
                Tool.of(
                    "shell",
                    "Runs programs.",
                    Action.of("run", "runs", (use, _) -> "ran as " + use.agent()).forOwner()));
    ByHand hands = new ByHand(hub.broker, tools);
    AgentId ann = new AgentId("ann");
    AgentId anns = new AgentId("anns");
    done(hub.broker.participants().createAgentOf(ann, ann, null, null, null, null));
    done(hub.broker.participants().createAgentOf(ann, anns, null, null, null, null));

    assertThat(hands.list(OWNER, ADA)).extracting(Tool::name).containsExactly("clock", "shell");
    assertThat(done(hands.execute(OWNER, ADA, "shell", "{\"action\":\"run\"}")).text())
        .isEqualTo("ran as ada");
    // A person is not the hub's owner: what it may not cause in a turn it may not do by hand.
    assertThat(hands.list(visit("ann"), anns)).extracting(Tool::name).containsExactly("clock");
    assertThat(done(hands.execute(visit("ann"), anns, "shell", "{\"action\":\"run\"}")).text())
        .startsWith("refused (forbidden)");
    assertThat(done(hands.execute(visit("ann"), anns, "clock", "{\"action\":\"now\"}")).text())
        .isEqualTo("noon");
    assertThat(hands.list(visit("ada"), ADA)).extracting(Tool::name).containsExactly("clock");
    for (String who : List.of("ada", "bob", "ann")) {
      assertRefused(
          ErrorCode.FORBIDDEN,
          () -> hands.execute(visit(who), ADA, "clock", "{\"action\":\"now\"}"));
    }
    assertThat(done(hands.execute(OWNER, ADA, "clock", "{\"action\":\"then\"}")).failed()).isTrue();
    assertRefused(
        ErrorCode.NOT_FOUND, () -> hands.execute(OWNER, new AgentId("zoe"), "clock", "{}"));
  }
}
