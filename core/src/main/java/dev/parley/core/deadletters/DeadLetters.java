package dev.parley.core.deadletters;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.Path;
import dev.parley.core.address.SessionKey;
import dev.parley.core.delivery.DeadLetter;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Envelope;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.Sender;
import dev.parley.core.participants.Participants;
import dev.parley.core.participants.Targets;
import dev.parley.core.sending.Deliveries;
import dev.parley.core.sending.Fanout;
import dev.parley.core.sending.Ledgers;
import dev.parley.core.sending.OpenTx;
import dev.parley.core.sending.Receipt;
import dev.parley.core.sending.RouteJob;
import dev.parley.core.sending.TxRunner;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Commit;
import dev.parley.core.store.Copy;
import dev.parley.core.store.CopyRef;
import dev.parley.core.store.MessageStore;
import dev.parley.core.store.Placement;
import dev.parley.core.store.State;
import dev.parley.core.time.Timekeeper;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * The box of what reached nobody. A dead letter is pending there until it is replayed, when it
 * counts as delivered and is no longer shown.
 */
public final class DeadLetters {
  private static final int REPLAY_MAX = 10_000;
  private static final int CHUNK = 500;

  /**
   * A dead letter, and the inboxes it reaches now.
   *
   * @param settled has everybody it was meant for got it, so that it may leave?
   */
  private record Revived(Copy letter, List<Placement> placements, boolean settled) {
    static Revived notYet(Copy letter) {
      return new Revived(letter, List.of(), false);
    }
  }

  private final TxRunner transactions;
  private final Ledgers ledgers;
  private final Fanout fanout;
  private final Timekeeper time;
  private final MessageStore store;
  private final Participants participants;

  public DeadLetters(
      TxRunner transactions,
      Ledgers ledgers,
      Fanout fanout,
      Timekeeper time,
      MessageStore store,
      Participants participants) {
    this.transactions = transactions;
    this.ledgers = ledgers;
    this.fanout = fanout;
    this.time = time;
    this.store = store;
    this.participants = participants;
  }

  /**
   * Routes dead letters again: these, or with none named all of them. On a thread of its own,
   * because it waits for commits, and whoever reads must not wait for it.
   */
  public CompletableFuture<Replayed> startReplay(List<MessageId> ids) {
    if (!transactions.isOpen()) {
      return CompletableFuture.failedFuture(
          new Refused(ErrorCode.SHUTTING_DOWN, "the hub is stopping"));
    }
    CompletableFuture<Replayed> replayed = new CompletableFuture<>();
    Thread.ofVirtual()
        .name("parley-replay")
        .start(
            () -> {
              try {
                replayed.complete(replay(ids));
              } catch (RuntimeException e) {
                replayed.completeExceptionally(Refused.of(e));
              }
            });
    return replayed;
  }

  private Replayed replay(List<MessageId> ids) {
    Set<MessageId> wanted = new HashSet<>(ids);
    int replayed = 0;
    int delivered = 0;
    long from = store.stats(BoxId.DEAD_LETTERS).first();
    while (replayed < REPLAY_MAX) {
      List<Copy> chunk = store.readForward(BoxId.DEAD_LETTERS, from, CHUNK);
      if (chunk.isEmpty()) {
        break;
      }
      from = chunk.getLast().position() + 1;
      List<Copy> letters =
          chunk.stream()
              .filter(copy -> copy.state().isPending())
              .filter(copy -> wanted.isEmpty() || wanted.contains(copy.message().id()))
              .limit(REPLAY_MAX - replayed)
              .toList();
      replayed += letters.size();
      delivered += letters.isEmpty() ? 0 : revive(letters);
    }
    return new Replayed(replayed, delivered);
  }

  /** Sends a dead letter anew, changed; it leaves the dead letters in the same commit. */
  public CompletableFuture<Receipt> replayEdited(MessageId letter, Draft draft, Sender from) {
    return transactions
        .run(
            tx -> {
              Commit commit = tx.commit();
              long position = commit.positionOf(BoxId.DEAD_LETTERS, letter);
              State state = position < 0 ? null : commit.stateOf(BoxId.DEAD_LETTERS, position);
              if (state == null || !state.isPending()) {
                throw new Refused(ErrorCode.NOT_FOUND, "there is no dead letter " + letter);
              }
              RouteJob anew = tx.routeJob(draft, from);
              commit.advance(BoxId.DEAD_LETTERS, position, State.DELIVERED, -1);
              return anew;
            },
            anew -> anew)
        .thenCompose(RouteJob::future);
  }

  private int revive(List<Copy> letters) {
    return transactions
        .run(
            tx ->
                letters.stream()
                    .map(letter -> revive(tx, letter))
                    .filter(revived -> !revived.placements.isEmpty())
                    .toList(),
            revived -> {
              for (Revived each : revived) {
                fanout.onReplayed(each.letter.message(), each.placements);
              }
              return revived.size();
            })
        .join();
  }

  private Revived revive(OpenTx tx, Copy letter) {
    Commit commit = tx.commit();
    State state = commit.stateOf(BoxId.DEAD_LETTERS, letter.position());
    if (state == null || !state.isPending() || letter.message().isExpiredAt(time.endingMillis())) {
      return Revived.notYet(letter);
    }
    BoxId.Inbox inbox = DeadLetter.read(letter.annotation()).inbox();
    Revived revived = inbox == null ? rerouted(letter) : back(letter, inbox);
    if (!revived.placements.isEmpty()) {
      commit.place(letter.message().id(), revived.placements);
      ledgers.onFiledAgain(tx, letter.message().id(), revived.placements);
    }
    if (revived.settled) {
      commit.advance(BoxId.DEAD_LETTERS, letter.position(), State.DELIVERED, -1);
    }
    return revived;
  }

  /** A letter that one inbox gave up on goes back there, as it was. */
  private Revived back(Copy letter, BoxId.Inbox inbox) {
    if (!exists(inbox)) {
      return Revived.notYet(letter);
    }
    String annotation =
        store.copiesOf(letter.message().id()).stream()
            .filter(copy -> copy.box().equals(inbox))
            .reduce((_, last) -> last)
            .flatMap(this::annotationOf)
            .orElse(null);
    return new Revived(letter, List.of(new Placement(inbox, State.ACCEPTED, annotation)), true);
  }

  private Optional<String> annotationOf(CopyRef copy) {
    return store.read(copy.box(), List.of(copy.position())).stream()
        .findFirst()
        .map(Copy::annotation);
  }

  private boolean exists(BoxId.Inbox inbox) {
    return switch (inbox) {
      case BoxId.AgentInbox(AgentId agent) -> participants.agent(agent).isPresent();
      case BoxId.SessionInbox(SessionKey session) -> participants.session(session).isPresent();
    };
  }

  /**
   * Any other letter goes to whoever listens now and has no copy yet; it stays as long as somebody
   * it names is missing.
   */
  private Revived rerouted(Copy letter) {
    Envelope envelope = Envelope.parse(letter.message().json());
    Targets targets =
        participants.staying(participants.targets(envelope.from(), Path.parse(envelope.path())));
    Set<BoxId> served = new HashSet<>();
    store.copiesOf(envelope.id()).forEach(copy -> served.add(copy.box()));
    List<Placement> placements = Deliveries.to(targets);
    placements.removeIf(placement -> served.contains(placement.box()));
    return new Revived(letter, placements, !targets.isEmpty() && targets.missing().isEmpty());
  }
}
