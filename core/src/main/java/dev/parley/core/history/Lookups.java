package dev.parley.core.history;

import dev.parley.core.address.AgentId;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Envelope;
import dev.parley.core.message.MessageId;
import dev.parley.core.participants.Participants;
import dev.parley.core.participants.Session;
import dev.parley.core.search.Audience;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Copy;
import dev.parley.core.store.CopyRef;
import dev.parley.core.store.FiledMessage;
import dev.parley.core.store.Ladder;
import dev.parley.core.store.MessageStore;
import dev.parley.core.store.StoredMessage;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What can be asked about messages that have been accepted: where they are, who has them, what was
 * said before. Changes nothing, and reads what is durable, on threads of its own.
 */
public final class Lookups implements Audience {
  /**
   * Whoever asks for many messages gets fewer, but at least one, when they are larger than this.
   */
  public static final int READ_BYTES_MAX = MessageStore.READ_BYTES_MAX;

  private final MessageStore store;
  private final Readers readers;
  private final Histories histories;
  private final Threads threads;
  private final Archive archive;
  private final SentCopies sent;
  private final Participants participants;
  private final Function<MessageId, @Nullable Overdue> escalations;
  private volatile Function<MessageId, List<WakeNote>> woken = _ -> List.of();

  public Lookups(
      MessageStore store,
      Readers readers,
      Histories histories,
      Participants participants,
      Function<MessageId, @Nullable Overdue> escalations) {
    this.escalations = escalations;
    this.store = store;
    this.readers = readers;
    this.histories = histories;
    this.participants = participants;
    this.threads = new Threads(store, histories, participants);
    this.archive = new Archive(store, threads, readers);
    this.sent = new SentCopies(store);
  }

  /** From now on this says by which ways recipients of a message were woken. It may block. */
  public void wokenThrough(Function<MessageId, List<WakeNote>> notes) {
    woken = notes;
  }

  /** From now on this says how much of a thread an agent is shown. */
  public void seenThrough(ThreadSight sight) {
    threads.seenThrough(sight);
  }

  public CompletableFuture<DeliveryStatus> status(MessageId id) {
    return readers.read(() -> statusNow(id));
  }

  public DeliveryStatus statusNow(MessageId id) {
    List<CopyRef> copies = store.copiesOf(id);
    if (copies.isEmpty()) {
      throw noSuchMessage(id);
    }
    List<CopyRef> recipients = Ladder.of(copies).recipients();
    FiledMessage filed = store.filed(id).orElseThrow(() -> noSuchMessage(id));
    return new DeliveryStatus(
        id,
        recipients,
        DeliveryCounts.of(filed, recipients),
        escalations.apply(id),
        woken.apply(id));
  }

  public CompletableFuture<Optional<StoredMessage>> find(MessageId id) {
    return readers.read(() -> store.find(id));
  }

  /**
   * Everything accepted that fits, newest first. Where a page ends says nothing about how much
   * there is.
   */
  public CompletableFuture<MessagePage> messages(MessageQuery query) {
    return archive
        .page(query.startingBelow(revealed(query.below())))
        .thenApply(page -> new MessagePage(page.messages(), hidden(page.below())));
  }

  /** A place that strangers may have; those beyond all numbers mean what they say. */
  private long hidden(long place) {
    return place < 0 || place > MessageId.NUMBER_MAX ? place : store.hiddenNumbers().hide(place);
  }

  private long revealed(long place) {
    return place < 0 || place > MessageId.NUMBER_MAX ? place : store.hiddenNumbers().reveal(place);
  }

  /** What was filed from a number upward, in the order of the commits. */
  public CompletableFuture<List<FiledMessage>> messagesFrom(long number, int limit) {
    return readers.read(() -> store.messagesFrom(number, limit));
  }

  /** The number above everything stored: nothing below can appear any more. */
  public long nextNumber() {
    return store.nextNumber();
  }

  /** Where the copies of a message lie, in boxes of every kind. */
  public CompletableFuture<List<CopyRef>> copiesOf(MessageId id) {
    return readers.read(() -> store.copiesOf(id));
  }

  public CompletableFuture<List<Copy>> copies(BoxId box, List<Long> positions) {
    return readers.read(() -> store.read(box, positions));
  }

