package dev.parley.stores.nats;

import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.Message;
import io.nats.client.api.StreamInfo;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gets a log going again whose leader is there and answers nobody. Servers of 2.9 may come to that
 * after a leader was cut off while hubs raced (their count of refused messages drifts apart, and
 * what is written is skipped in silence); it lasts until the stream has another leader. Newer
 * servers put it right themselves.
 */
final class LeaderChange {
  private static final Logger LOG = LoggerFactory.getLogger(LeaderChange.class);
  private static final String STEP_DOWN = "$JS.API.STREAM.LEADER.STEPDOWN.";

  /** Longer than servers take to notice that a leader is gone, and to elect another. */
  private static final long UNANSWERED_NANOS = Duration.ofSeconds(8).toNanos();

  private static final long EVERY_NANOS = Duration.ofSeconds(15).toNanos();
  private static final Duration ANSWER_MAX = Duration.ofSeconds(2);

  private final Connection connection;
  private final Api api;
  private final String stream;
  private final AtomicLong lastAsked = new AtomicLong(System.nanoTime() - EVERY_NANOS);

  LeaderChange(Connection connection, Api api, String stream) {
    this.connection = connection;
    this.api = api;
    this.stream = stream;
  }

  /** An entry has had no answer since then. Blocks for a few seconds at most. */
  void ifUnansweredSince(long nanoTime) {
    long now = System.nanoTime();
    long before = lastAsked.get();
    if (now - nanoTime > UNANSWERED_NANOS
        && now - before > EVERY_NANOS
        && connection.getStatus() == Connection.Status.CONNECTED
        && lastAsked.compareAndSet(before, now)) {
      askFor();
    }
  }

  void askFor() {
    try {
      StreamInfo info = api.once().getStreamInfo(stream);
      if (info.getClusterInfo() == null || info.getClusterInfo().getLeader() == null) {
        return; // one server on its own, or an election is under way
      }
      String leader = info.getClusterInfo().getLeader();
      LOG.warn(
          "{} leads the log and does not answer; it is asked to leave that to another", leader);
      Message answer = connection.request(STEP_DOWN + stream, new byte[0], ANSWER_MAX);
      if (answer != null) {
        LOG.info("it says {}", new String(answer.getData(), StandardCharsets.UTF_8));
      }
    } catch (IOException | JetStreamApiException | IllegalStateException e) {
      LOG.debug("no other leader: {}", e.toString()); // then it is as it was
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
