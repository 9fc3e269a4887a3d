package dev.parley.core.broker;

import dev.parley.core.blob.BlobHolders;
import dev.parley.core.commit.CommitWatcher;
import dev.parley.core.deadletters.Replayed;
import dev.parley.core.delivery.CopyTimes;
import dev.parley.core.delivery.ListenOptions;
import dev.parley.core.delivery.Listener;
import dev.parley.core.delivery.Listening;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.escalation.EscalationSettings;
import dev.parley.core.history.DeliveryStatus;
import dev.parley.core.history.Lookups;
import dev.parley.core.history.Readers;
import dev.parley.core.inbox.InboxLimits;
import dev.parley.core.journal.Journal;
import dev.parley.core.ledger.Ledger;
import dev.parley.core.ledger.Records;
import dev.parley.core.ledger.Transactions;
import dev.parley.core.message.Draft;
import dev.parley.core.message.HiddenNumbers;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.Sender;
import dev.parley.core.metrics.Histogram;
import dev.parley.core.participants.Participants;
import dev.parley.core.participants.Presence;
import dev.parley.core.proposals.Tally;
import dev.parley.core.sending.AdoptJob;
import dev.parley.core.sending.Adopted;
import dev.parley.core.sending.AdoptedCopy;
import dev.parley.core.sending.PendingReply;
import dev.parley.core.sending.Receipt;
import dev.parley.core.sending.RouteHook;
import dev.parley.core.sending.SendGate;
import dev.parley.core.sending.SendSpans;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.BoxStats;
import dev.parley.core.store.Copy;
import dev.parley.core.store.CopyRef;
import dev.parley.core.store.MessageStore;
import dev.parley.core.store.SharedStore;
import dev.parley.core.store.State;
import dev.parley.core.time.Timekeeper;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** The middle of the house: what is said comes in here, and what is heard goes out from here. */
public final class Broker implements AutoCloseable {
  private final Rooms rooms;
  private volatile BackupPlan backupPlan = BackupPlan.MESSAGES_ONLY;

  public Broker(MessageStore store, Timekeeper time, BrokerConfig config) {
    this.rooms = new Rooms(store, time, config, Readers.onThreadsOfTheirOwn(), false);
  }

  private Broker(Rooms rooms) {
    this.rooms = rooms;
  }

  /**
   * A broker without a thread of its own, for simulations: nothing happens but within {@link
   * #step}. It must not be asked for what waits on a thread of its own (replays, retention,
   * followers).
   */
  public static Broker stepped(MessageStore store, Timekeeper time, BrokerConfig config) {
    return new Broker(new Rooms(store, time, config, Readers.onTheCallersThread(), true));
  }

  /** A service whose state changes with messages. Before {@link #start}. */
  public void register(Ledger ledger) {
    rooms.register(ledger);
  }

  public Broker start() {
    rooms.start();
    return this;
  }

  /** Does everything there is to do and returns. Only for {@link #stepped} ones. */
  public void step() {
    boolean _ = rooms.committer.runUntilIdle();
  }

  // ---- sending

  /**
   * Accepts a message: completes when it is durable, and fails with {@link Refused} when it is not.
   */
  public CompletableFuture<Receipt> route(Draft draft, Sender from) {
    return rooms.sending.route(draft, from);
  }

  /** Who takes note of what the hub does; rooms outside of core say there what they do, too. */
  public SendSpans spans() {
    return rooms.spans;
  }

  /** Asked before every message that somebody sends; what the hub itself says is not. */
  public void admitBy(SendGate gate) {
    rooms.sending.admitBy(gate);
  }

  /**
   * Answers a message: the answer goes to its sender, with what ties the two together filled in.
   * Only the owner may answer what was sent to others.
   */
  public CompletableFuture<Receipt> reply(Draft.Builder reply, MessageId original, Sender from) {
    return rooms.sending.reply(reply, original, from);
  }

  /** Sends and waits for the reply, which must reach the sender's inbox. */
  public PendingReply request(Draft draft, Sender from, Duration timeout) {
    return rooms.sending.request(draft, from, timeout);
  }

