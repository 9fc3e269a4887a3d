package dev.parley.identity.limits;

/**
 * How fast one agent may go, over all its connections and doors.
 *
 * @param messages it sends; each ten inboxes that one reaches count as one more
 * @param toOne messages to one and the same agent, or to topics of one and the same first word
 * @param toMany messages to groups and to paths with wildcards: announcements
 * @param requests of any kind
 * @param bytes of its requests and of large answers
 */
public record Rates(Rate messages, Rate toOne, Rate toMany, Rate requests, Rate bytes) {
  public static final Rates UNLIMITED =
      new Rates(Rate.UNLIMITED, Rate.UNLIMITED, Rate.UNLIMITED, Rate.UNLIMITED, Rate.UNLIMITED);

  public Rates withMessages(Rate rate) {
    return new Rates(rate, toOne, toMany, requests, bytes);
  }

  public Rates withToOne(Rate rate) {
    return new Rates(messages, rate, toMany, requests, bytes);
  }

  public Rates withToMany(Rate rate) {
    return new Rates(messages, toOne, rate, requests, bytes);
  }

  public Rates withRequests(Rate rate) {
    return new Rates(messages, toOne, toMany, rate, bytes);
  }

  public Rates withBytes(Rate rate) {
    return new Rates(messages, toOne, toMany, requests, rate);
  }

  /** Is anything about messages limited? */
  boolean holdMessages() {
    return messages.isLimited() || toOne.isLimited() || toMany.isLimited();
  }
}
