package dev.parley.core.sending;

import dev.parley.core.commit.Job;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Message;
import dev.parley.core.participants.Participants;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Commit;
import dev.parley.core.store.Placement;
import dev.parley.core.store.State;
import dev.parley.core.store.StoredMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A message from elsewhere on its way in. It keeps the stamps it has: nothing is routed, voted on
 * or counted as a repetition; copies that wait are delivered like any others.
 */
public final class AdoptJob implements Job {
  private final OpenTx tx;
  private final Ledgers ledgers;
  private final Participants participants;
  private final Fanout fanout;
  private final long now;
  private final Message message;
  private StoredMessage stored;
  private final List<AdoptedCopy> copies;
  private final CompletableFuture<Adopted> future = new CompletableFuture<>();

  // What the last apply came to.
  private Adopted outcome = Adopted.PRESENT;
  private List<Placement> waiting = List.of();

  public AdoptJob(
      OpenTx tx,
      Ledgers ledgers,
      Participants participants,
      Fanout fanout,
      long now,
      Message message,
      List<AdoptedCopy> copies) {
    this.tx = tx;
    this.ledgers = ledgers;
    this.participants = participants;
    this.fanout = fanout;
    this.now = now;
    this.message = message;
    this.copies = copies;
    this.stored =
        new StoredMessage(
            0,
            message.id(),
            message.timestamp(),
            message.draft().priority(),
            message.expiresAt(),
            message.toJson());
  }

  public CompletableFuture<Adopted> future() {
    return future;
  }

  @Override
  public int bytes() {
    return 256 + stored.json().length;
  }

  @Override
  public void apply(Commit commit) {
    Aftermath _ = tx.apply(commit, () -> applyTo(commit));
  }

  private void applyTo(Commit commit) {
    copies.forEach(this::requireOwner);
    BoxId outbox = BoxId.outbox(message.draft().from());
    StoredMessage earlier = commit.find(stored.id());
    boolean known = earlier != null;
    stored = stored.numbered(earlier == null ? commit.nextNumber() : earlier.number());
    List<Placement> placements = new ArrayList<>();
    for (AdoptedCopy copy : copies) {
      if (!known || commit.positionOf(copy.box(), stored.id()) < 0) {
        placements.add(new Placement(copy.box(), state(copy), copy.annotation()));
      }
    }
    waiting = placements.stream().filter(p -> p.box().isInbox() && p.state().isPending()).toList();
    if (!known) {
      placements.add(new Placement(outbox, State.READ, null));
      for (String thread : message.threads()) {
        placements.add(new Placement(BoxId.thread(thread), State.READ, null));
      }
      commit.append(stored, placements);
      outcome = Adopted.ADDED;
    } else if (placements.isEmpty()) {
      outcome = Adopted.PRESENT;
    } else {
      commit.place(stored.id(), placements);
      outcome = Adopted.COMPLETED;
    }
    ledgers.onAdopt(tx, stored, waiting);
  }

  private State state(AdoptedCopy copy) {
    boolean late = copy.state().isPending() && stored.isExpiredAt(now);
    return late && copy.box().isInbox() ? State.EXPIRED : copy.state();
  }

  private void requireOwner(AdoptedCopy copy) {
    if (copy.box() instanceof BoxId.Inbox inbox && participants.agent(inbox.agent()).isEmpty()) {
      throw new Refused(ErrorCode.NOT_FOUND, "there is no agent '" + inbox.agent() + "'");
    }
  }

  @Override
  public void durable() {
    if (!waiting.isEmpty()) {
      fanout.onReplayed(stored, waiting);
    }
    future.complete(outcome);
  }

  @Override
  public void failed(Refused why) {
    future.completeExceptionally(why);
  }
}
