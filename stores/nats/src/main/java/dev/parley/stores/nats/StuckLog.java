package dev.parley.stores.nats;

import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.Message;
import io.nats.client.api.ClusterInfo;
import io.nats.client.api.Replica;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks for another leader where the log has one that is there, has a quorum, and answers nobody.
 * Servers of 2.9 may come to that after a leader was cut off (they number what they are given,
 * refused messages included, and the numbers drift apart; what is written is then skipped without a
 * word). Newer servers put it right themselves. Committer thread.
 */
final class StuckLog {
  private static final Logger LOG = LoggerFactory.getLogger(StuckLog.class);
  private static final String STEP_DOWN = "$JS.API.STREAM.LEADER.STEPDOWN.";

  /** Longer than servers take to notice that a leader is gone, and to elect another. */
  private static final long UNANSWERED_NANOS = Duration.ofSeconds(8).toNanos();

  /** Hubs notice at the same time; asking all at once they would depose the next one as well. */
  private static final Duration PAUSE_MIN = Duration.ofSeconds(20);

  private static final Duration PAUSE_MAX = Duration.ofSeconds(60);
  private static final Duration ANSWER_MAX = Duration.ofSeconds(1);

  private final Connection connection;
  private final Api api;
  private final String stream;
  private long notBefore = System.nanoTime();

  StuckLog(Connection connection, Api api, String stream) {
    this.connection = connection;
    this.api = api;
    this.stream = stream;
  }

  /** An entry has had no answer since then. Blocks for some seconds at most. */
  void ifUnansweredSince(long nanoTime) {
    long now = System.nanoTime();
    if (now - nanoTime < UNANSWERED_NANOS
        || now < notBefore
        || connection.getStatus() != Connection.Status.CONNECTED) {
      return;
    }
    String leader = leaderWithMost();
    if (leader != null) {
      notBefore =
          now + ThreadLocalRandom.current().nextLong(PAUSE_MIN.toNanos(), PAUSE_MAX.toNanos());
      LOG.warn(
          "{} leads the log and does not answer; it is asked to leave that to another", leader);
      askForAnotherLeader();
    }
  }

  /** Null where there is none, where it has no quorum, or where one server is all there is. */
  private @Nullable String leaderWithMost() {
    try {
      ClusterInfo group = api.once().getStreamInfo(stream).getClusterInfo();
      if (group == null || group.getLeader() == null) {
        return null;
      }
      List<Replica> others = Objects.requireNonNullElse(group.getReplicas(), List.of());
      long reached =
          others.stream().filter(other -> other.isCurrent() && !other.isOffline()).count();
      return !others.isEmpty() && 2 * (reached + 1) > others.size() + 1 ? group.getLeader() : null;
    } catch (IOException | JetStreamApiException | IllegalStateException e) {
      return null; // between leaders: then there is nobody to ask
    }
  }

  void askForAnotherLeader() {
    try {
      Message answer = connection.request(STEP_DOWN + stream, new byte[0], ANSWER_MAX);
      if (answer != null) {
        LOG.info("it says {}", new String(answer.getData(), StandardCharsets.UTF_8));
      }
    } catch (IllegalStateException e) {
      LOG.debug("no other leader: {}", e.toString()); // then it is as it was
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
