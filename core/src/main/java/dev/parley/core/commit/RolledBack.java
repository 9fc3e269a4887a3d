package dev.parley.core.commit;

import dev.parley.core.error.Refused;

/**
 * A job turns its request down although it has changed something already: the commit it is part of
 * is made again without it.
 */
public final class RolledBack extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Refused refusal;

  public RolledBack(Refused refusal) {
    super(refusal.getMessage(), refusal);
    this.refusal = refusal;
  }

  Refused refusal() {
    return refusal;
  }
}
