package dev.parley.testkit.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.Path;
import dev.parley.core.address.Pattern;
import dev.parley.core.address.SessionId;
import dev.parley.core.address.SessionKey;
import dev.parley.core.broker.Broker;
import dev.parley.core.broker.BrokerConfig;
import dev.parley.core.delivery.AckMode;
import dev.parley.core.delivery.ListenOptions;
import dev.parley.core.delivery.Listening;
import dev.parley.core.error.Refused;
import dev.parley.core.history.HistoryQuery;
import dev.parley.core.message.Draft;
import dev.parley.core.message.MessageId;
import dev.parley.core.sending.Receipt;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.MessageStore;
import dev.parley.testkit.faults.FaultyStore;
import dev.parley.testkit.time.ManualTime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A running broker, and words to talk to it with. */
abstract class BrokerSuite {
  static final long START = 1_700_000_000_000L;
  static final Duration ACK_TIMEOUT = Duration.ofSeconds(30);

  /** So long that only what never comes is given up on, however busy the machine is. */
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  final ManualTime time = new ManualTime(START);
  FaultyStore store;
  Broker broker;

  /** Opens this test's store: empty at first, and later with what was written before. */
  abstract MessageStore open();

  BrokerConfig config() {
    return BrokerConfig.DEFAULT;
  }

  @BeforeEach
  final void start() {
    store = new FaultyStore(open());
    broker = new Broker(store, time, config()).start();
  }

  @AfterEach
  final void stop() {
    store.heal();
    broker.close();
    store.close();
  }

  final void restart() {
    stop();
    start();
  }

  // ---- who

  static AgentId agent(String id) {
    return new AgentId(id);
  }

  static SessionKey session(String agent, String session) {
    return new SessionKey(new AgentId(agent), new SessionId(session));
  }

  static BoxId inbox(String agent) {
    return BoxId.inbox(agent(agent));
  }

  static BoxId inbox(String agent, String session) {
    return BoxId.inbox(session(agent, session));
  }

  final void create(String... agents) {
    for (String id : agents) {
      result(broker.participants().createAgent(agent(id), null, null, null, null));
    }
  }

  final void createSession(String agent, String session, String... patterns) {
    SessionKey key = session(agent, session);
    result(broker.participants().createSession(key, null));
    for (String pattern : patterns) {
      result(broker.participants().subscribe(key, Pattern.parse(pattern)));
    }
  }

  final void subscribe(String agent, String pattern) {
    result(broker.participants().subscribe(agent(agent), Pattern.parse(pattern)));
  }

  // ---- saying

  static Draft.Builder draft(String from, String path) {
    return Draft.from(from).to(Path.parse(path));
  }

  final CompletableFuture<Receipt> routing(Draft.Builder draft) {
    return broker.route(draft.build(), Senders.of(draft.build()));
  }

  final Receipt route(Draft.Builder draft) {
    return result(routing(draft));
  }

  final Receipt send(String from, String to, String content) {
    return route(draft(from, "agent/" + to).content(content));
  }

  static MessageId idOf(Receipt receipt) {
    return receipt.message().id();
  }

  // ---- hearing

  final List<String> receive(String agent) {
    return receive(inbox(agent));
  }

  final List<String> receive(BoxId inbox) {
    return EnvelopeFields.contents(result(broker.receive(inbox, 1_000)));
  }

  final List<String> history(BoxId box) {
    return EnvelopeFields.contents(
        result(broker.lookups().history(box, HistoryQuery.newest(1_000))).copies());
  }

  /** The status words of the copies in an inbox, oldest first. */
  final List<String> statuses(BoxId inbox) {
    return result(broker.lookups().history(inbox, HistoryQuery.newest(1_000))).copies().stream()
        .map(copy -> copy.state().status())
        .toList();
  }

  final List<String> deadLetters() {
    return EnvelopeFields.contents(
        result(broker.lookups().deadLetters(HistoryQuery.newest(1_000))).copies());
  }

  static ListenOptions options(AckMode ack, long from) {
    return new ListenOptions(ack, from, 1_000, ACK_TIMEOUT, 3);
  }

  final Listening listen(String agent, ListenOptions options, RecordingListener listener) {
    return result(broker.listen(inbox(agent), options, listener));
  }

  // ---- waiting

  static <T> T result(CompletableFuture<T> future) {
    try {
      return future.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new AssertionError("it was refused: " + e.getCause(), e.getCause());
    } catch (InterruptedException | TimeoutException e) {
      throw new AssertionError("no answer", e);
    }
  }

  /** Waits for the answer, whatever it is. */
  static boolean isRefused(CompletableFuture<?> future) {
    return result(future.handle((_, failure) -> failure != null));
  }

  static Refused refusal(CompletableFuture<?> future) {
    Throwable thrown = catchThrowable(() -> future.get(PATIENCE.toSeconds(), TimeUnit.SECONDS));
    assertThat(thrown).isInstanceOf(ExecutionException.class);
    return Refused.of(thrown);
  }

  /** Waits for what the committer brings about in its own time. */
  static void eventually(Callable<Boolean> condition) {
    await().atMost(PATIENCE).pollInterval(Duration.ofMillis(2)).until(condition);
  }

  /** Lets everything that is asked for meanwhile go into one commit. */
  final void inOneCommit(Runnable asking) {
    FaultyStore.Hold hold = store.hold();
    CompletableFuture<Integer> first = broker.ack(inbox("nobody"), List.of());
    try {
      hold.awaitReached();
      asking.run();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    } finally {
      hold.release();
    }
    result(first);
  }

  /**
   * Lets what is underway between the committer and the readers come to an end. Good enough before
   * saying that something did not happen: too early, and the test would pass all the same.
   */
  final void settle() {
    for (int i = 0; i < 5; i++) {
      isRefused(broker.ack(inbox("nobody"), List.of()));
      CompletableFuture<?> one = broker.peek(inbox("nobody"), 1);
      isRefused(broker.peek(inbox("nobody"), 1));
      isRefused(one);
    }
  }

  final void advance(Duration by) {
    time.advance(by);
    settle();
  }
}
