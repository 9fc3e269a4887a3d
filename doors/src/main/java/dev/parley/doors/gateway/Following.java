package dev.parley.doors.gateway;

import dev.parley.core.store.StoredMessage;
import dev.parley.loops.Conversations;
import dev.parley.loops.model.Conversation;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One guest's way through one conversation. It is either live, and is handed what is said, or
 * behind, and reads from the store until it has caught up. There is one cursor for both, so nothing
 * is skipped, doubled or overtaken, and a slow guest costs no more memory than a fast one. Called
 * by the committer thread, by readers and by the event loop, one at a time.
 */
final class Following implements Source {
  /** Behind the newest message that there is. */
  static final long FROM_NOW = Long.MAX_VALUE;

  private static final int CHUNK = 128;
  private static final Duration RETRY = Duration.ofSeconds(1);

  private enum Progress {
    /** Until it is told where to begin. */
    WAITING,
    /** Asks where the conversation ends. */
    STARTING,
    /** What follows is in the store, and is read when there is room. */
    BEHIND,
    READING,
    LIVE
  }

  private final Guest guest;
  private final Conversation conversation;
  private Progress progress = Progress.WAITING;
  private long next = 1;

  /** The highest number that it has heard of. */
  private long head;

  /** The first number that was given since it began to ask where the conversation ends, or 0. */
  private long given;

  private volatile boolean open = true;

  Following(Guest guest, Conversation conversation) {
    this.guest = guest;
    this.conversation = conversation;
  }

  Guest guest() {
    return guest;
  }

  Conversation conversation() {
    return conversation;
  }

  UUID id() {
    return conversation.id();
  }

  @Override
  public boolean isOpen() {
    return open;
  }

  @Override
  public void onWritten(Speech speech) {
    if (speech.seq() > 0) {
      guest.onDelivered(this, speech);
    }
  }

  /** What waits to be written is not written any more. */
  void close() {
    open = false;
  }

  synchronized boolean isWaiting() {
    return progress == Progress.WAITING;
  }

  /** Begins with the next message that is accepted. Committer thread. */
  synchronized void goLive() {
    progress = Progress.LIVE;
  }

  /**
   * Begins behind this number.
   *
   * @param always whether the guest is told even that there is nothing to send again
   */
  void begin(long after, boolean always) {
    synchronized (this) {
      progress = Progress.STARTING;
      given = 0;
    }
    var _ =
        conversations()
            .head(id())
            .whenComplete((end, failure) -> onEnd(after, always, end, failure));
  }

  private synchronized void onEnd(
      long after, boolean always, @Nullable Long found, @Nullable Throwable failure) {
    if (!open) {
      return;
    }
    if (found == null || failure != null) {
      guest.later(RETRY, () -> begin(after, always));
      return;
    }
    // Who wants no more than what is new wants what came while it was asked where that begins.
    long end = after == FROM_NOW && given > 0 ? Math.min(found, given - 1) : found;
    next = Math.max(Math.min(after, end), end - guest.limits().backlogMax()) + 1;
    head = Math.max(head, end);
    if (next <= end) {
      guest.send(Replies.replay(guest.spelling(), id(), next, end, end - next + 1));
    } else if (always) {
      guest.send(Replies.replay(guest.spelling(), id(), end, end, 0));
    }
    goOn();
  }

  private void goOn() {
    if (next > head) {
      progress = Progress.LIVE;
    } else {
      progress = Progress.BEHIND;
      pump();
    }
  }

  /** Something was said. Committer thread. */
  synchronized void onSaid(Speech speech) {
    head = Math.max(head, speech.seq());
    if (given == 0) {
      given = speech.seq();
    }
    if (progress == Progress.LIVE && speech.seq() >= next && !tell(speech)) {
      progress = Progress.BEHIND;
    }
  }

  /** Reads on if it is behind and there is room. */
  synchronized void pump() {
    if (!open || progress != Progress.BEHIND || !guest.room().isLeft()) {
      return;
    }
    progress = Progress.READING;
    long known = head;
    var _ =
        conversations()
            .after(id(), next - 1, CHUNK)
            .whenComplete((chunk, failure) -> onRead(chunk, failure, known));
  }

  /**
   * @param known the highest number that it had heard of before it read: what is not found up to
   *     there is no more
   */
  private synchronized void onRead(
      @Nullable List<Conversations.Numbered> chunk, @Nullable Throwable failure, long known) {
    progress = Progress.BEHIND;
    if (chunk == null || failure != null) {
      guest.later(RETRY, this::pump);
      return;
    }
    for (Conversations.Numbered each : chunk) {
      if (each.seq() >= next && !tell(speech(each.seq(), each.message()))) {
        return; // goes on when there is room
      }
    }
    if (chunk.isEmpty()) {
      next = Math.max(next, known + 1);
    }
    goOn();
  }

  private Speech speech(long seq, StoredMessage message) {
    return Speech.of(conversation, seq, message, guest.services().botIds());
  }

  /** Nobody hears itself, on whichever connection. */
  private boolean tell(Speech speech) {
    if (!open) {
      return true;
    }
    if (!speech.isFrom(guest.self())) {
      if (!guest.room().isLeft()) {
        guest.room().onFull();
        return false;
      }
      guest.room().deliver(new Delivery(this, guest, speech));
    }
    next = speech.seq() + 1;
    return true;
  }

  /** Something passing was said; it is for those who keep up. Any thread. */
  void onPassing(Speech speech) {
    if (open && !speech.isFrom(guest.self()) && guest.room().isLeft()) {
      guest.room().deliver(new Delivery(this, guest, speech));
    }
  }

  private Conversations conversations() {
    return guest.services().conversations();
  }
}
