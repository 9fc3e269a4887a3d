package dev.parley.core.delivery;

import dev.parley.core.message.MessageId;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Commit;
import dev.parley.core.store.State;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Acknowledgements: marked in a commit, and out of the air once that is durable. */
final class Acks {
  private Acks() {}

  private record Marked(List<Long> positions, int moved) {}

  /** Of what is in flight on a feed. */
  static CompletableFuture<Integer> byPosition(
      Live live, SharedFeed feed, Supplier<List<Long>> positions) {
    return live.committer()
        .submit(
            commit -> mark(live, commit, feed.box, positions.get()),
            marked -> land(live, feed, marked),
            _ -> {});
  }

  /** Of any copy in the inbox; those in flight are found without the store. */
  static CompletableFuture<Integer> byId(
      Live live, BoxId box, @Nullable SharedFeed feed, List<MessageId> ids) {
    return live.committer()
        .submit(
            commit -> {
              List<Long> positions = new ArrayList<>(ids.size());
              for (MessageId id : ids) {
                long position = feed == null ? -1 : feed.positionOf(id);
                if (position < 0) {
                  position = commit.positionOf(box, id);
                }
                if (position >= 0) {
                  positions.add(position);
                }
              }
              return mark(live, commit, box, positions);
            },
            marked -> {
              if (feed != null) {
                land(live, feed, marked);
              } else {
                ids.forEach(live.waiters()::climbed);
              }
              return marked.moved;
            },
            _ -> {});
  }

  private static Marked mark(Live live, Commit commit, BoxId box, List<Long> positions) {
    int moved = 0;
    for (long position : positions) {
      if (commit.advance(box, position, State.DELIVERED, -1) != null) {
        moved++;
        live.taken(box, position);
      }
    }
    return new Marked(positions, moved);
  }

  private static int land(Live live, SharedFeed feed, Marked marked) {
    List<MessageId> landed = feed.landed(marked.positions);
    if (live.waiters().isAnyAwaited()) {
      landed.forEach(live.waiters()::climbed);
    }
    return marked.moved;
  }
}