  /** Everything accepted, in the order of commits. */
  public Journal journal() {
    return rooms.journal;
  }

  /** Records, messages and delivery states that change as one. */
  public Transactions transactions() {
    return rooms.transactions;
  }

  /**
   * Takes in a message that was accepted elsewhere, as it was there: its id, its time and its
   * copies. What the hub has already is not added again. Its stamps are believed, so only the owner
   * may bring it.
   *
   * @param message its number means nothing here
   * @param copies in inboxes and dead letters; the others follow from the message
   */
  public CompletableFuture<Adopted> adopt(Message message, List<AdoptedCopy> copies, Sender by) {
    if (!by.isOwner()) {
      return CompletableFuture.failedFuture(
          new Refused(ErrorCode.FORBIDDEN, "only the owner may bring messages with their stamps"));
    }
    try {
      AdoptJob job =
          new AdoptJob(
              rooms.tx,
              rooms.ledgers,
              rooms.participants,
              rooms.fanout,
              rooms.time.endingMillis(),
              message,
              List.copyOf(copies));
      rooms.committer.submit(job);
      return job.future();
    } catch (Refused refused) {
      return CompletableFuture.failedFuture(refused);
    }
  }

  /** Tells of every change of messages and copies, once durable, until {@link #unwatch}. */
  public void watch(CommitWatcher watcher) {
    rooms.committer.watch(watcher);
  }

  public void unwatch(CommitWatcher watcher) {
    rooms.committer.unwatch(watcher);
  }

  public void onRoute(RouteHook hook) {
    rooms.fanout.add(hook);
  }

  // ---- inboxes

  /**
   * Takes what is pending and marks it delivered, durably, before anybody gets it. Of large
   * messages it takes fewer than asked for, see {@link MessageStore#READ_BYTES_MAX}.
   */
  public CompletableFuture<List<Copy>> receive(BoxId inbox, int limit) {
    return rooms
        .inboxes
        .receive(inbox, limit)
        .thenApply(
            copies -> {
              rooms.counters.received.add(copies.size());
              return copies;
            });
  }

  public CompletableFuture<List<Copy>> peek(BoxId inbox, int limit) {
    return rooms.readers.read(() -> rooms.inboxes.peek(inbox, limit));
  }

  public CompletableFuture<Listening> listen(
      BoxId inbox, ListenOptions options, Listener listener) {
    return rooms.live.listen(inbox, options, listener);
  }

  public CompletableFuture<Integer> ack(BoxId inbox, List<MessageId> ids) {
    return rooms.inboxes.climb(inbox, ids, State.DELIVERED);
  }

  public CompletableFuture<Integer> markRead(BoxId inbox, List<MessageId> ids) {
    return rooms.inboxes.climb(inbox, ids, State.READ);
  }

  /** Empties a box; completes with how many copies were in it. */
  public CompletableFuture<Long> clear(BoxId box) {
    return rooms.inboxes.clear(box).thenApply(BoxStats::stored);
  }

  public CompletableFuture<BoxStats> stats(BoxId box) {
    return rooms.readers.read(() -> rooms.store.stats(box));
  }

  // ---- receipts

  public CompletableFuture<DeliveryStatus> await(
      MessageId id, State rung, boolean any, Duration timeout) {
    return rooms.awaitings.start(id, rung, any, timeout);
  }

  /** Who is told of messages that are overdue. */
  public EscalationSettings escalations() {
    return rooms.escalations.settings();
  }

  /** When these copies were pushed, delivered and read, as far as this hub remembers. */
  public CompletableFuture<List<CopyTimes>> timesOf(List<CopyRef> copies) {
    return rooms.live.timesOf(copies);
  }

  // ---- dead letters

  public CompletableFuture<Long> clearDeadLetters() {
    return rooms.inboxes.clear(BoxId.DEAD_LETTERS).thenApply(BoxStats::pending);
  }

  /** Routes these, or with none named all of them, again. */
  public CompletableFuture<Replayed> replayDeadLetters(List<MessageId> ids) {
    return rooms.deadLetters.startReplay(ids);
  }

