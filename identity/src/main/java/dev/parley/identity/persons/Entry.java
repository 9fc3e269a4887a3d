package dev.parley.identity.persons;

import dev.parley.identity.Visit;

/** By what right somebody gets an account. */
public sealed interface Entry {

  /** The hub's owner makes it. */
  record ByOwner(Visit by) implements Entry {}

  /** The owner has given out a code, which is good once. */
  record Invited(String code) implements Entry {
    @Override
    public String toString() {
      return "Invited";
    }
  }

  /** By none: only where the owner lets everybody in. */
  record Stranger() implements Entry {}
}
