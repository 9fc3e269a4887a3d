package dev.parley.core.ledger;

import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Changes of records, messages and delivery states that happen together or not at all. */
public interface Transactions {

  /**
   * Runs the body on the committer thread and completes, once everything it did is durable, with
   * what it returned.
   *
   * @param body short, never blocking, and without effects of its own: it may run more than once.
   *     What it throws undoes all it has done
   */
  <T> CompletableFuture<T> run(Function<Tx, T> body);
}
