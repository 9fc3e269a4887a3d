package dev.parley.core.delivery;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.MessageId;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The handle of a listener that does not acknowledge. */
final class CopyListening implements Listening {
  private final Live live;
  private final CopyFeed feed;
  private final long cursor;

  CopyListening(Live live, CopyFeed feed) {
    this.live = live;
    this.feed = feed;
    this.cursor = feed.cursor();
    resume();
  }

  @Override
  public long cursor() {
    return cursor;
  }

  @Override
  public CompletableFuture<Integer> ack(List<MessageId> ids) {
    return live.acks().byId(feed.box, null, ids);
  }

  @Override
  public CompletableFuture<Integer> ackCursors(long[] cursors) {
    return nothingInFlight();
  }

  @Override
  public CompletableFuture<Integer> ackUpTo(long upTo) {
    return nothingInFlight();
  }

  private static CompletableFuture<Integer> nothingInFlight() {
    return CompletableFuture.failedFuture(
        new Refused(
            ErrorCode.CONFLICT,
            "only a listener with ack 'manual' has something in flight; acknowledge by ids"));
  }

  @Override
  public void resume() {
    live.resume(feed);
  }

  @Override
  public void close() {
    live.close(feed);
  }
}
