package dev.parley.core.broker;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.Path;
import dev.parley.core.commit.CommitWatcher;
import dev.parley.core.commit.Committer;
import dev.parley.core.delivery.ListenOptions;
import dev.parley.core.delivery.Listener;
import dev.parley.core.delivery.Listening;
import dev.parley.core.delivery.Live;
import dev.parley.core.delivery.Waiters;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Envelope;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.MessageType;
import dev.parley.core.message.Origin;
import dev.parley.core.participants.Participants;
import dev.parley.core.participants.Presence;
import dev.parley.core.participants.SharedPresence;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.BoxStats;
import dev.parley.core.store.Copy;
import dev.parley.core.store.MessageStore;
import dev.parley.core.store.Placement;
import dev.parley.core.store.SharedStore;
import dev.parley.core.store.State;
import dev.parley.core.store.StoredMessage;
import dev.parley.core.time.Timekeeper;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The middle of the house: everything that is said comes in here, and everything that is heard goes
 * out from here.
 */
public final class Broker implements AutoCloseable {
  /** A reply that is waited for: the request's id once it is accepted, and the answer. */
  public record Pending(
      MessageId id, CompletableFuture<Receipt> accepted, CompletableFuture<Copy> reply) {

    /** Nobody waits any more: a reply that comes now stays in the inbox. */
    public void giveUp() {
      reply.completeExceptionally(
          new Refused(ErrorCode.TIMEOUT, "nobody waits for the reply to " + id + " any more"));
    }
  }

  private final MessageStore store;
  private final Timekeeper time;
  private final Committer committer;
  private final Readers readers = new Readers();
  private final Participants participants;
  private final Presence presence;
  private final @Nullable SharedPresence sharedPresence;
  private final Waiters waiters = new Waiters();
  private final Live live;
  private final Counters counters = new Counters();
  private final Repeats repeats;
  private final Expiry expiry;
  private final Requests requests;
  private final Awaitings awaitings;
  private final Inboxes inboxes;
  private final Proposals proposals;
  private final DeadLetters deadLetters;
  private final Threads threads;
  private final Lookups lookups;
  private final Records records;
  private final Fanout fanout;
  private final Housekeeping housekeeping;
  private final AtomicLong nextNumber;
  private long highestElsewhere = -1;
  private volatile BackupPlan backupPlan = BackupPlan.MESSAGES_ONLY;

  public Broker(MessageStore store, Timekeeper time, BrokerConfig config) {
    this.store = store;
    this.time = time;
    this.committer = new Committer(store);
    this.participants = new Participants(store, committer, time);
    this.presence = new Presence(time);
    this.sharedPresence =
        store instanceof SharedStore shared
            ? new SharedPresence(shared.neighbours(), shared.node(), presence, time)
            : null;
    this.live = new Live(store, committer, readers, time, waiters);
    this.repeats = new Repeats(store, config.idempotencyWindow());
    this.expiry = new Expiry(store, time::millis, waiters, counters.expired);
    this.requests = new Requests(time);
    this.inboxes = new Inboxes(store, committer, readers, time, live, waiters, expiry);
    this.proposals = new Proposals(this, store, time);
    this.deadLetters = new DeadLetters(this, store, participants);
    Histories histories = new Histories(store);
    this.threads = new Threads(store, histories);
    this.lookups = new Lookups(store, readers, histories, threads, proposals);
    this.awaitings = new Awaitings(lookups::statusNow, readers, waiters, time);
    this.records = new Records(store, committer);
    this.fanout = new Fanout(committer, live, waiters, requests, counters);
    this.housekeeping =
        new Housekeeping(
            committer,
            expiry,
            new Retention(store, committer, config),
            readers,
            time,
            config.sweepEvery());
    this.nextNumber = new AtomicLong(store.nextNumber());
    committer.follow(
        new Elsewhere(
            store,
            fanout,
            live,
            waiters,
            participants,
            repeats,
            expiry,
            proposals,
            records,
            this::onNumberElsewhere));
    participants.onBoxGone(this::onBoxGone);
    committer.beforeEach(expiry::onCommit);
    committer.afterEach(this::onCommitted);
  }

