package dev.parley.core.escalation;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.Path;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.history.Overdue;
import dev.parley.core.ledger.Ledger;
import dev.parley.core.ledger.Tx;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Escalation;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.MessageType;
import dev.parley.core.message.Sender;
import dev.parley.core.participants.Participants;
import dev.parley.core.sending.OpenTx;
import dev.parley.core.sending.TxRunner;
import dev.parley.core.store.CopyRef;
import dev.parley.core.store.Ladder;
import dev.parley.core.store.MessageStore;
import dev.parley.core.store.Placement;
import dev.parley.core.store.State;
import dev.parley.core.store.StoredMessage;
import dev.parley.core.time.Timekeeper;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Tells somebody of messages that do not get far enough in time. Time is measured by alarms, which
 * a clock that is put forward does not hasten; what the clock says counts for what a restart has
 * cut off, and for a clock that was put back only once.
 */
public final class Escalations implements Ledger {
  static final int OPEN_MAX = 100_000;
  static final int OPEN_PER_SENDER_MAX = 1_000;
  private static final Duration RETRY = Duration.ofSeconds(1);
  private static final int DOUBLINGS_MAX = 6;

  private final TxRunner transactions;
  private final Participants participants;
  private final MessageStore store;
  private final Timekeeper time;
  private final EscalationBook book;
  private final EscalationSettings settings;

  /** Those whose record is being looked through for what has got far enough. */
  private final Set<String> tidied = ConcurrentHashMap.newKeySet();

  public Escalations(
      TxRunner transactions, Participants participants, MessageStore store, Timekeeper time) {
    this.transactions = transactions;
    this.participants = participants;
    this.store = store;
    this.time = time;
    this.book = new EscalationBook(store);
    this.settings = new EscalationSettings(transactions, participants, store);
  }

  public void start() {
    book.open().forEach(this::wake);
  }

  /** Who is told of what is overdue where the sender does not say. */
  public EscalationSettings settings() {
    return settings;
  }

  /** Of this message, or null. Any thread. */
  public @Nullable Overdue of(MessageId id) {
    return book.get(id);
  }

  @Override
  public Set<String> tables() {
    return Set.of(EscalationBook.TABLE, EscalationSettings.TABLE);
  }

  // ---- within the commit of a message

  @Override
  public void check(Draft draft) {
    Escalation wanted = draft.escalation();
    if (wanted != null) {
      requireReachable(participants, draft.from(), wanted.to());
    }
  }

  /** To somebody who is kept apart from it, an agent looks like one that is not there. */
  static void requireReachable(Participants participants, String from, AgentId to) {
    if (!participants.targets(from, Path.agent(to)).agents().contains(to)) {
      throw Refused.hidden("'escalate.to': " + Participants.noSuchAgent(to));
    }
  }

  @Override
  public @Nullable MessageId beforeAppend(
      Tx tx, Sender from, Draft draft, @Nullable MessageId id, long timestamp) {
    if (draft.escalation() != null) {
      String sender = draft.from();
      if (book.openCount(sender) >= OPEN_PER_SENDER_MAX) {
        tidy(sender);
        throw new Refused(
            ErrorCode.OVERLOADED,
            "'%s' has %d messages with a deadline open; try again shortly"
                .formatted(sender, OPEN_PER_SENDER_MAX));
      }
      if (book.openCount() >= OPEN_MAX) {
        throw new Refused(
            ErrorCode.OVERLOADED, OPEN_MAX + " messages with a deadline are open already");
      }
    }
    return null;
  }

  @Override
  public void onAppend(Tx tx, Message message, StoredMessage stored, List<Placement> placements) {
    Draft draft = message.draft();
    Escalation own = draft.escalation();
    if (own != null) {
      begin(tx, message, own, draft.from());
      return;
    }
    AgentId only = settings.isEmpty() ? null : only(draft.path());
    if (only == null
        || draft.from().equals(Sender.HUB.name())
        || draft.command().equals(OverdueNote.COMMAND)) {
      return;
    }
    Escalation set = settings.of(only, draft.type() == MessageType.TASK);
    String by = only.value();
    if (set != null
        && book.openCount(by) < OPEN_PER_SENDER_MAX // it was not asked for: do without
        && book.openCount() < OPEN_MAX) {
      begin(tx, message, set, by);
    }
  }

  /** The one agent that a path is for, or null. */
  private static @Nullable AgentId only(Path path) {
    return path.depth() == 2
            && path.segmentEquals(0, "agent")
            && !path.hasWildcard()
            && !path.namesSeveral()
        ? new AgentId(path.segment(1))
        : null;
  }

  private void begin(Tx tx, Message message, Escalation what, String by) {
    long dueAt = message.timestamp() + what.withinMillis();
    book.put(tx, new Overdue(message.id(), what, by, dueAt, null, 0, null));
  }

  @Override
  public void ended(boolean durable) {
    book.ended(durable, this::wake);
    settings.ended(durable);
  }

  @Override
  public void onOtherHub(String table, String key, byte @Nullable [] value) {
    if (table.equals(EscalationSettings.TABLE)) {
      settings.publish(key, value);
      return;
    }
    MessageId id = MessageId.parse(key);
    book.publish(id, value == null ? null : OverdueRow.read(key, value), this::wake);
  }

