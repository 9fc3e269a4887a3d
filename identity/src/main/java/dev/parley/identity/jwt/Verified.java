package dev.parley.identity.jwt;

import java.util.UUID;

/** What became of an access token that somebody has shown. */
public sealed interface Verified {

  /**
   * @param subject whom it is for
   * @param session under which it was made, and with which it ends
   * @param expiresAt Unix milliseconds
   */
  record Good(UUID subject, String session, long expiresAt) implements Verified {}

  /** It was good, and is no longer. */
  record Expired() implements Verified {}

  /** Not made by this hub for this use. What is wrong with it is told to nobody. */
  record Bad() implements Verified {}
}
