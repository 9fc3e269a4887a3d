package dev.parley.core.participants;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.Pattern;
import dev.parley.core.address.SessionId;
import dev.parley.core.address.SessionKey;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.time.Timekeeper;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What agents and sessions are subscribed to, a record each. Older hubs kept the subscriptions
 * inside the record of whoever had them ({@code unmoved}): they are read from there, and the first
 * change of that record or of one of them moves all of them here.
 */
final class Subscriptions {
  private static final Table.Format<Subscribed> FORMAT =
      new Table.Format<>(
          "subscriptions", Subscribed::key, RecordJson::write, RecordJson::readSubscribed);
  private static final Comparator<Subscribed> AS_ADDED =
      Comparator.comparingLong((Subscribed each) -> each.subscription().addedAt())
          .thenComparingInt(Subscribed::place);

  private final Timekeeper time;
  private final RegistryLimits limits;
  private final Table<Subscribed> table;

  Subscriptions(Timekeeper time, RegistryLimits limits, SubscriptionRouting routing) {
    this.time = time;
    this.limits = limits;
    this.table = new Table<>(FORMAT, routing::onSubscribed);
  }

  Table<Subscribed> table() {
    return table;
  }

  /** Somebody who subscribes, as the commit that is being made leaves it. */
  record Holder(AgentId agent, @Nullable SessionId session, List<Subscription> unmoved) {
    static Holder of(Agent agent) {
      return new Holder(agent.id(), null, agent.unmoved());
    }

    static Holder of(Session session) {
      SessionKey key = session.key();
      return new Holder(key.agent(), key.session(), session.unmoved());
    }

    private String name() {
      return session == null ? agent.value() : new SessionKey(agent, session).text();
    }

    private String prefix() {
      return session == null
          ? Subscribed.under(agent)
          : Subscribed.under(new SessionKey(agent, session));
    }

    private @Nullable Subscription unmoved(Pattern pattern) {
      for (Subscription each : unmoved) {
        if (each.pattern().equals(pattern)) {
          return each;
        }
      }
      return null;
    }
  }

  /** All that are durable, in the order in which they were added. Any thread. */
  List<Subscription> of(Holder holder) {
    return Stream.concat(
            holder.unmoved.stream(),
            table.under(holder.prefix()).values().stream()
                .sorted(AS_ADDED)
                .map(Subscribed::subscription))
        .distinct() // what is just being moved is in both
        .toList();
  }

  /** The new one, or the same that was there before. None is left in the holder's record. */
  Subscription add(RegistryChange change, Holder holder, Pattern pattern) {
    Subscription there = find(holder, pattern);
    if (there != null) {
      move(change, holder);
      return there;
    }
    int count = count(holder);
    limits.checkSubscriptions(holder.agent.value(), count);
    if (holder.session != null) {
      limits.checkCopies(holder.agent.value(), pattern.text(), reached(holder, pattern));
    }
    move(change, holder);
    Subscription added = new Subscription(pattern, time.millis());
    table.put(change, null, new Subscribed(holder.agent, holder.session, added, count));
    return added;
  }

  /** The one that went. None is left in the holder's record. */
  Subscription remove(RegistryChange change, Holder holder, Pattern pattern) {
    Subscription there = find(holder, pattern);
    if (there == null) {
      throw new Refused(
          ErrorCode.NOT_FOUND,
          "'" + holder.name() + "' is not subscribed to '" + pattern.text() + "'");
    }
    move(change, holder);
    Subscribed row = table.current(holder.prefix() + pattern.text());
    if (row != null) {
      table.drop(change, row);
    }
    return there;
  }

  /** Gives each that is inside the holder's record a record of its own. */
  void move(RegistryChange change, Holder holder) {
    int place = 0;
    for (Subscription each : holder.unmoved) {
      Subscribed row = new Subscribed(holder.agent, holder.session, each, place++);
      table.put(change, table.current(row.key()), row);
    }
  }

  void dropAll(RegistryChange change, AgentId agent) {
    table
        .currentUnder(Subscribed.underAgent(agent))
        .forEach(subscribed -> table.drop(change, subscribed));
  }

  void dropAll(RegistryChange change, SessionKey session) {
    table
        .currentUnder(Subscribed.under(session))
        .forEach(subscribed -> table.drop(change, subscribed));
  }

  private @Nullable Subscription find(Holder holder, Pattern pattern) {
    Subscribed row = table.current(holder.prefix() + pattern.text());
    return row == null ? holder.unmoved(pattern) : row.subscription();
  }

  private int count(Holder holder) {
    return table.currentCount(Subscribed.underAgent(holder.agent)) + holder.unmoved.size();
  }

  /**
   * Sessions of the agent beside this one that may get a message which the pattern matches. Because
   * whoever comes last overlaps with all that a message reaches, a message reaches no more of them.
   */
  private int reached(Holder holder, Pattern pattern) {
    List<SessionId> reached = new ArrayList<>();
    for (Subscribed each : table.currentUnder(Subscribed.underAgent(holder.agent))) {
      SessionId session = each.session();
      if (session != null
          && !session.equals(holder.session)
          && (reached.isEmpty() || !reached.getLast().equals(session)) // ordered by session
          && each.subscription().pattern().overlaps(pattern)) {
        reached.add(session);
      }
    }
    return reached.size();
  }
}