  // ---- when time is over

  private void wake(Overdue overdue) {
    var _ = time.after(rest(overdue), () -> ring(overdue, false));
  }

  private Duration rest(Overdue overdue) {
    long rest = overdue.dueAt() - time.millis();
    return Duration.ofMillis(Math.clamp(rest, 1, overdue.what().withinMillis()));
  }

  /**
   * @param again has it rung before, when the clock said that it was early?
   */
  private void ring(Overdue overdue, boolean again) {
    Overdue now = book.get(overdue.id());
    if (now == null || !now.isOpen() || !transactions.isOpen()) {
      return;
    }
    long ending = time.endingMillis();
    if (ending == 0) {
      var _ = time.after(RETRY, () -> ring(now, again)); // nobody knows what time it is
    } else if (ending < now.dueAt() && !again) {
      var _ = time.after(rest(now), () -> ring(now, true));
    } else {
      tell(now.id(), 0);
    }
  }

  private void tell(MessageId id, int failures) {
    var _ =
        transactions
            .run(tx -> tell(tx, id))
            .whenComplete(
                (_, failure) -> {
                  Refused why = failure == null ? null : Refused.of(failure);
                  if (why != null && why.code().retryable()) {
                    again(failures, () -> tell(id, failures + 1));
                  } else if (why != null && why.code() != ErrorCode.SHUTTING_DOWN) {
                    giveUp(id, String.valueOf(why.getMessage()), 0);
                  }
                });
  }

  private void again(int failures, Runnable what) {
    if (transactions.isOpen()) {
      var _ = time.after(RETRY.multipliedBy(1L << Math.min(failures, DOUBLINGS_MAX)), what);
    }
  }

  private boolean tell(Tx tx, MessageId id) {
    Overdue overdue = openOne(tx, id);
    if (overdue == null) {
      return false;
    }
    StoredMessage stored = tx.find(id);
    if (stored == null) {
      book.delete(tx, id); // it is gone, and there is nothing to tell of
      return false;
    }
    Message about = Message.parse(stored.number(), stored.json());
    Ladder ladder = ladder((OpenTx) tx, about);
    if (ladder.hasReached(State.valueOf(overdue.what().rung().name()), false)) {
      book.delete(tx, id);
      return false;
    }
    OverdueNote note = new OverdueNote(overdue, about, ladder.recipients());
    MessageId told = tx.route(note.draft(), note.sender());
    book.put(tx, overdue.told(told, time.millis()));
    return true;
  }

  /** Of the log itself: another hub may have been faster. */
  private static @Nullable Overdue openOne(Tx tx, MessageId id) {
    byte[] row = tx.get(EscalationBook.TABLE, id.toString());
    Overdue overdue = row == null ? null : OverdueRow.read(id.toString(), row);
    return overdue != null && overdue.isOpen() ? overdue : null;
  }

  /** With those whom its path names; who has a copy besides only reads along. */
  private Ladder ladder(OpenTx tx, Message about) {
    List<CopyRef> copies =
        store.copiesOf(about.id()).stream()
            .map(copy -> refreshed(tx, copy))
            .filter(copy -> copy != null)
            .toList();
    Path path = about.draft().path();
    List<Path> each = path.hasWildcard() ? List.of(path) : path.each();
    Set<String> named =
        each.stream()
            .filter(one -> one.depth() == 2 && one.segmentEquals(0, "agent"))
            .map(one -> one.segment(1))
            .collect(Collectors.toSet());
    Ladder ladder = Ladder.of(copies);
    return named.size() == each.size() ? ladder.only(id -> named.contains(id.value())) : ladder;
  }

  private static @Nullable CopyRef refreshed(OpenTx tx, CopyRef copy) {
    State state = tx.commit().stateOf(copy.box(), copy.position());
    return state == null ? null : new CopyRef(copy.box(), copy.position(), state, copy.attempts());
  }

  private void giveUp(MessageId id, String why, int failures) {
    var _ =
        transactions
            .run(
                tx -> {
                  Overdue overdue = openOne(tx, id);
                  if (overdue != null) {
                    book.put(tx, overdue.refused(why, time.millis()));
                  }
                  return id;
                })
            .whenComplete(
                (_, failure) -> {
                  if (failure != null) {
                    again(failures, () -> giveUp(id, why, failures + 1));
                  }
                });
  }

  // ---- making room

  /** Forgets what has got far enough before its time, for one who has too many open. */
  private void tidy(String sender) {
    if (!tidied.add(sender)) {
      return;
    }
    List<Overdue> open = book.openOf(sender);
    var _ =
        transactions
            .run(
                tx -> {
                  open.forEach(each -> tidy(tx, each));
                  return sender;
                })
            .whenComplete((_, _) -> tidied.remove(sender));
  }

  private void tidy(Tx tx, Overdue overdue) {
    Overdue now = openOne(tx, overdue.id());
    State rung = State.valueOf(overdue.what().rung().name());
    if (now != null && Ladder.of(store.copiesOf(overdue.id())).hasReached(rung, false)) {
      book.delete(tx, overdue.id());
    }
  }
}