  /** Did this agent send the message, or did it or one of its sessions get a copy? */
  public CompletableFuture<Boolean> concerns(MessageId id, AgentId agent) {
    return readers.read(() -> store.find(id).map(found -> concernsNow(found, agent)).orElse(false));
  }

  public boolean concernsNow(StoredMessage message, AgentId agent) {
    return sentBy(message, agent) || threads.reached(message.id(), agent);
  }

  /** Did this agent itself send it, and not one that had its name before? */
  public boolean sentBy(StoredMessage message, AgentId agent) {
    return threads.sent(message, agent);
  }

  @Override
  public long since(AgentId agent) {
    return threads.since(agent);
  }

  @Override
  public boolean reached(MessageId id, AgentId agent) {
    return threads.reached(id, agent);
  }

  /** What the agent itself sent, and not what others sent before it had its name. */
  public CompletableFuture<HistoryPage> sentBy(AgentId agent, HistoryQuery query) {
    long from = participants.agent(agent).map(found -> found.beginning().sent()).orElse(0L);
    return history(BoxId.outbox(agent.value()), query.from(from));
  }

  /** What an inbox was given or, with how far it has come, what somebody sent. */
  public CompletableFuture<HistoryPage> history(BoxId box, HistoryQuery query) {
    return readers.read(
        () -> {
          HistoryPage page = histories.page(box, query, _ -> true);
          return box instanceof BoxId.Outbox ? sent.shown(page) : page;
        });
  }

  public CompletableFuture<HistoryPage> deadLetters(HistoryQuery query) {
    return readers.read(
        () -> histories.page(BoxId.DEAD_LETTERS, query, copy -> copy.state().isPending()));
  }

  /**
   * @param seenBy whose messages are shown, or null for all
   */
  public CompletableFuture<HistoryPage> thread(
      MessageId member, int limit, long after, @Nullable AgentId seenBy) {
    return readers.read(
        () -> {
          Envelope envelope = envelope(member);
          if (envelope == null) {
            throw noSuchMessage(member);
          }
          HistoryPage page =
              shown(after, at -> threads.page(envelope.threadKey(), limit, at, seenBy));
          // To a stranger it is as if there were no such message.
          if (page.isEmpty()
              && seenBy != null
              && threads.page(envelope.threadKey(), 1, -1, seenBy).isEmpty()) {
            throw noSuchMessage(member);
          }
          return page;
        });
  }

  /**
   * @param seenBy whose messages are shown, or null for all
   */
  public CompletableFuture<HistoryPage> thread(
      String conversationId, int limit, long after, @Nullable AgentId seenBy) {
    return readers.read(() -> shown(after, at -> threads.page(conversationId, limit, at, seenBy)));
  }

  /**
   * The messages that reply to this one, oldest first, of those that were said next in its thread.
   *
   * @param looked how many messages are looked at, at most
   * @param seenBy whose messages are shown, or null for all
   */
  public CompletableFuture<List<StoredMessage>> repliesTo(
      MessageId id, int looked, @Nullable AgentId seenBy) {
    return readers.read(() -> threads.repliesTo(id, looked, seenBy));
  }

  /** A page whose place in the thread does not tell how much others have said in it. */
  private HistoryPage shown(long after, LongFunction<HistoryPage> pages) {
    HistoryPage page = pages.apply(revealed(after));
    return page.withAfter(hidden(page.after()));
  }

  /** These sessions, each last used when its newest message came. */
  public CompletableFuture<List<Session>> lastUsed(List<Session> sessions) {
    return readers.read(() -> sessions.stream().map(this::lastUsed).toList());
  }

  private Session lastUsed(Session session) {
    List<Copy> newest = store.readBackward(BoxId.inbox(session.key()), Long.MAX_VALUE, 1);
    return newest.isEmpty() ? session : session.used(newest.getFirst().message().timestamp());
  }

  /** What all boxes hold together. Costs a look at every box. */
  public CompletableFuture<Totals> totals() {
    return readers.read(() -> Totals.of(store));
  }

  public @Nullable Envelope envelope(MessageId id) {
    return findNow(id).map(message -> Envelope.parse(message.json())).orElse(null);
  }

  public Optional<StoredMessage> findNow(MessageId id) {
    return store.find(id);
  }

  static Refused noSuchMessage(MessageId id) {
    return new Refused(ErrorCode.NOT_FOUND, "there is no message " + id);
  }
}