  private void onNumberElsewhere(long number) {
    highestElsewhere = Math.max(highestElsewhere, number);
    nextNumber.accumulateAndGet(number + 1, Math::max);
  }

  /** May a message of another hub have this number? Committer thread. */
  boolean isTakenElsewhere(long number) {
    return number <= highestElsewhere;
  }

  long takeNumber() {
    return nextNumber.getAndIncrement();
  }

  private void onBoxGone(BoxId box) {
    live.ended(box);
    if (box.kind() == BoxId.Kind.AGENT) {
      AgentId agent = new AgentId(box.name());
      presence.forget(agent);
      proposals.onGone(agent);
      if (sharedPresence != null) {
        sharedPresence.forget(agent);
      }
    }
  }

  private void onCommitted(boolean durable) {
    repeats.onCommitted(durable);
    proposals.onCommitted(durable);
    expiry.onCommitted(durable);
    if (durable) {
      housekeeping.expireWhatIsDue();
    }
  }

  public Broker start() {
    committer.start();
    proposals.start();
    housekeeping.start();
    if (sharedPresence != null) {
      sharedPresence.start();
    }
    return this;
  }

  // ---- sending

  /**
   * Accepts a message: completes when it is durable, and fails with {@link Refused} when it is not.
   */
  public CompletableFuture<Receipt> route(Draft draft, Origin origin) {
    try {
      RouteJob job = job(draft, origin);
      committer.submit(job);
      return job.future();
    } catch (Refused refused) {
      counters.refused.increment();
      return CompletableFuture.failedFuture(refused);
    }
  }

  RouteJob job(Draft draft, Origin origin) {
    if (draft.type() == MessageType.PROPOSAL) {
      Proposals.check(draft);
    }
    long number = takeNumber();
    long now = time.millis();
    MessageId own = draft.id();
    MessageId id =
        own != null ? own : MessageId.of(now, number, ThreadLocalRandom.current().nextLong());
    return new RouteJob(this, draft, origin, number, id, now);
  }

  /**
   * Answers a message: the answer goes to its sender, with what ties the two together filled in.
   *
   * @param asOwner may answer what was sent to others
   */
  public CompletableFuture<Receipt> reply(
      Draft.Builder reply, MessageId original, String from, Origin origin, boolean asOwner) {
    return readers
        .read(
            () -> {
              Envelope answered = lookups.envelope(original);
              if (answered == null
                  || !(asOwner || lookups.concernsNow(answered, new AgentId(from)))) {
                throw new Refused(
                    ErrorCode.NOT_FOUND,
                    "there is no message " + original + " for '" + from + "' to reply to");
              }
              String correlation = answered.correlationId();
              return reply
                  .to(Path.parse("agent/" + answered.from()))
                  .replyTo(original)
                  .correlationId(correlation != null ? correlation : original.toString())
                  .conversationId(answered.conversationId())
                  .build();
            })
        .thenCompose(draft -> route(draft, origin));
  }

  /** Sends and waits for the reply, which must reach the sender's inbox. */
  public Pending request(Draft draft, Origin origin, Duration timeout) {
    AgentId requester = new AgentId(draft.from());
    participants.requireAgent(requester);
    RouteJob job = job(draft, origin);
    Requests.Waiting waiting = requests.expect(requester, job.id(), draft.correlationId(), timeout);
    CompletableFuture<Copy> reply = waiting.reply();
    try {
      committer.submit(job);
    } catch (Refused refused) {
      job.failed(refused);
    }
    CompletableFuture<Receipt> _ =
        job.future()
            .whenComplete(
                (receipt, failure) -> {
                  if (failure != null) {
                    reply.completeExceptionally(failure);
                  } else if (!receipt.delivered()) {
                    reply.completeExceptionally(
                        new Refused(
                            ErrorCode.NOT_FOUND,
                            "request "
                                + job.id()
                                + " reached nobody: '"
                                + draft.path().text()
                                + "' has no subscriber"));
                  } else if (receipt.duplicate()) {
                    waiting.answersTo(receipt.message().id().toString());
                  }
                });
    return new Pending(job.id(), job.future(), reply);
  }

