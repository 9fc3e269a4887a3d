package dev.parley.core.broker;

import dev.parley.core.address.AgentId;
import dev.parley.core.blob.BlobHolders;
import dev.parley.core.commit.Committer;
import dev.parley.core.deadletters.DeadLetters;
import dev.parley.core.delivery.Live;
import dev.parley.core.delivery.Waiters;
import dev.parley.core.escalation.Escalations;
import dev.parley.core.history.Awaitings;
import dev.parley.core.history.Histories;
import dev.parley.core.history.Lookups;
import dev.parley.core.history.Readers;
import dev.parley.core.inbox.Expiry;
import dev.parley.core.inbox.Housekeeping;
import dev.parley.core.inbox.InboxLimits;
import dev.parley.core.inbox.Inboxes;
import dev.parley.core.inbox.Retention;
import dev.parley.core.journal.Journal;
import dev.parley.core.ledger.Ledger;
import dev.parley.core.ledger.Records;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Sender;
import dev.parley.core.participants.Participants;
import dev.parley.core.participants.Presence;
import dev.parley.core.participants.SharedPresence;
import dev.parley.core.proposals.Proposals;
import dev.parley.core.sending.Aftermath;
import dev.parley.core.sending.Counters;
import dev.parley.core.sending.Fanout;
import dev.parley.core.sending.Ledgers;
import dev.parley.core.sending.OpenTx;
import dev.parley.core.sending.Receipts;
import dev.parley.core.sending.Repeats;
import dev.parley.core.sending.Requests;
import dev.parley.core.sending.RouteJob;
import dev.parley.core.sending.SendSpans;
import dev.parley.core.sending.Sending;
import dev.parley.core.sending.TxRunner;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.MessageStore;
import dev.parley.core.store.SharedStore;
import dev.parley.core.time.AgreedTime;
import dev.parley.core.time.Timekeeper;
import org.jspecify.annotations.Nullable;

/**
 * Makes the rooms of the core and ties them together: what each is told of the others is written
 * here and nowhere else.
 */
final class Rooms {
  final MessageStore store;
  final Timekeeper time;
  final Committer committer;
  final Readers readers;
  final boolean stepped;
  final Participants participants;
  final Presence presence;
  final @Nullable SharedPresence sharedPresence;
  final Waiters waiters = new Waiters();
  final SendSpans spans = new SendSpans();
  final Live live;
  final Counters counters = new Counters();
  final Expiry expiry;
  final Requests requests;
  final Awaitings awaitings;
  final Inboxes inboxes;
  final Proposals proposals;
  final Escalations escalations;
  final DeadLetters deadLetters;
  final Lookups lookups;
  final Ledgers ledgers = new Ledgers();
  final OpenTx tx;
  final TxRunner transactions;
  final Journal journal;
  final Records records;
  final BlobHolders blobHolders;
  final InboxLimits inboxLimits;
  final Fanout fanout;
  final Sending sending;
  final Housekeeping housekeeping;
  final Measurements measurements;
  private Aftermath begun = Aftermath.NOTHING;

  Rooms(
      MessageStore store, Timekeeper clock, BrokerConfig config, Readers readers, boolean stepped) {
    this.readers = readers;
    this.stepped = stepped;
    this.store = store;
    this.time =
        store instanceof SharedStore shared ? new AgreedTime(clock, shared::isOnTime) : clock;
    this.committer = new Committer(store);
    this.participants = new Participants(store, committer, time, config.registry());
    this.presence = new Presence(time);
    this.sharedPresence =
        store instanceof SharedStore shared
            ? new SharedPresence(shared.neighbours(), shared.node(), presence, time)
            : null;
    this.live = new Live(store, committer, readers, time, waiters);
    this.expiry = new Expiry(store, time::endingMillis, counters.expired);
    this.requests = new Requests(time, config.sending());
    this.tx = new OpenTx(live, waiters, request -> admitted(request.draft(), request.from()));
    this.transactions = new TxRunner(committer, tx);
    this.journal = new Journal(store, transactions);
    this.inboxes =
        new Inboxes(store, committer, transactions, readers, time, live, waiters, expiry);
    this.proposals = new Proposals(transactions, participants, store, time);
    this.escalations = new Escalations(transactions, participants, store, time);
    Histories histories = new Histories(store);
    this.lookups = new Lookups(store, readers, histories, participants, escalations::of);
    this.awaitings = new Awaitings(lookups::statusNow, readers, waiters, time);
    this.records = new Records(store, transactions, ledgers::keeps);
    this.fanout = new Fanout(committer, live, waiters, requests, counters, spans);
    this.deadLetters = new DeadLetters(transactions, ledgers, fanout, time, store, participants);
    this.sending =
        new Sending(
            committer,
            time,
            participants,
            readers,
            ledgers,
            tx,
            fanout,
            requests,
            lookups,
            new Receipts(store),
            counters,
            spans,
            config.sending(),
            store.hiddenNumbers());
    this.inboxLimits = new InboxLimits(records, participants, config.limits().inbox());
    this.housekeeping =
        new Housekeeping(
            committer,
            expiry,
            new Retention(store, committer, config.limits(), inboxLimits, participants),
            time,
            config.sweepEvery());
    this.measurements =
        new Measurements(store, committer, live, participants, requests, journal, counters);
    ledgers.add(new Repeats(store, config.idempotencyWindow(), time::endingMillis));
    ledgers.add(proposals);
    ledgers.add(escalations);
    ledgers.add(expiry);
    this.blobHolders = new BlobHolders(store, transactions, participants, lookups, readers, time);
    ledgers.add(blobHolders);
    committer.follow(
        new ChangesOfOtherHubs(store, fanout, live, waiters, participants, ledgers, records));
    participants.onBoxGone(this::onBoxGone);
    committer.beforeEach(commit -> begun = tx.apply(commit, () -> ledgers.onBegin(tx)));
    committer.settleEach(ledgers::ended);
    committer.afterEach(this::onCommitted);
  }

  void register(Ledger ledger) {
    for (String table : ledger.tables()) {
      if (records.isFollowed(table)) {
        throw new IllegalArgumentException("somebody follows the table '" + table + "' already");
      }
    }
    ledgers.add(ledger);
  }

  private RouteJob admitted(Draft draft, Sender from) {
    return sending.admitted(draft, from);
  }

  private void onBoxGone(BoxId box) {
    live.ended(box);
    if (box instanceof BoxId.AgentInbox(AgentId agent)) {
      presence.forget(agent);
      proposals.onGone(agent);
      if (sharedPresence != null) {
        sharedPresence.forget(agent);
      }
    }
  }

  private void onCommitted(boolean durable) {
    if (durable) {
      journal.onCommitted();
      begun.tell();
      housekeeping.expireWhatIsDue();
    }
    begun = Aftermath.NOTHING;
  }

  void start() {
    if (!stepped) {
      committer.start();
    }
    proposals.start();
    escalations.start();
    housekeeping.start();
    if (sharedPresence != null) {
      sharedPresence.start();
    }
  }

  void close() {
    journal.close();
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
