package dev.parley.loops;

import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.ledger.Tx;
import dev.parley.core.participants.Agent;
import dev.parley.core.store.BoxId;
import dev.parley.identity.Guesses;
import dev.parley.identity.Visit;
import dev.parley.identity.audit.AuditLog;
import dev.parley.loops.book.Book;
import dev.parley.loops.book.Place;
import dev.parley.loops.model.Channel;
import dev.parley.loops.model.Loop;
import dev.parley.loops.model.Member;
import dev.parley.loops.model.Role;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * How everything about loops is changed: who acts is checked, then the change is made in one
 * transaction, and written into the audit log. What asks about "now" inside a transaction asks the
 * commit that is being made.
 */
final class Changing {
  private final Broker broker;
  final Book book;
  private final AuditLog audit;
  final Guesses guesses;

  Changing(Broker broker, Book book, AuditLog audit) {
    this.broker = broker;
    this.book = book;
    this.audit = audit;
    this.guesses = new Guesses(broker.time());
  }

  long now() {
    return broker.time().millis();
  }

  /**
   * @param subject what the audit log calls that which is changed
   * @param body pure but for the book: it may run again
   */
  <T> CompletableFuture<T> run(
      Visit by, AgentId as, String action, String subject, Function<Tx, T> body) {
    CompletableFuture<T> outcome;
    try {
      by.requireActingFor(as);
      outcome = broker.transactions().run(body);
    } catch (Refused refused) {
      outcome = CompletableFuture.failedFuture(refused);
    }
    return outcome.whenComplete(
        (_, failure) ->
            audit.done(by, action, subject, failure == null ? null : Refused.of(failure)));
  }

  Agent agent(AgentId id) {
    return broker.participants().requireAgent(id);
  }

  // ---- inside a transaction

  /** The loop as it is, for one that may know of it. */
  Loop loop(Visit by, AgentId as, UUID id) {
    Loop found = book.currentLoop(id);
    if (found == null) {
      throw noSuchLoop(id.toString());
    }
    if (!by.isOwner() && book.currentMember(id, as) == null) {
      throw Refused.hidden(String.valueOf(noSuchLoop(id.toString()).getMessage()));
    }
    return found;
  }

  /** The loop as it is, for one that may change it. */
  Loop managed(Visit by, AgentId as, UUID id) {
    Loop found = loop(by, as, id);
    require(
        by, as, found, role -> role.manages(), "only owners and admins of the loop may do this");
    return found;
  }

  Loop owned(Visit by, AgentId as, UUID id) {
    Loop found = loop(by, as, id);
    require(by, as, found, role -> role == Role.OWNER, "only owners of the loop may do this");
    return found;
  }

  private void require(Visit by, AgentId as, Loop loop, Predicate<Role> enough, String otherwise) {
    Member member = book.currentMember(loop.id(), as);
    if (!by.isOwner() && (member == null || !enough.test(member.role()))) {
      throw new Refused(ErrorCode.FORBIDDEN, otherwise);
    }
  }

  /**
   * Writes down what a member is now. In channels that are new to it, it begins behind what was
   * said there before, whether it is connected or away.
   *
   * @param was what it was before, or null
   */
  void admit(Tx tx, Loop loop, @Nullable Member was, Member now) {
    book.put(tx, now);
    for (Channel channel : loop.channels()) {
      if (now.takesPartIn(channel) && (was == null || !was.takesPartIn(channel))) {
        UUID conversation = channel.conversation();
        long head = tx.stats(BoxId.thread(conversation.toString())).next();
        if (head > 0 && book.places().current(Place.key(now.agent(), conversation)) == null) {
          book.put(tx, new Place(now.agent(), now.incarnation(), conversation, -1, head, -1));
        }
      }
    }
  }

  Member member(Loop loop, AgentId agent) {
    Member found = book.currentMember(loop.id(), agent);
    if (found == null) {
      throw new Refused(
          ErrorCode.NOT_FOUND, "'" + agent + "' is no member of '" + loop.slug() + "'");
    }
    return found;
  }

  static Channel channel(Loop loop, UUID id) {
    return loop.channel(id).orElseThrow(() -> noSuchChannel(loop, id.toString()));
  }

  static Refused noSuchLoop(String handle) {
    return new Refused(ErrorCode.NOT_FOUND, "there is no loop '" + handle + "'");
  }

  static Refused noSuchChannel(Loop loop, String handle) {
    return new Refused(
        ErrorCode.NOT_FOUND, "there is no channel '" + handle + "' in '" + loop.slug() + "'");
  }
}