  /**
   * Takes in a message that was accepted elsewhere, as it was there: its id, its time and its
   * copies. What the hub has already is not added again.
   *
   * @param message its number means nothing here
   * @param copies in inboxes and dead letters; the others follow from the message
   */
  public CompletableFuture<Adopted> adopt(Message message, List<AdoptedCopy> copies) {
    try {
      AdoptJob job = new AdoptJob(this, store, message, takeNumber(), List.copyOf(copies));
      committer.submit(job);
      return job.future();
    } catch (Refused refused) {
      return CompletableFuture.failedFuture(refused);
    }
  }

  /** Everything that follows from a message having become durable. Committer thread. */
  void onAccepted(Message message, Receipt receipt, List<Placement> placements) {
    proposals.onDurable(message);
    fanout.onAccepted(message, receipt, placements);
  }

  /** A dead letter has reached these inboxes after all. Committer thread. */
  void onReplayed(StoredMessage message, List<Placement> placements) {
    fanout.onReplayed(message, placements);
  }

  /** Tells of every change of messages and copies, once durable, until {@link #unwatch}. */
  public void watch(CommitWatcher watcher) {
    committer.watch(watcher);
  }

  public void unwatch(CommitWatcher watcher) {
    committer.unwatch(watcher);
  }

  public void onRoute(RouteHook hook) {
    fanout.add(hook);
  }

  // ---- inboxes

  /**
   * Takes what is pending and marks it delivered, durably, before anybody gets it. Of large
   * messages it takes fewer than asked for, see {@link MessageStore#READ_BYTES_MAX}.
   */
  public CompletableFuture<List<Copy>> receive(BoxId inbox, int limit) {
    return inboxes
        .receive(inbox, limit)
        .thenApply(
            copies -> {
              counters.received.add(copies.size());
              return copies;
            });
  }

  public CompletableFuture<List<Copy>> peek(BoxId inbox, int limit) {
    return readers.read(() -> inboxes.peek(inbox, limit));
  }

  public CompletableFuture<Listening> listen(
      BoxId inbox, ListenOptions options, Listener listener) {
    return live.listen(inbox, options, listener);
  }

  public CompletableFuture<Integer> ack(BoxId inbox, List<MessageId> ids) {
    return inboxes.climb(inbox, ids, State.DELIVERED);
  }

  public CompletableFuture<Integer> markRead(BoxId inbox, List<MessageId> ids) {
    return inboxes.climb(inbox, ids, State.READ);
  }

  /** Empties a box; completes with how many copies were in it. */
  public CompletableFuture<Long> clear(BoxId box) {
    return inboxes.clear(box).thenApply(BoxStats::stored);
  }

  public CompletableFuture<BoxStats> stats(BoxId box) {
    return readers.read(() -> store.stats(box));
  }

  // ---- receipts

  public CompletableFuture<DeliveryStatus> await(
      MessageId id, State rung, boolean any, Duration timeout) {
    return awaitings.start(id, rung, any, timeout);
  }

  Receipt receiptOf(MessageId id) {
    StoredMessage message = store.find(id).orElseThrow(() -> Lookups.noSuchMessage(id));
    return threads.receiptOf(message);
  }

  /** What a message hands on to those that react to it. */
  record Ancestor(int hops, String threadKey) {}

  /** Also finds what the commit that is being made has taken. Committer thread. */
  @Nullable Ancestor ancestor(MessageId id) {
    Message underway = repeats.underway(id);
    if (underway != null) {
      return new Ancestor(underway.hops(), underway.threadKey());
    }
    Envelope envelope = lookups.envelope(id);
    return envelope == null ? null : new Ancestor(envelope.hops(), envelope.threadKey());
  }

  // ---- dead letters

