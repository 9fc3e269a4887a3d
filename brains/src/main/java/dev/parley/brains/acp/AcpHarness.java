package dev.parley.brains.acp;

import dev.parley.agents.brain.BrainEvent;
import dev.parley.agents.brain.BrainRequest;
import dev.parley.agents.brain.Outcome;
import dev.parley.agents.brain.Permissions;
import dev.parley.brains.harness.HarnessSetting;
import dev.parley.brains.harness.Harnesses;
import dev.parley.brains.harness.Told;
import dev.parley.core.address.AgentId;
import dev.parley.core.time.Timekeeper;
import dev.parley.core.trace.Current;
import dev.parley.core.trace.TraceContext;
import dev.parley.processes.ProcessState;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * One process that thinks for one agent, in as many sessions as the agent has turns at once. It is
 * started by the first turn; once it has ended it is of no use any more.
 */
final class AcpHarness {
  private static final Logger LOG = LoggerFactory.getLogger(AcpHarness.class);
  private static final int ASKING_MAX = 16;
  private static final Duration LAST_WORDS = Duration.ofSeconds(3);
  private static final Duration END_MAX = Duration.ofSeconds(30);

  private final AgentId agent;
  private final HarnessSetting setting;
  private final Harnesses harnesses;
  private final Timekeeper time;
  private final Leaves leaves;
  private final Connection connection;
  private final Calls calls;
  private final ReentrantLock starting = new ReentrantLock();
  private final Map<String, AcpTurn> turns = new ConcurrentHashMap<>();
  private volatile Harnesses.@Nullable Running running;
  private volatile @Nullable AcpHarness before;
  private @Nullable AcpSessions sessions;

  AcpHarness(AgentId agent, HarnessSetting setting, Harnesses harnesses, Permissions permissions) {
    this.agent = agent;
    this.setting = setting;
    this.harnesses = harnesses;
    this.time = harnesses.time();
    this.leaves = new Leaves(setting, permissions);
    this.connection = new Connection(new Incoming());
    this.calls = new Calls(connection, time, harnesses.config().patience());
  }

  HarnessSetting setting() {
    return setting;
  }

  /** Whether it is of use, or may become so. */
  boolean isUsable() {
    return !connection.isBroken();
  }

  private final class Incoming implements Connection.Peer {
    @Override
    public void onNotification(String method, JsonNode params) {
      if (method.equals("session/update")) {
        AcpTurn turn = turns.get(params.path("sessionId").asString(""));
        if (turn != null) {
          turn.onUpdate(params.path("update"));
        }
      }
    }

    @Override
    public void onRequest(JsonNode id, String method, JsonNode params) {
      if (!method.equals("session/request_permission")) {
        connection.refuse(id, Connection.METHOD_NOT_FOUND, "this client has no " + method);
        return;
      }
      AcpTurn turn = turns.get(params.path("sessionId").asString(""));
      if (turn == null) {
        connection.answer(id, Leaves.cancelled());
        return;
      }
      Thread thread =
          Thread.ofVirtual()
              .name("parley-asks-for-" + agent)
              .unstarted(() -> ask(id, turn, params));
      if (turn.startAsking(thread, ASKING_MAX)) {
        thread.start();
      } else {
        connection.answer(id, Leaves.cancelled());
      }
    }
  }

  private void ask(JsonNode id, AcpTurn turn, JsonNode params) {
    try {
      connection.answer(id, leaves.decide(turn, params));
    } catch (InterruptedException e) {
      connection.answer(id, Leaves.cancelled());
    } catch (RuntimeException e) {
      LOG.warn("nobody could be asked for '{}'", agent, e);
      connection.answer(id, Leaves.cancelled());
    } finally {
      turn.stopAsking(Thread.currentThread());
    }
  }

  Outcome turn(BrainRequest request, Consumer<BrainEvent> events) throws InterruptedException {
    try {
      String session = started().of(Harnesses.talk(request));
      AcpTurn turn = new AcpTurn(request, events);
      if (turns.putIfAbsent(session, turn) != null) {
        return new Outcome.Failed("a prompt runs in this session already");
      }
      try {
        return prompt(session, turn);
      } finally {
        turns.remove(session, turn);
        turn.end();
      }
    } catch (Broken e) {
      return new Outcome.Failed(ended(e));
    } catch (RpcError e) {
      return new Outcome.Failed(
          "the harness answered with error " + e.code() + ": " + clean(e.getMessage()));
    }
  }

  /** Why there is no answer, with the last words of the process if there are any. */
  private String ended(Broken why) throws InterruptedException {
    Harnesses.Running process = running;
    if (process == null) {
      return "the harness could not be started: " + why.getMessage();
    }
    if (process.endedFor() != null) {
      return "the harness was ended: " + process.endedFor();
    }
    // Its last words may still be on their way.
    process.dispose();
    try {
      ProcessState.Exited exited =
          process.process().ended().get(LAST_WORDS.toMillis(), TimeUnit.MILLISECONDS);
      String words = clean(process.process().lastOutput());
      return "the harness broke off: "
          + why.getMessage()
          + ", code "
          + exited.code()
          + (words.isEmpty() ? "" : "; the last it said:\n" + words);
    } catch (TimeoutException | ExecutionException e) {
      return "the harness broke off: " + why.getMessage();
    }
  }

