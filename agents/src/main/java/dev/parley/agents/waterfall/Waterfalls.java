package dev.parley.agents.waterfall;

import dev.parley.agents.turns.TurnAbout;
import dev.parley.agents.turns.Turns;
import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.delivery.CopyTimes;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.MessageId;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.CopyRef;
import dev.parley.core.store.State;
import dev.parley.core.store.StoredMessage;
import dev.parley.identity.Principal;
import dev.parley.identity.authority.Authority;
import dev.parley.identity.authority.MessageAccess;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Shows what became of a message to whom it may be shown. Whoever sent it sees how far each copy
 * has come, as in its delivery state; whoever received it sees its own copies. What an agent did in
 * its turn is for those who may read that agent's boxes.
 */
public final class Waterfalls {
  /** So many messages behind it in its thread are looked at for replies. */
  private static final int LOOKED_MAX = 200;

  /** The hub that ended a turn may have another time than the one that accepted the message. */
  private static final long CLOCKS_DIFFER_MILLIS = 300_000;

  private final Broker broker;
  private final Turns turns;
  private final Authority authority;

  public Waterfalls(Broker broker, Turns turns, Authority authority) {
    this.broker = broker;
    this.turns = turns;
    this.authority = authority;
  }

  private record Shown(StoredMessage message, List<CopyRef> copies, int leftOut) {}

  /**
   * @throws Refused in the future, when there is no such message for this one to see
   */
  public CompletableFuture<Waterfall> of(MessageId id, Principal who) {
    return MessageAccess.toMessage(broker, who, id)
        .thenCompose(broker.lookups()::find)
        .thenCombine(
            broker.lookups().copiesOf(id),
            (found, copies) ->
                shown(
                    found.orElseThrow(
                        () -> new Refused(ErrorCode.NOT_FOUND, "there is no message " + id)),
                    copies,
                    who))
        .thenCompose(shown -> completed(shown, who));
  }

  private Shown shown(StoredMessage message, List<CopyRef> copies, Principal who) {
    AgentId self = who.scope();
    boolean all = self == null || broker.lookups().sentBy(message, self);
    List<CopyRef> inboxes =
        copies.stream()
            .filter(copy -> copy.box() instanceof BoxId.Inbox inbox && (all || isOf(inbox, who)))
            .toList();
    int some = Math.min(inboxes.size(), Waterfall.COPIES_MAX);
    return new Shown(message, inboxes.subList(0, some), inboxes.size() - some);
  }

  private boolean isOf(BoxId.Inbox inbox, Principal who) {
    return authority.reads(who, inbox.agent());
  }

  private CompletableFuture<Waterfall> completed(Shown shown, Principal who) {
    MessageId id = shown.message.id();
    return broker
        .timesOf(shown.copies)
        .thenCombine(
            broker.lookups().repliesTo(id, LOOKED_MAX, who.scope()),
            (times, replies) ->
                new Waterfall(
                    shown.message,
                    times.stream().map(Waterfalls::durable).toList(),
                    shown.leftOut,
                    List.of(),
                    replies.stream().limit(Waterfall.REPLIES_MAX).toList()))
        .thenApplyAsync(
            waterfall ->
                new Waterfall(
                    waterfall.message(),
                    waterfall.copies(),
                    waterfall.copiesLeftOut(),
                    turns(shown, who),
                    waterfall.replies()),
            Thread::startVirtualThread);
  }

  /** What was noted of a copy and did not become durable is not told. */
  private static CopyTimes durable(CopyTimes times) {
    State state = times.copy().state();
    return new CopyTimes(
        times.copy(),
        state == State.ACCEPTED ? 0 : times.pushedAt(),
        state.isPending() ? 0 : times.deliveredAt(),
        state.isPending() || state == State.DELIVERED ? 0 : times.readAt());
  }

  private List<Waterfall.Turn> turns(Shown shown, Principal who) {
    Map<AgentId, Boolean> begun = new LinkedHashMap<>();
    for (CopyRef copy : shown.copies) {
      if (copy.box() instanceof BoxId.Inbox inbox) {
        begun.merge(inbox.agent(), copy.state().hasReached(State.TURN_STARTED), Boolean::logicalOr);
      }
    }
    long since = shown.message.timestamp() - CLOCKS_DIFFER_MILLIS;
    return begun.entrySet().stream()
        .flatMap(
            entry -> {
              AgentId agent = entry.getKey();
              boolean whole = authority.reads(who, agent);
              // A copy that has reached no turn is in none that has ended.
              long ended = entry.getValue() ? since : Long.MAX_VALUE;
              List<TurnAbout> about = turns.about(agent, shown.message.id(), ended);
              return about.stream().map(turn -> new Waterfall.Turn(turn, whole));
            })
        .limit(Waterfall.TURNS_MAX)
        .toList();
  }
}
