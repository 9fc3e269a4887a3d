package dev.parley.core.sending;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.SessionKey;
import dev.parley.core.commit.Committer;
import dev.parley.core.delivery.Live;
import dev.parley.core.delivery.Waiters;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Message;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Copy;
import dev.parley.core.store.Placement;
import dev.parley.core.store.State;
import dev.parley.core.store.StoredMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who hears of a message once it is durable: those who wait for a reply, live listeners, hooks.
 * Committer thread, except for adding hooks.
 */
public final class Fanout {
  private static final Logger LOG = LoggerFactory.getLogger(Fanout.class);

  private final Committer committer;
  private final Live live;
  private final Waiters waiters;
  private final Requests requests;
  private final Counters counters;
  private final SendSpans spans;
  private final List<RouteHook> hooks = new CopyOnWriteArrayList<>();

  public Fanout(
      Committer committer,
      Live live,
      Waiters waiters,
      Requests requests,
      Counters counters,
      SendSpans spans) {
    this.committer = committer;
    this.live = live;
    this.waiters = waiters;
    this.requests = requests;
    this.counters = counters;
    this.spans = spans;
  }

  public void add(RouteHook hook) {
    hooks.add(hook);
  }

  void onAccepted(Message message, Receipt receipt, List<Placement> placements) {
    deliver(message, receipt, placements);
  }

  /** A dead letter has reached these inboxes after all. */
  public void onReplayed(StoredMessage stored, List<Placement> placements) {
    Message message = Message.parse(stored.number(), stored.json());
    deliver(message, receiptOf(stored, placements), placements);
    waiters.climbed(stored.id());
  }

  /** Another hub has accepted it, or placed it anew. */
  public void onOtherHub(StoredMessage stored, List<Placement> placements) {
    List<Placement> inboxes = placements.stream().filter(p -> p.box().isInbox()).toList();
    if (!inboxes.isEmpty()) {
      Message message = Message.parse(stored.number(), stored.json());
      deliver(message, receiptOf(stored, inboxes), inboxes);
    }
  }

  private static Receipt receiptOf(StoredMessage stored, List<Placement> placements) {
    List<AgentId> agents = new ArrayList<>();
    List<SessionKey> sessions = new ArrayList<>();
    for (Placement placement : placements) {
      switch (placement.box()) {
        case BoxId.AgentInbox(AgentId agent) -> agents.add(agent);
        case BoxId.SessionInbox(SessionKey session) -> sessions.add(session);
        case BoxId.Outbox _, BoxId.ThreadBox _, BoxId.DeadLetters _ -> {}
      }
    }
    return new Receipt(stored, agents, sessions, List.of(), false);
  }

  private void deliver(Message message, Receipt receipt, List<Placement> placements) {
    Draft draft = message.draft();
    boolean mayAnswer = draft.replyTo() != null || draft.correlationId() != null;
    for (int i = 0; i < placements.size(); i++) {
      Placement placement = placements.get(i);
      if (placement.box().isInbox()) {
        counters.copies.increment();
        boolean answered = mayAnswer && answers(message, placement, receipt.message());
        if (spans.tracer().isOn()) {
          spans.pushing(
              message,
              placement.box(),
              live,
              () -> live.placed(placement, receipt.message(), answered));
        } else {
          live.placed(placement, receipt.message(), answered);
        }
      }
    }
    if (receipt.delivered() && !hooks.isEmpty()) {
      hooks.forEach(hook -> call(hook, message, receipt));
    }
  }

  /**
   * Is this copy the reply somebody waits for? Then that somebody has it, and it counts as
   * delivered.
   */
  private boolean answers(Message message, Placement placement, StoredMessage stored) {
    BoxId box = placement.box();
    if (!(box instanceof BoxId.AgentInbox(AgentId agent)) || requests.waiting() == 0) {
      return false;
    }
    long position = placement.position();
    CompletableFuture<Copy> waiting = requests.answeredBy(message, agent);
    Copy answer = new Copy(box, position, State.DELIVERED, 0, placement.annotation(), stored);
    if (waiting == null || !waiting.complete(answer)) {
      return false; // nobody waits, or just not any more: it stays pending
    }
    live.climbed(box, position, State.DELIVERED);
    committer.defer(commit -> commit.advance(box, position, State.DELIVERED, -1));
    return true;
  }

  private static void call(RouteHook hook, Message message, Receipt receipt) {
    try {
      hook.onRoute(message, receipt);
    } catch (RuntimeException e) {
      LOG.warn("a route hook failed on message {}", message.id(), e);
    }
  }
}
