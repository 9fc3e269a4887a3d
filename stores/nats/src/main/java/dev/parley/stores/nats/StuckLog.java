package dev.parley.stores.nats;

import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.Message;
import io.nats.client.api.ClusterInfo;
import io.nats.client.api.Replica;
import io.nats.client.impl.Headers;
import io.nats.client.impl.NatsMessage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gets a log going again whose leader is there and answers nobody. Servers of 2.9 number what they
 * are given, refused messages included, and a server that leads a second time may go on with a
 * number from its first time. It then skips in silence all that is written, each adding one, until
 * it has caught up: thousands of messages, and hubs send one every few seconds. So it is given
 * thousands, that are refused wherever they arrive ({@link #knock}); and if that does not help,
 * another leader. Newer servers put it right themselves.
 */
final class StuckLog {
  private static final Logger LOG = LoggerFactory.getLogger(StuckLog.class);
  private static final String STEP_DOWN = "$JS.API.STREAM.LEADER.STEPDOWN.";

  /** A log never ends there, so a message that expects it is never stored. */
  private static final String NOWHERE = String.valueOf(Long.MAX_VALUE);

  private static final int KNOCKS_AT_ONCE = 4_000;
  private static final int TURNS_MAX = 12;

  /** Longer than an answer takes, shorter than hubs are patient. */
  private static final long UNANSWERED_NANOS = Duration.ofSeconds(2).toNanos();

  private static final long EVERY_NANOS = Duration.ofSeconds(2).toNanos();
  private static final long LEADER_EVERY_NANOS = Duration.ofSeconds(15).toNanos();
  private static final Duration ANSWER_MAX = Duration.ofSeconds(1);

  private final Connection connection;
  private final Api api;
  private final String stream;
  private final String subject;
  private final AtomicLong tried = new AtomicLong(System.nanoTime() - EVERY_NANOS);
  private final AtomicLong leaderAsked = new AtomicLong(System.nanoTime() - LEADER_EVERY_NANOS);

  StuckLog(Connection connection, Api api, String name) {
    this.connection = connection;
    this.api = api;
    this.stream = LogStream.name(name);
    this.subject = LogStream.subject(name);
  }

  /** An entry has had no answer since then. Blocks, but for no longer than until then. */
  void ifUnansweredSince(long nanoTime, long deadline) {
    long now = System.nanoTime();
    long before = tried.get();
    if (now - nanoTime < UNANSWERED_NANOS
        || now - before < EVERY_NANOS
        || connection.getStatus() != Connection.Status.CONNECTED
        || !tried.compareAndSet(before, now)) {
      return;
    }
    String leader = leaderWithMost();
    if (leader == null || isAnswered(leader, deadline)) {
      return;
    }
    long asked = leaderAsked.get();
    if (System.nanoTime() - asked > LEADER_EVERY_NANOS
        && leaderAsked.compareAndSet(asked, System.nanoTime())) {
      LOG.warn(
          "{} leads the log and does not answer; it is asked to leave that to another", leader);
      askForAnotherLeader();
    }
  }

  /** Null where there is none, where it stands alone, or where one server is all there is. */
  private @Nullable String leaderWithMost() {
    try {
      ClusterInfo group = api.once().getStreamInfo(stream).getClusterInfo();
      if (group == null || group.getLeader() == null) {
        return null;
      }
      List<Replica> others = Objects.requireNonNullElse(group.getReplicas(), List.of());
      long reached =
          others.stream().filter(other -> other.isCurrent() && !other.isOffline()).count();
      return 2 * (reached + 1) > others.size() + 1 ? group.getLeader() : null;
    } catch (IOException | JetStreamApiException | IllegalStateException e) {
      return null; // between leaders: then there is nobody to knock at
    }
  }

  private boolean isAnswered(String leader, long deadline) {
    try {
      for (int turn = 0; turn < TURNS_MAX && System.nanoTime() < deadline; turn++) {
        if (knock()) {
          if (turn > 0) {
            LOG.warn("{} led the log and did not answer; it does again", leader);
          }
          return true;
        }
      }
    } catch (IllegalStateException e) {
      LOG.debug("not connected: {}", e.toString());
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
    return false;
  }

  /** Some messages that change nothing; returns whether the last one was answered. */
  boolean knock() throws InterruptedException {
    Headers nowhere = new Headers().add(Part.EXPECTED_LAST, NOWHERE);
    for (int i = 0; i < KNOCKS_AT_ONCE; i++) {
      connection.publish(message(nowhere));
    }
    return connection.request(message(nowhere), ANSWER_MAX) != null;
  }

  private Message message(Headers headers) {
    return NatsMessage.builder().subject(subject).headers(headers).build();
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
