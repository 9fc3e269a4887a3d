package dev.parley.core.commit;

import dev.parley.core.store.Commit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Notes what a commit changes for those who watch, and tells them once it is durable. */
final class Watching {
  private static final Logger LOG = LoggerFactory.getLogger(Watching.class);

  private final List<CommitWatcher> watchers = new CopyOnWriteArrayList<>();

  // The committer thread's own: the changes of the commit that is being made.
  private final List<Consumer<CommitWatcher>> changes = new ArrayList<>();

  void add(CommitWatcher watcher) {
    watchers.add(watcher);
  }

  void remove(CommitWatcher watcher) {
    watchers.remove(watcher);
  }

  Commit over(Commit commit) {
    return watchers.isEmpty() ? commit : new WatchedCommit(commit, changes);
  }

  void tell() {
    tell(changes);
    changes.clear();
  }

  void tell(List<Consumer<CommitWatcher>> changes) {
    if (changes.isEmpty()) {
      return;
    }
    for (CommitWatcher watcher : watchers) {
      try {
        changes.forEach(change -> change.accept(watcher));
      } catch (RuntimeException e) {
        LOG.warn("somebody who watches commits failed", e);
      }
    }
  }

  void forget() {
    changes.clear();
  }
}
