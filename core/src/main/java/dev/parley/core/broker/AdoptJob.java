package dev.parley.core.broker;

import dev.parley.core.address.AgentId;
import dev.parley.core.commit.Job;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Message;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Commit;
import dev.parley.core.store.MessageStore;
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
final class AdoptJob implements Job {
  private final Broker broker;
  private final MessageStore store;
  private final Message message;
  private StoredMessage stored;
  private final List<AdoptedCopy> copies;
  private final CompletableFuture<Adopted> future = new CompletableFuture<>();

  // What the last apply came to.
  private Adopted outcome = Adopted.PRESENT;
  private List<Placement> waiting = List.of();

  AdoptJob(
      Broker broker, MessageStore store, Message message, long number, List<AdoptedCopy> copies) {
    this.broker = broker;
    this.store = store;
    this.message = message;
    this.copies = copies;
    this.stored =
        new StoredMessage(
            number,
            message.id(),
            message.timestamp(),
            message.draft().priority(),
            message.expiresAt(),
            message.toJson());
  }

  CompletableFuture<Adopted> future() {
    return future;
  }

  @Override
  public int bytes() {
    return 256 + stored.json().length;
  }

  @Override
  public void apply(Commit commit) {
    if (broker.isTakenElsewhere(stored.number())) {
      stored = stored.numbered(broker.takeNumber());
    }
    copies.forEach(this::requireOwner);
    BoxId outbox = BoxId.outbox(message.draft().from());
    boolean known =
        commit.positionOf(outbox, stored.id()) >= 0 || store.find(stored.id()).isPresent();
    List<Placement> placements = new ArrayList<>();
    for (AdoptedCopy copy : copies) {
      if (!known || commit.positionOf(copy.box(), stored.id()) < 0) {
        placements.add(new Placement(copy.box(), state(copy), copy.annotation()));
      }
    }
    waiting = placements.stream().filter(p -> p.box().isInbox() && p.state().isPending()).toList();
    if (!known) {
      placements.add(new Placement(outbox, State.READ, null));
      String conversation = message.draft().conversationId();
      String thread = conversation != null ? conversation : message.threadId();
      if (thread != null) {
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
    if (stored.expiresAt() != 0 && !waiting.isEmpty()) {
      broker.expiry().watch(commit, stored);
    }
  }

  private State state(AdoptedCopy copy) {
    boolean late = copy.state().isPending() && stored.isExpiredAt(broker.now());
    return late && copy.box().isInbox() ? State.EXPIRED : copy.state();
  }

  private void requireOwner(AdoptedCopy copy) {
    if (copy.box().isInbox()) {
      String name = copy.box().name();
      int slash = name.indexOf('/');
      AgentId agent = new AgentId(slash < 0 ? name : name.substring(0, slash));
      if (broker.participants().agent(agent).isEmpty()) {
        throw new Refused(ErrorCode.NOT_FOUND, "there is no agent '" + agent + "'");
      }
    }
  }

  @Override
  public void durable() {
    if (!waiting.isEmpty()) {
      broker.onReplayed(stored, waiting);
    }
    future.complete(outcome);
  }

  @Override
  public void failed(Refused why) {
    future.completeExceptionally(why);
  }
}