  /** Sends a dead letter anew, changed; it leaves the dead letters in the same commit. */
  public CompletableFuture<Receipt> replayEdited(MessageId letter, Draft draft, Sender from) {
    return rooms.deadLetters.replayEdited(letter, draft, from);
  }

  // ---- the hub

  /** How a proposal stands. */
  public CompletableFuture<Tally> tally(MessageId proposal) {
    return rooms.readers.read(() -> rooms.proposals.tally(proposal));
  }

  /** What can be asked about messages. */
  public Lookups lookups() {
    return rooms.lookups;
  }

  /** Small durable things of rooms that have no store of their own. */
  public Records records() {
    return rooms.records;
  }

  /** How much each inbox keeps. */
  public InboxLimits inboxLimits() {
    return rooms.inboxLimits;
  }

  /** Who may have which blob. */
  public BlobHolders blobHolders() {
    return rooms.blobHolders;
  }

  public Participants participants() {
    return rooms.participants;
  }

  public Presence presence() {
    return rooms.presence;
  }

  /** How numbers are shown to strangers. */
  public HiddenNumbers hiddenNumbers() {
    return rooms.store.hiddenNumbers();
  }

  /** Do other hubs write to the same store? */
  public boolean isShared() {
    return rooms.store instanceof SharedStore;
  }

  /**
   * Completes, on a thread of its own, when this hub knows everything that any hub had acknowledged
   * when this was called, and fails when that takes too long. At once where no other hub writes.
   */
  public CompletableFuture<Void> caughtUp() {
    return rooms.committer.caughtUp();
  }

  /** Waits until this hub has {@link #caughtUp}, for those who may block. */
  public void catchUp() throws InterruptedException {
    try {
      caughtUp().get();
    } catch (ExecutionException e) {
      throw Refused.of(e);
    }
  }

  /**
   * Asks for something, and if it is missing asks once more after this hub has {@link #caughtUp}:
   * what one hub has acknowledged is found at every other.
   *
   * @param request must change nothing when it fails because something is missing
   * @param again where it is asked the second time
   */
  public <T> CompletableFuture<T> askingTwice(
      Supplier<CompletableFuture<T>> request, Executor again) {
    if (!isShared()) {
      return request.get();
    }
    return asked(request)
        .exceptionallyCompose(
            failure ->
                Refused.of(failure).isMissing()
                    ? caughtUp().thenComposeAsync(_ -> asked(request), again)
                    : CompletableFuture.failedFuture(failure));
  }

  private static <T> CompletableFuture<T> asked(Supplier<CompletableFuture<T>> request) {
    try {
      return request.get();
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** The clock, by which nothing ends while other hubs have another time. */
  public Timekeeper time() {
    return rooms.time;
  }

  /** May messages be accepted right now? */
  public boolean isReady() {
    return rooms.committer.isOpen()
        && rooms.committer.lastFailure() == null
        && (!(rooms.store instanceof SharedStore shared) || shared.isConnected());
  }

  /**
   * Completes, with the reason, if what is in memory and what is in the store may differ: nothing
   * is accepted any more, and whoever started this broker must close it and open the store again.
   */
  public CompletableFuture<Throwable> lost() {
    return rooms.committer.lost();
  }

  public HubStats stats() {
    return rooms.measurements.stats();
  }

  /** How many messages were refused since the start, by the wire names of all error codes. */
  public Map<String, Long> refusals() {
    return rooms.measurements.refusals();
  }

  /** What is timed and measured since the start. */
  public List<Histogram> histograms() {
    return rooms.measurements.histograms();
  }

  /** Copies everything into a directory that does not exist yet; completes with its size. */
  public CompletableFuture<Long> backup(java.nio.file.Path target) {
    return rooms.readers.read(
        () -> {
          long beside = backupPlan.write(target, () -> rooms.store.backup(target));
          return rooms.store.sizeOnDisk() + beside;
        });
  }

  /** From now on a backup is made like this. */
  public void backingUp(BackupPlan plan) {
    backupPlan = plan;
  }

  /**
   * Takes no more, makes durable what was taken, and answers everybody who waits. The store is the
   * caller's to close.
   */
  @Override
  public void close() {
    rooms.close();
  }
}
