package dev.parley.doors.rest.events;

import dev.parley.agents.turns.TurnEvent;
import dev.parley.core.broker.Broker;
import dev.parley.core.message.HiddenNumbers;
import dev.parley.core.message.JsonBuffer;
import dev.parley.core.store.FiledMessage;
import dev.parley.identity.authority.Authority;
import dev.parley.loops.Conversations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the events and hands them to the readers. One thread does all of it. */
public final class EventFeed implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EventFeed.class);
  private static final int BATCH_MAX = 512;
  private static final long LOOK_UP_MILLIS = 250;
  private static final long IDLE_MILLIS = 10_000;

  private final Broker broker;
  private final HiddenNumbers hidden;
  private final FeedConfig config;
  private final Supplier<HubNumbers> stats;
  private final LongSupplier millis;
  private final long epoch;
  private final HubChanges changes;
  private final ConversationEvents talk;
  private final WorkEvents work;
  private final EventWriter writer;
  private final EventRing ring;
  private final ConcurrentLinkedQueue<Runnable> requests = new ConcurrentLinkedQueue<>();
  private final Thread thread;
  private volatile boolean closing;

  // The thread's own.
  private final List<EventReader> readers = new ArrayList<>();
  private long told;
  private boolean watching;
  private boolean changed;
  private long aloneSince;
  private long statsAt;
  private long checkedAt;
  private byte[] lastStats = {};

  /**
   * @param authority says who sees which agent
   * @param stats the numbers; may block
   * @param epoch when this hub started, which tells its events from those of earlier ones
   */
  public EventFeed(
      Broker broker,
      Authority authority,
      Conversations conversations,
      AgentWork work,
      FeedConfig config,
      Supplier<HubNumbers> stats,
      LongSupplier millis,
      long epoch) {
    this.broker = broker;
    this.hidden = broker.hiddenNumbers();
    this.config = config;
    this.stats = stats;
    this.millis = millis;
    this.epoch = epoch;
    this.changes =
        new HubChanges(broker, authority.rules(), conversations, work, config.queueMax());
    this.talk = new ConversationEvents(conversations);
    this.work = new WorkEvents(work, authority);
    this.writer = new EventWriter(broker, authority, talk, this.work);
    this.ring = new EventRing(config.ringEventsMax(), config.ringBytesMax());
    // A platform thread: it reads from the store, whose native calls would pin a carrier.
    this.thread = Thread.ofPlatform().name("parley-events").daemon().start(this::run);
  }

  FeedConfig config() {
    return config;
  }

  Broker broker() {
    return broker;
  }

  /** Runs something on the feed's thread. */
  void ask(Runnable request) {
    requests.add(request);
    changes.wakeUp();
  }

  // ---- coming and going; the feed's thread

  /** Everything from now on, after what the ring still has from a sequence on. */
  void attach(EventReader reader, long fromSequence) {
    ring.from(fromSequence).forEach(reader::addPast);
    attach(reader);
  }

  private void attach(EventReader reader) {
    reader.flush();
    readers.add(reader);
    statsAt = 0;
    lastStats = new byte[0];
  }

  /** From now on; whoever breaks off before the first event comes back to here. */
  void attachNow(EventReader reader) {
    watch();
    reader.startsAt(id().text(hidden));
    attach(reader);
  }

  /** What is to be made up for, and from where on the ring has the rest. */
  record Missed(long afterNumber, long toNumber, long sequence) {}

  /** Attaches a reader that has missed nothing the ring does not have; others learn what. */
  @Nullable Missed rejoin(EventReader reader, EventId last) {
    watch();
    if (last.epoch() == epoch && ring.covers(last.sequence() + 1)) {
      attach(reader, last.sequence() + 1);
      return null;
    }
    return new Missed(last.settled(), broker.journal().end(), ring.next());
  }

  /** Attaches a reader that has caught up, unless the ring has moved on too far meanwhile. */
  boolean attachCaughtUp(EventReader reader, Missed missed) {
    if (!ring.covers(missed.sequence())) {
      return false;
    }
    reader.alreadyToldUpTo(missed.toNumber());
    reader.flush();
    ring.from(missed.sequence()).forEach(reader::addPast);
    reader.add(resync("states and presence may have changed"));
    attach(reader);
    return true;
  }

  Event resync(String reason) {
    return Event.of(
        hidden,
        id(),
        -1,
        "resync",
        out -> out.ascii("{\"reason\":").string(reason).ascii("}"),
        Audience.EVERYBODY);
  }

  /** The place before the next event. */
  EventId id() {
    return new EventId(epoch, ring.next() - 1, told);
  }

  /** A message of the past as an event. Any thread. Whoever breaks off here goes on after it. */
  Event missed(FiledMessage filed) {
    List<Event> made = new ArrayList<>(1);
    EventId at = new EventId(0, 0, filed.number());
    writer.missed(
        filed,
        (number, name, data, audience) ->
            made.add(Event.of(hidden, at, number, name, data, audience)));
    return made.getFirst();
  }

  private void watch() {
    if (watching) {
      return;
    }
    watching = true;
    ring.breakOff();
    changes.start();
    told = broker.journal().end();
  }

  private void unwatch() {
    watching = false;
    changes.stop();
    while (changes.another() != null) {
      // what is left is nobody's business any more
    }
    changes.takeLost();
    ring.breakOff();
  }

  // ---- the thread

  private void run() {
    while (!closing) {
      try {
        HubChange first = changes.next(watching ? LOOK_UP_MILLIS : IDLE_MILLIS);
        for (Runnable request = requests.poll(); request != null; request = requests.poll()) {
          request.run();
        }
        takeAll(first);
        onTime();
        readers.removeIf(EventReader::isOver);
        readers.forEach(EventReader::flush);
      } catch (InterruptedException e) {
        break;
      } catch (RuntimeException e) {
        LOG.error("events were lost", e);
        breakOff("the hub failed inside");
      }
    }
    if (watching) {
      changes.stop();
    }
    readers.forEach(EventReader::end);
  }

  private void takeAll(@Nullable HubChange first) {
    HubChange change = first;
    for (int i = 0; change != null; i++) {
      if (watching) {
        publish(change);
      }
      change = i < BATCH_MAX ? changes.another() : null;
    }
    if (changes.takeLost()) {
      breakOff("too much happened at once");
    }
  }

  private void breakOff(String reason) {
    ring.breakOff();
    Event resync = resync(reason);
    readers.forEach(reader -> reader.add(resync));
  }

  private void publish(HubChange change) {
    if (change instanceof HubChange.Appended appended) {
      told = Math.max(told, appended.message().number());
    }
    changed |= !(change instanceof HubChange.WakeUp);
    switch (change) {
      case HubChange.IsTyping typing -> pass(talk.typing(typing));
      case HubChange.InTurn(TurnEvent event) -> pass(work.turn(event));
      default -> writer.write(change, this::publish);
    }
  }

  /** Tells what is not worth being made up for. */
  private void pass(Event event) {
    readers.forEach(reader -> reader.add(event));
  }

  private void publish(long number, String name, Consumer<JsonBuffer> data, Audience audience) {
    EventId id = new EventId(epoch, ring.next(), told);
    Event event = Event.of(hidden, id, number, name, data, audience);
    ring.add(event);
    readers.forEach(reader -> reader.add(event));
  }

  private void onTime() {
    long now = millis.getAsLong();
    if (readers.isEmpty()) {
      // For a while, because browsers come back.
      if (watching && now - aloneSince > config.lingerMillis()) {
        unwatch();
      }
      return;
    }
    aloneSince = now;
    if (now - checkedAt >= config.commentMillis()) {
      checkedAt = now;
      // A login ends with its time, which nobody tells.
      readers.forEach(EventReader::endUnlessAllowed);
    }
    if (now - statsAt >= config.statsMillis() && (changed || lastStats.length == 0)) {
      statsAt = now;
      tellStats();
    }
  }

  private void tellStats() {
    changed = false;
    if (readers.stream().noneMatch(reader -> reader.who().isOwner())) {
      return;
    }
    HubNumbers numbers = stats.get();
    // What was counted before the last change is told again when it has been counted anew.
    changed = !numbers.settled();
    byte[] json = numbers.json();
    if (!Arrays.equals(json, lastStats)) {
      lastStats = json;
      pass(Event.passing("stats", out -> out.raw(json), Audience.OWNER));
    }
  }

  /** Ends every reader. */
  @Override
  public void close() {
    closing = true;
    changes.wakeUp();
    boolean interrupted = false;
    try {
      thread.join(2_000);
    } catch (InterruptedException e) {
      interrupted = true;
    }
    thread.interrupt();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
