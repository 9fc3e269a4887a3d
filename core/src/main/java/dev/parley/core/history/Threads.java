package dev.parley.core.history;

import dev.parley.core.address.AgentId;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Envelope;
import dev.parley.core.message.MessageId;
import dev.parley.core.participants.Participants;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Copy;
import dev.parley.core.store.CopyRef;
import dev.parley.core.store.MessageStore;
import dev.parley.core.store.State;
import dev.parley.core.store.StoredMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What belongs together, and whom a message reached. Blocking: reader threads. */
public final class Threads {
  private final MessageStore store;
  private final Histories histories;
  private final Participants participants;
  private volatile ThreadSight sight = (_, _) -> ThreadSight.OWN;

  public Threads(MessageStore store, Histories histories, Participants participants) {
    this.store = store;
    this.histories = histories;
    this.participants = participants;
  }

  void seenThrough(ThreadSight newSight) {
    sight = newSight;
  }

  /**
   * A thread, oldest first. A chain of replies begins with the message that was first replied to,
   * which is in no box of it: it comes on top of the first page. So that there is a place behind it
   * to go on from, cursors of threads are one more than the position of the last copy.
   *
   * @param seenBy whose messages are shown, or null for all
   */
  HistoryPage page(String key, int limit, long after, @Nullable AgentId seenBy) {
    long from = seenBy == null ? 0 : sight.of(key, seenBy);
    if (from == ThreadSight.NOTHING) {
      return new HistoryPage(List.of(), -1, -1, false);
    }
    Predicate<StoredMessage> shown =
        message ->
            seenBy == null
                || (from == ThreadSight.OWN ? concerns(message, seenBy) : message.number() >= from);
    // A closed conversation begins with what is in its box.
    boolean rooted = after < 0 && (seenBy == null || from == ThreadSight.OWN);
    StoredMessage root = rooted ? root(key) : null;
    List<Copy> copies = new ArrayList<>();
    if (root != null && shown.test(root)) {
      copies.add(new Copy(BoxId.thread(key), -1, State.READ, 0, null, root));
    }
    int rest = limit - copies.size();
    HistoryPage page =
        histories.page(
            BoxId.thread(key),
            HistoryQuery.onwards(Math.max(1, rest), Math.max(after, 0) - 1),
            copy -> shown.test(copy.message()));
    if (rest == 0) {
      return new HistoryPage(copies, -1, 0, page.more() || !page.copies().isEmpty());
    }
    copies.addAll(page.copies());
    // Who sees nothing of it learns nothing of it.
    boolean empty = copies.isEmpty() && !page.more();
    return new HistoryPage(copies, page.before(), empty ? -1 : page.after() + 1, page.more());
  }

  /** Of what was said behind a message in its thread, that which replies to it. */
  List<StoredMessage> repliesTo(MessageId id, int looked, @Nullable AgentId seenBy) {
    StoredMessage message = store.find(id).orElse(null);
    if (message == null) {
      return List.of();
    }
    String key = Envelope.parse(message.json()).threadKey();
    long after =
        store.copiesOf(id).stream()
            .filter(copy -> copy.box().equals(BoxId.thread(key)))
            .mapToLong(copy -> copy.position() + 1)
            .max()
            .orElse(0); // what begins a thread is in no box of it
    return page(key, looked, after, seenBy).copies().stream()
        .map(Copy::message)
        .filter(each -> id.equals(Envelope.parse(each.json()).replyTo()))
        .toList();
  }

  private boolean concerns(StoredMessage message, AgentId agent) {
    return sent(message, agent) || reached(message.id(), agent);
  }

  private @Nullable StoredMessage root(String key) {
    MessageId id;
    try {
      id = MessageId.parse(key);
    } catch (Refused notAnId) {
      return null; // a conversation's own name
    }
    // One that belongs to a thread itself is in the box, or has nothing to do with this one.
    return store.find(id).filter(found -> Envelope.parse(found.json()).startsThread()).orElse(null);
  }

  /** Did this agent itself send it, and not one that had its name before? */
  boolean sent(StoredMessage message, AgentId agent) {
    return message.number() >= since(agent)
        && Envelope.parse(message.json()).from().equals(agent.value());
  }

  long since(AgentId agent) {
    return participants.agent(agent).map(found -> found.beginning().number()).orElse(0L);
  }

  boolean reached(MessageId id, BoxId box) {
    return store.copiesOf(id).stream().anyMatch(copy -> copy.box().equals(box));
  }

  /** An inbox is emptied when its agent goes, so what lies in it is of the agent there is now. */
  boolean reached(MessageId id, AgentId agent) {
    for (CopyRef copy : store.copiesOf(id)) {
      if (copy.box() instanceof BoxId.Inbox inbox && inbox.agent().equals(agent)) {
        return true;
      }
    }
    return false;
  }
}
