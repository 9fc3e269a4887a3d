package dev.parley.stores.nats;

import dev.parley.core.store.StoreException;

/** Something else stands in the log where the entry was to stand; nothing of the entry counts. */
public final class Overtaken extends StoreException {
  private static final long serialVersionUID = 1L;

  private final long last;

  Overtaken(long after, long last) {
    super(
        Reason.OVERTAKEN, "the log went on after " + after + "; it ends at " + last + " or later");
    this.last = last;
  }

  /** Where the log ended, or -1 if the server did not say. */
  public long last() {
    return last;
  }
}