  private String clean(@Nullable String text) {
    Harnesses.Running process = running;
    return process == null ? "" : process.withheld().from(String.valueOf(text));
  }

  /** There is at most one process of an agent. */
  void startAfter(AcpHarness other) {
    before = other;
  }

  private AcpSessions started() throws InterruptedException, Broken, RpcError {
    starting.lockInterruptibly();
    try {
      AcpSessions made = sessions;
      if (connection.isBroken()) {
        throw connection.broken().join();
      }
      if (made == null) {
        awaitBefore();
        Harnesses.Running started =
            harnesses.start(
                agent,
                agent.value(),
                setting,
                setting.argv().isEmpty() ? setting.preset().acp() : setting.argv(),
                connection::read);
        running = started;
        connection.writeTo(started.process().input());
        var _ = connection.broken().thenRun(started::dispose);
        made = new AcpSessions(setting, started, harnesses, calls, initialize());
        sessions = made;
      }
      return made;
    } finally {
      starting.unlock();
    }
  }

  private void awaitBefore() throws InterruptedException {
    AcpHarness other = before;
    if (other != null) {
      other.awaitEnd();
      before = null;
    }
  }

  private JsonNode initialize() throws InterruptedException, Broken, RpcError {
    ObjectNode params = node().put("protocolVersion", 1);
    ObjectNode capabilities = params.putObject("clientCapabilities");
    capabilities.putObject("fs").put("readTextFile", false).put("writeTextFile", false);
    capabilities.put("terminal", false);
    params.putObject("clientInfo").put("name", "parley").put("version", "1");
    boolean begun = false;
    try {
      JsonNode answer = calls.call("initialize", params);
      if (answer.path("protocolVersion").asInt(0) != 1) {
        throw calls.broken(
            "it speaks version " + answer.path("protocolVersion") + " of the protocol, not 1");
      }
      begun = true;
      return answer.path("agentCapabilities");
    } finally {
      if (!begun) {
        // Half begun it is of no use to the next turn.
        connection.fail("its start was broken off");
      }
    }
  }

  private Outcome prompt(String session, AcpTurn turn)
      throws InterruptedException, Broken, RpcError {
    connection.countAnew();
    ObjectNode params = node().put("sessionId", session);
    params
        .putArray("prompt")
        .addObject()
        .put("type", "text")
        .put("text", harnesses.told(turn.request()));
    String traceparent = Current.span().traceparent();
    if (traceparent != null) {
      params.putObject("_meta").put(TraceContext.NAME, traceparent);
    }
    CompletableFuture<JsonNode> answer = connection.call("session/prompt", params);
    try {
      return outcome(Calls.settled(answer).path("stopReason").asString(""), turn);
    } catch (InterruptedException e) {
      cancel(session, answer);
      throw e;
    }
  }

  private static Outcome outcome(String stopReason, AcpTurn turn) {
    if (turn.saidTooMuch()) {
      return new Outcome.Failed(
          "the answer has more than " + AcpTurn.ANSWER_CHARS_MAX + " characters");
    }
    return switch (stopReason) {
      case "end_turn" -> Told.answered(turn.said());
      case "refusal" -> new Outcome.Declined("the model refused to go on");
      case "cancelled" -> new Outcome.Failed("the harness broke the turn off");
      default -> new Outcome.Failed("the harness stopped before the end: " + stopReason);
    };
  }

  /** Asks it to stop, and ends it when it does not: nothing may run on in a turn that is over. */
  private void cancel(String session, CompletableFuture<JsonNode> answer) {
    connection.tell("session/cancel", node().put("sessionId", session));
    CountDownLatch over = new CountDownLatch(1);
    var _ = answer.whenComplete((_, _) -> over.countDown());
    Timekeeper.Alarm alarm = time.after(harnesses.config().cancelling(), over::countDown);
    boolean again = false;
    try {
      over.await();
    } catch (InterruptedException e) {
      again = true;
    } finally {
      alarm.cancel();
    }
    if (!answer.isDone()) {
      end("it did not break a turn off");
    }
    if (again) {
      Thread.currentThread().interrupt();
    }
  }

  /** Nobody needs it any more. */
  void end(String why) {
    Harnesses.Running process = running;
    if (process != null) {
      process.end(why);
    }
    connection.fail(why);
  }

  /** Completes when its process is gone. */
  CompletableFuture<?> gone() {
    Harnesses.Running process = running;
    return process == null ? CompletableFuture.completedFuture(true) : process.process().ended();
  }

  /** Waits until the process is gone, if there was one. */
  void awaitEnd() throws InterruptedException {
    try {
      var _ = gone().get(END_MAX.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      LOG.warn("the harness of '{}' does not end", agent);
    }
  }

  private static ObjectNode node() {
    return JsonNodeFactory.instance.objectNode();
  }
}