  public CompletableFuture<Long> clearDeadLetters() {
    return inboxes.clear(BoxId.DEAD_LETTERS).thenApply(BoxStats::pending);
  }

  /** Routes these, or with none named all of them, again. */
  public CompletableFuture<Replayed> replayDeadLetters(List<MessageId> ids) {
    if (!committer.isOpen()) {
      return CompletableFuture.failedFuture(stopping());
    }
    // Not on a reader: it waits for commits, and those who wait must not keep those who read from
    // reading.
    CompletableFuture<Replayed> replayed = new CompletableFuture<>();
    Thread.ofVirtual()
        .name("parley-replay")
        .start(
            () -> {
              try {
                replayed.complete(deadLetters.replay(ids));
              } catch (RuntimeException e) {
                replayed.completeExceptionally(Refused.of(e));
              }
            });
    return replayed;
  }

  /** Sends a dead letter anew, changed; it leaves the dead letters in the same commit. */
  public CompletableFuture<Receipt> replayEdited(MessageId letter, Draft draft, Origin origin) {
    try {
      EditedReplay job = new EditedReplay(letter, job(draft, origin));
      committer.submit(job);
      return job.future();
    } catch (Refused refused) {
      return CompletableFuture.failedFuture(refused);
    }
  }

  // ---- the hub

  /** What can be asked about messages; {@link Lookups#tally} for proposals. */
  public Lookups lookups() {
    return lookups;
  }

  /** Small durable things of rooms that have no store of their own. */
  public Records records() {
    return records;
  }

  public Participants participants() {
    return participants;
  }

  public Presence presence() {
    return presence;
  }

  /** May messages be accepted right now? */
  public boolean isReady() {
    return committer.isOpen()
        && committer.lastFailure() == null
        && (!(store instanceof SharedStore shared) || shared.isConnected());
  }

  public HubStats stats() {
    Map<String, Long> values = new LinkedHashMap<>();
    values.put("accepted", counters.accepted.sum());
    values.put("copies", counters.copies.sum());
    values.put("unmatched", counters.unmatched.sum());
    values.put("duplicates", counters.duplicates.sum());
    values.put("refused", counters.refused.sum());
    values.put("received", counters.received.sum());
    values.put("expired", counters.expired.sum());
    values.put("pushes", live.pushes());
    values.put("givenUp", live.givenUp());
    values.put("listeners", live.listeners());
    values.put("commits", committer.commits());
    values.put("committedJobs", committer.jobs());
    values.put("queued", (long) committer.queued());
    values.put("requestsWaiting", (long) requests.waiting());
    values.put("agents", (long) participants.agentCount());
    values.put("sessions", (long) participants.sessionCount());
    values.put("subscriptions", participants.subscriptionCount());
    values.put("deadLetters", store.stats(BoxId.DEAD_LETTERS).pending());
    values.put("storeBytes", store.sizeOnDisk());
    return new HubStats(values);
  }

  /** Copies everything into a directory that does not exist yet; completes with its size. */
  public CompletableFuture<Long> backup(java.nio.file.Path target) {
    return readers.read(
        () -> {
          long beside = backupPlan.write(target, () -> store.backup(target));
          return store.sizeOnDisk() + beside;
        });
  }

  /** From now on a backup is made like this. */
  public void backingUp(BackupPlan plan) {
    backupPlan = plan;
  }

  long now() {
    return time.millis();
  }

  Committer committer() {
    return committer;
  }

  Counters counters() {
    return counters;
  }

  Repeats repeats() {
    return repeats;
  }

  Expiry expiry() {
    return expiry;
  }

  Proposals proposals() {
    return proposals;
  }

  private static Refused stopping() {
    return new Refused(ErrorCode.SHUTTING_DOWN, "the hub is stopping");
  }

  /**
   * Takes no more, makes durable what was taken, and answers everybody who waits. The store is the
   * caller's to close.
   */
  @Override
  public void close() {
    committer.close();
    if (sharedPresence != null) {
      sharedPresence.close();
    }
    housekeeping.close();
    requests.close();
    awaitings.close();
    readers.close();
  }
}
