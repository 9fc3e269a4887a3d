package dev.parley.doors.http;

import io.netty.channel.Channel;
import io.netty.util.AttributeKey;
import io.netty.util.concurrent.Future;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.impl.ConnectionBase;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Counts connections and sends those away that come and ask nothing. The count is kept by the
 * channel's own end, because a connection that became a WebSocket no longer tells Vert.x' HTTP side
 * when it closes.
 */
final class Visitors {
  /**
   * Beyond the limit so many are still listened to, so that they can be told 503; the rest are cut
   * off.
   */
  private static final int TOLD_MAX = 64;

  private static final AttributeKey<Visit> VISIT = AttributeKey.valueOf("parley.visit");

  private final int connectionsMax;
  private final long requestMillis;
  private final AtomicInteger count = new AtomicInteger();
  private volatile boolean closing;

  Visitors(DoorConfig config) {
    this.connectionsMax = config.limits().connectionsMax();
    this.requestMillis = config.patience().request().toMillis();
  }

  int count() {
    return count.get();
  }

  void refuseNewcomers() {
    closing = true;
  }

  boolean isClosing() {
    return closing;
  }

  boolean isCrowded() {
    return count.get() > connectionsMax;
  }

  void onConnection(HttpConnection connection) {
    Channel channel = channelOf(connection);
    int now = count.incrementAndGet();
    channel.closeFuture().addListener(_ -> count.decrementAndGet());
    if (closing || now > connectionsMax + TOLD_MAX) {
      var _ = channel.close();
      return;
    }
    Visit visit = new Visit();
    channel.attr(VISIT).set(visit);
    visit.await(channel, requestMillis);
  }

  /** A request has come in whole: no hurry any more. */
  void onRequest(HttpConnection connection) {
    Visit visit = channelOf(connection).attr(VISIT).get();
    if (visit != null) {
      visit.stop();
    }
  }

  /** The answer is out; the next request of this connection may take as long as the first. */
  void onAnswered(HttpConnection connection) {
    Channel channel = channelOf(connection);
    Visit visit = channel.attr(VISIT).get();
    if (visit != null && channel.isActive()) {
      visit.await(channel, requestMillis);
    }
  }

  private static Channel channelOf(HttpConnection connection) {
    return ((ConnectionBase) connection).channelHandlerContext().channel();
  }

  /** Waiting for a request. Event loop only. */
  private static final class Visit {
    private @Nullable Future<?> deadline;

    void await(Channel channel, long millis) {
      stop();
      Runnable sendAway =
          () -> {
            var _ = channel.close();
          };
      deadline = channel.eventLoop().schedule(sendAway, millis, TimeUnit.MILLISECONDS);
    }

    void stop() {
      if (deadline != null) {
        deadline.cancel(false);
        deadline = null;
      }
    }
  }
}
