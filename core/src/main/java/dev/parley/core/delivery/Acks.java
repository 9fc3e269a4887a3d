package dev.parley.core.delivery;

import dev.parley.core.message.MessageId;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Commit;
import dev.parley.core.store.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Acknowledgements: marked in a commit, and out of the air once that is durable. */
final class Acks {
  private Acks() {}

  private record Marked(List<MessageId> ids, int moved) {}

  /** Of what is in flight on a feed. */
  static CompletableFuture<Integer> byPosition(
      Live live, SharedFeed feed, Supplier<List<Long>> inFlight) {
    return submit(
        live,
        commit -> {
          List<Long> positions = inFlight.get();
          List<MessageId> ids =
              positions.stream().map(feed::messageAt).filter(Objects::nonNull).toList();
          return new Marked(ids, mark(live, commit, feed.box, positions));
        });
  }

  /** Of any copy in the inbox; those in flight are found without the store. */
  static CompletableFuture<Integer> byId(
      Live live, BoxId box, @Nullable SharedFeed feed, List<MessageId> ids) {
    return submit(
        live,
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
          return new Marked(ids, mark(live, commit, box, positions));
        });
  }

  private static CompletableFuture<Integer> submit(Live live, Function<Commit, Marked> marking) {
    return live.committer()
        .submit(
            marking,
            marked -> {
              if (live.waiters().isAnyAwaited()) {
                marked.ids.forEach(live.waiters()::climbed);
              }
              return marked.moved;
            });
  }

  private static int mark(Live live, Commit commit, BoxId box, List<Long> positions) {
    int moved = 0;
    for (long position : positions) {
      live.taken(box, position);
      if (commit.advance(box, position, State.DELIVERED, -1) != null) {
        moved++;
      }
    }
    return moved;
  }
}
