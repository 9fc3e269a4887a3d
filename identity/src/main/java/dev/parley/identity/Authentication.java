package dev.parley.identity;

import java.time.Duration;

/** What became of an attempt to authenticate. */
public sealed interface Authentication {
  /** What whoever was denied too often is told to wait. */
  Duration WAIT_AFTER_TOO_MANY = Duration.ofMinutes(1);

  record Accepted(Principal principal) implements Authentication {}

  /** The token is wrong. Which part is wrong is nobody's business. */
  record Denied() implements Authentication {}

  /** The token is wrong, like many before it from the same place. */
  record DeniedTooOften() implements Authentication {}
}
