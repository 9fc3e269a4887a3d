package dev.parley.identity.limits;

import java.util.EnumMap;
import java.util.Map;

/**
 * How fast one agent may go, over all its connections and doors.
 *
 * @param messages it sends; each ten inboxes that one reaches count as one more
 * @param toOne messages to one and the same agent, or to topics of one and the same first word
 * @param toMany messages to groups and to paths with wildcards: announcements
 * @param requests of any kind
 * @param bytes of its requests and of large answers
 * @param costly requests that have a rate of their own; a kind that is missing is without a limit
 */
public record Rates(
    Rate messages, Rate toOne, Rate toMany, Rate requests, Rate bytes, Map<Costly, Rate> costly) {
  public static final Rates UNLIMITED =
      new Rates(
          Rate.UNLIMITED, Rate.UNLIMITED, Rate.UNLIMITED, Rate.UNLIMITED, Rate.UNLIMITED, Map.of());

  public Rates {
    costly = Map.copyOf(costly);
  }

  public Rates withMessages(Rate rate) {
    return new Rates(rate, toOne, toMany, requests, bytes, costly);
  }

  public Rates withToOne(Rate rate) {
    return new Rates(messages, rate, toMany, requests, bytes, costly);
  }

  public Rates withToMany(Rate rate) {
    return new Rates(messages, toOne, rate, requests, bytes, costly);
  }

  public Rates withRequests(Rate rate) {
    return new Rates(messages, toOne, toMany, rate, bytes, costly);
  }

  public Rates withBytes(Rate rate) {
    return new Rates(messages, toOne, toMany, requests, rate, costly);
  }

  public Rates withCostly(Costly kind, Rate rate) {
    Map<Costly, Rate> changed = new EnumMap<>(Costly.class);
    changed.putAll(costly);
    changed.put(kind, rate);
    return new Rates(messages, toOne, toMany, requests, bytes, changed);
  }

  public Rate of(Costly kind) {
    return costly.getOrDefault(kind, Rate.UNLIMITED);
  }

  /** Is anything about messages limited? */
  boolean holdMessages() {
    return messages.isLimited() || toOne.isLimited() || toMany.isLimited();
  }
}
