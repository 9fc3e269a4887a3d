package dev.parley.core.commit;

import dev.parley.core.error.Refused;
import dev.parley.core.store.Commit;

/**
 * A change to the store and what happens once it is durable. All of it runs on the committer
 * thread.
 */
public interface Job {

  /**
   * Makes the changes. It may be called again, in another commit, when the first one did not happen
   * because some other job broke down.
   *
   * @throws Refused to turn the request down, before anything was changed; the rest of the batch
   *     goes on
   */
  void apply(Commit commit);

  /** Everything applied is on disk. */
  void durable();

  /** Nothing of it happened. */
  void failed(Refused why);

  /**
   * About how much memory it takes, always the same, so that the queue and a batch stay bounded in
   * bytes as well as in number.
   */
  default int bytes() {
    return 64;
  }
}
