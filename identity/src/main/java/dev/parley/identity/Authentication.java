package dev.parley.identity;

/** What became of an attempt to authenticate. */
public sealed interface Authentication {

  record Accepted(Principal principal) implements Authentication {}

  /** The token is wrong. Which part is wrong is nobody's business. */
  record Denied() implements Authentication {}

  /** The token is wrong, like many before it from the same place. */
  record DeniedTooOften() implements Authentication {}
}
