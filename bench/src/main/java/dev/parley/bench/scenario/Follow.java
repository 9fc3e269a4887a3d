package dev.parley.bench.scenario;

import dev.parley.bench.load.Body;
import dev.parley.bench.report.Row;
import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.broker.BrokerConfig;
import dev.parley.core.journal.Journal;
import dev.parley.core.message.Door;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Sender;
import dev.parley.core.message.Sender.Behalf;
import dev.parley.core.store.FiledMessage;
import dev.parley.core.time.SystemTime;
import dev.parley.stores.rocksdb.RocksConfig;
import dev.parley.stores.rocksdb.RocksStore;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A follower of the log that starts far behind: how fast it catches up, and what becomes of those
 * who send meanwhile. Broker and store run in this process, because followers do so in a hub; no
 * socket is between them.
 */
final class Follow {
  private static final double CATCH_UP_BAR = 300_000;

  /** Sends beside a follower against sends alone: what differs by less is the machine's. */
  private static final double SENDS_BAR = 0.9;

  private static final int CHUNK = 1_000;
  private static final int INBOXES = 100;
  private static final int IN_FLIGHT = 4_096;

  private final Run run;
  private final Sender sender = new Sender(name(0), Behalf.AGENT, Door.WS, "");
  private final byte[] body;
  private final dev.parley.core.address.Path[] inboxes = new dev.parley.core.address.Path[INBOXES];

  Follow(Run run) {
    this.run = run;
    body =
        ("{\"text\":\"" + Body.text(1, run.settings().workload().bodyBytes()) + "\"}")
            .getBytes(StandardCharsets.US_ASCII);
    for (int i = 0; i < INBOXES; i++) {
      inboxes[i] = dev.parley.core.address.Path.parse("agent/" + name(i));
    }
  }

  private static String name(int inbox) {
    return "follow-" + inbox;
  }

  void measure() throws Exception {
    Path folder = run.directory().resolve("follow");
    try (var store = RocksStore.open(folder, RocksConfig.DEFAULT);
        var time = new SystemTime();
        var broker = new Broker(store, time, BrokerConfig.DEFAULT).start()) {
      for (int i = 0; i < INBOXES; i++) {
        broker.participants().createAgent(new AgentId(name(i)), name(i), null, null, null).join();
      }
      long backlog = run.settings().stored();
      double filled = sendMany(broker, backlog);
      run.say("follow: stored %,d messages at %.0f k/s", backlog, filled / 1e3);
      double undisturbed = sendMany(broker, backlog / 2);
      var follower = new Follower(broker.journal());
      Thread thread = Thread.ofPlatform().name("bench-follower").start(follower);
      double beside = sendWhile(broker, thread::isAlive);
      thread.join();
      report(follower, undisturbed, beside);
    }
  }

  /** Sends so many and returns messages a second; all are durable then. */
  private double sendMany(Broker broker, long messages) throws Exception {
    var sent = new AtomicLong();
    return sendWhile(broker, () -> sent.getAndIncrement() < messages);
  }

  @FunctionalInterface
  private interface Condition {
    boolean holds();
  }

  private double sendWhile(Broker broker, Condition condition) throws Exception {
    var room = new Semaphore(IN_FLIGHT);
    var failed = new AtomicBoolean();
    long start = System.nanoTime();
    long sent = 0;
    for (; condition.holds() && !failed.get(); sent++) {
      room.acquire();
      Draft draft = Draft.from(name(0)).to(inboxes[(int) (sent % INBOXES)]).payload(body).build();
      var _ =
          broker.route(draft, sender).whenComplete((_, failure) -> onStored(room, failed, failure));
    }
    room.acquire(IN_FLIGHT);
    if (failed.get()) {
      throw new IllegalStateException("a message was refused");
    }
    return sent / ((System.nanoTime() - start) / 1e9);
  }

  private static void onStored(Semaphore room, AtomicBoolean failed, @Nullable Throwable failure) {
    if (failure != null) {
      failed.set(true);
    }
    room.release();
  }

  /** Reads everything up to a number, looking at every body as a follower would. */
  private static final class Follower implements Runnable {
    private final Journal journal;
    private final long until;
    private long messages;
    private long bytes;
    private long nanos;

    Follower(Journal journal) {
      this.journal = journal;
      this.until = journal.end();
    }

    @Override
    public void run() {
      long start = System.nanoTime();
      long cursor = 0;
      while (cursor < until) {
        List<FiledMessage> chunk = journal.read(cursor, CHUNK);
        if (chunk.isEmpty()) {
          break;
        }
        for (FiledMessage filed : chunk) {
          bytes += filed.message().json().length;
        }
        messages += chunk.size();
        cursor = chunk.getLast().message().number();
      }
      nanos = System.nanoTime() - start;
    }

    double perSecond() {
      return messages / (nanos / 1e9);
    }
  }

  private void report(Follower follower, double undisturbed, double beside) {
    run.report()
        .row(
            Row.noLess(
                "a follower that starts %,d messages behind".formatted(follower.messages),
                "%.0f k/s".formatted(follower.perSecond() / 1e3),
                follower.perSecond(),
                CATCH_UP_BAR,
                "messages/s"));
    run.report()
        .row(
            Row.atLeast(
                "sends while it catches up",
                "%.1f k/s".formatted(beside / 1e3),
                "without it %.1f k/s".formatted(undisturbed / 1e3),
                beside / undisturbed,
                SENDS_BAR));
    run.report()
        .detail(
            "follow: %,d messages, %.0f MB, in %.2f s; sender, broker, store and follower in one process"
                .formatted(follower.messages, follower.bytes / 1e6, follower.nanos / 1e9));
  }
}
