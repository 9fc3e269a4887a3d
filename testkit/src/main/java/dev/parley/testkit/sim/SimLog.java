package dev.parley.testkit.sim;

import dev.parley.core.store.Commit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The log that the simulated hubs share: whole commits, each a list of changes, in one order. */
final class SimLog {
  private final List<List<Consumer<Commit>>> entries = new ArrayList<>();

  private Runnable beforeAppend = () -> {};

  /** What other hubs do between a hub's last look at the log and its commit. */
  void beforeAppend(Runnable others) {
    beforeAppend = others;
  }

  void onBeforeAppend() {
    beforeAppend.run();
  }

  int size() {
    return entries.size();
  }

  void append(List<Consumer<Commit>> changes) {
    entries.add(List.copyOf(changes));
  }

  void apply(int entry, Commit to) {
    entries.get(entry).forEach(change -> change.accept(to));
  }
}
