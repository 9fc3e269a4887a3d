package dev.parley.agents.schedules;

import static org.awaitility.Awaitility.await;

import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.broker.BrokerConfig;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageType;
import dev.parley.core.message.Sender;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.MessageStore;
import dev.parley.core.time.Timekeeper;
import dev.parley.testkit.time.ManualTime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A broker with schedules, as tests see it. */
final class ScheduleHub implements AutoCloseable {
  static final Duration LOOKED_EVERY = Duration.ofMillis(20);

  static final AgentId ADA = new AgentId("ada");
  static final AgentId BOB = new AgentId("bob");
  static final Says HI = new Says("agent/bob", MessageType.MESSAGE, "hi", null);

  private static final Pattern SCHEDULED = Pattern.compile("\"scheduledFor\":(\\d+)");

  private final MessageStore store;
  final Broker broker;
  final Schedules schedules;

  ScheduleHub(MessageStore store, Timekeeper time) {
    this(store, time, SchedulesConfig.DEFAULT);
  }

  ScheduleHub(MessageStore store, Timekeeper time, SchedulesConfig config) {
    this.store = store;
    this.broker = new Broker(store, time, BrokerConfig.DEFAULT).start();
    if (broker.participants().agent(new AgentId(Sender.OWNER_NAME)).isEmpty()) {
      done(broker.participants().createOwnersAgent("Developer"));
      done(broker.participants().createAgent(ADA, null, null, null, null));
      done(broker.participants().createAgent(BOB, null, null, null, null));
    }
    this.schedules = Schedules.open(broker, config);
  }

  static <T> T done(CompletableFuture<T> future) {
    try {
      return future.join();
    } catch (CompletionException e) {
      throw Refused.of(e);
    }
  }

  Schedule cron(String name, String expression, String zone, Missed missed) {
    return done(
        schedules.create(ADA, name, Timing.Cron.parse(expression, zone), HI, missed, true, true));
  }

  Schedule once(String name, long at, Missed missed) {
    return done(schedules.create(ADA, name, new Timing.Once(at), HI, missed, true, true));
  }

  /** For which times bob has been sent something, oldest first. */
  List<Long> times() {
    return inbox().stream()
        .map(
            message -> {
              Matcher found = SCHEDULED.matcher(message.toString());
              return found.find() ? Long.parseLong(found.group(1)) : -1L;
            })
        .toList();
  }

  List<String> inbox() {
    return done(broker.peek(BoxId.inbox(BOB), 1_000)).stream()
        .map(copy -> new String(copy.message().json(), java.nio.charset.StandardCharsets.UTF_8))
        .toList();
  }

  List<Message> messages() {
    return done(broker.peek(BoxId.inbox(BOB), 1_000)).stream()
        .map(copy -> Message.parse(copy.message().number(), copy.message().json()))
        .toList();
  }

  List<String> outcomes(String name) {
    return schedules.history(ADA, name, 100).reversed().stream().map(Run::outcome).toList();
  }

  /**
   * Firing goes on threads of its own. Such a thread may set an alarm for a moment that the clock
   * has passed meanwhile: it goes off while we wait.
   */
  static void soon(ManualTime time, Callable<Boolean> holds) {
    soon(
        () -> {
          time.advance(Duration.ZERO);
          return holds.call();
        });
  }

  static void soon(Callable<Boolean> holds) {
    await().pollInterval(LOOKED_EVERY).atMost(Duration.ofSeconds(60)).until(holds);
  }

  @Override
  public void close() {
    schedules.close();
    broker.close();
    store.close();
  }
}
