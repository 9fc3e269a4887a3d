package dev.parley.client;

import dev.parley.client.message.Delivery;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a listener holds between the hub and its handler: bounded, without doubles, and knowing
 * where to go on after a break.
 *
 * <p>Where messages are taken the hub bounds what it pushes and pushes again what was not
 * acknowledged, so doubles are the thing to watch. Copies come in the order of their cursors, and
 * when there is no room the rest is left in the hub, to be asked for from the last cursor seen.
 */
final class Intake {
  private static final long NOWHERE = Long.MIN_VALUE;

  private final ListenOptions options;
  private final LinkedHashMap<Long, Delivery> waiting = new LinkedHashMap<>();
  private final Set<Long> handled = new LinkedHashSet<>();
  private @Nullable Delivery current;
  private boolean currentIsOurs;
  private Keeping keeping = Keeping.UP;
  private boolean closed;
  private long lastCursor;

  /** Whether the listener keeps up with the hub. */
  private enum Keeping {
    UP,
    /** Something was left in the hub. */
    BEHIND,
    /** The hub was asked to go on from where we are. */
    ASKING
  }

  /** What to do about a push. */
  enum Verdict {
    TAKEN,
    /** Handled before; the hub did not hear of it. */
    ACKNOWLEDGE_AGAIN,
    LEFT
  }

  Intake(ListenOptions options) {
    this.options = options;
    this.lastCursor = cursorIn(options.from());
  }

  private static long cursorIn(@Nullable String from) {
    boolean word =
        from == null || from.equals(ListenOptions.PENDING) || from.equals(ListenOptions.NOW);
    return word ? NOWHERE : Long.parseLong(from);
  }

  /** Where the next {@code msg.listen} should start; null leaves it to the hub. */
  synchronized @Nullable Object from() {
    if (lastCursor != NOWHERE) {
      // An inbox that was empty has no cursor to go on from; what is pending is what came since.
      return lastCursor < 0 ? ListenOptions.PENDING : lastCursor;
    }
    boolean usual = options.from() == null && options.ack().takes();
    return usual ? ListenOptions.PENDING : options.from();
  }

  /** The hub listens for us, from this cursor on if we asked for what is new only. */
  synchronized void onListening(long cursor) {
    keeping = Keeping.UP;
    boolean newOnly =
        ListenOptions.NOW.equals(options.from())
            || (options.from() == null && options.ack() == Ack.NONE);
    if (newOnly && lastCursor == NOWHERE) {
      lastCursor = cursor;
    }
  }

  synchronized Verdict onPush(Delivery delivery) {
    if (closed) {
      return Verdict.LEFT;
    }
    return options.ack().takes() ? onTakenPush(delivery) : onOrderedPush(delivery);
  }

  private Verdict onTakenPush(Delivery delivery) {
    if (handled.contains(delivery.cursor())) {
      return Verdict.ACKNOWLEDGE_AGAIN;
    }
    if (current != null && current.cursor() == delivery.cursor()) {
      // The hub counts it as pushed on this connection again, so what comes of it may be told here.
      currentIsOurs = true;
      return Verdict.LEFT;
    }
    boolean known = waiting.containsKey(delivery.cursor());
    return known ? Verdict.LEFT : taken(delivery);
  }

  private Verdict onOrderedPush(Delivery delivery) {
    if (keeping != Keeping.UP || delivery.cursor() <= lastCursor) {
      return Verdict.LEFT;
    }
    if (waiting.size() >= options.window()) {
      keeping = Keeping.BEHIND;
      return Verdict.LEFT;
    }
    lastCursor = delivery.cursor();
    return taken(delivery);
  }

  private Verdict taken(Delivery delivery) {
    waiting.put(delivery.cursor(), delivery);
    notifyAll();
    return Verdict.TAKEN;
  }

  /** What is the handler's next; null when there is none and the hub is to be asked to go on. */
  synchronized @Nullable Delivery next() throws InterruptedException {
    while (waiting.isEmpty() && !closed && keeping != Keeping.BEHIND) {
      wait();
    }
    Map.Entry<Long, Delivery> first = waiting.pollFirstEntry();
    if (first == null) {
      keeping = Keeping.ASKING;
      return null;
    }
    current = first.getValue();
    currentIsOurs = true;
    return current;
  }

  /** The handler is through. True when the hub is to be told on this connection. */
  synchronized boolean onHandled(Delivery delivery, boolean well) {
    current = null;
    if (!options.ack().takes() || !well) {
      return false;
    }
    handled.add(delivery.cursor());
    if (handled.size() > 4 * options.window() + 1024) {
      Iterator<Long> oldest = handled.iterator();
      oldest.next();
      oldest.remove();
    }
    return currentIsOurs;
  }

  /** The hub pushes again what was not acknowledged, perhaps to somebody else. */
  synchronized void onDisconnected() {
    if (options.ack().takes()) {
      waiting.clear();
      currentIsOurs = false;
    }
  }

  synchronized boolean isClosed() {
    return closed;
  }

  synchronized void close() {
    closed = true;
    waiting.clear();
    notifyAll();
  }
}
