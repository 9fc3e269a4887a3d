package dev.parley.core.delivery;

import dev.parley.core.store.Commit;
import dev.parley.core.store.Copy;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/**
 * Copies of a shared feed that were pushed and not acknowledged: they are pushed again, unless they
 * have been received some other way in the meantime. Committer thread.
 */
final class Retries {
  private enum Progress {
    IDLE,
    /** A commit is asked which of them are still pending. */
    LOOKING
  }

  private final FeedHost host;
  private final SharedFeed feed;
  private final NavigableMap<Long, Copy> waiting = new TreeMap<>();
  private Progress progress = Progress.IDLE;

  Retries(FeedHost host, SharedFeed feed) {
    this.host = host;
    this.feed = feed;
  }

  boolean contains(long position) {
    return waiting.containsKey(position);
  }

  void add(Copy copy) {
    waiting.put(copy.position(), copy);
  }

  /** These were received, durably, without being in flight. */
  void received(Set<Long> positions) {
    waiting.keySet().removeAll(positions);
  }

  /** Pushes what waits, if there is room. */
  void pump() {
    if (waiting.isEmpty() || progress == Progress.LOOKING || feed.isClosed() || !feed.hasRoom()) {
      return;
    }
    progress = Progress.LOOKING;
    host.look(
        this::look,
        looked -> {
          progress = Progress.IDLE;
          push(looked);
        },
        () -> host.after(Feed.RETRY, this::lookAgain));
  }

  private void lookAgain() {
    progress = Progress.IDLE;
    pump();
  }

  private record Looked(List<Copy> all, List<Copy> pending) {}

  private Looked look(Commit commit) {
    List<Copy> all = List.copyOf(waiting.values());
    return new Looked(all, all.stream().filter(copy -> host.isPending(commit, copy)).toList());
  }

  private void push(Looked looked) {
    for (Copy copy : looked.all) {
      waiting.remove(copy.position());
    }
    for (Copy copy : looked.pending) {
      if (!host.isTaken(copy.box(), copy.position()) && (feed.isClosed() || !feed.offer(copy))) {
        add(copy);
      }
    }
  }
}
