package dev.parley.stores.nats;

import dev.parley.core.blob.Blobs;
import dev.parley.core.message.HiddenNumbers;
import dev.parley.core.store.StoreException;
import dev.parley.core.store.StoreException.Reason;
import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.PurgeOptions;
import io.nats.client.api.StreamInfo;
import java.io.IOException;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The log that all hubs of a cluster share: one JetStream stream; a hub's commit is one entry. For
 * any thread unless said otherwise.
 *
 * <p>Positions are sequences of the stream. An entry has that of its last part, so numbers are left
 * out between entries, and a part that belongs to no whole entry has a position too ({@link
 * LogReader#passed}).
 */
public final class ClusterLog implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterLog.class);

  /** What one entry may hold; readers leave out what is longer. */
  public static final int ENTRY_BYTES_MAX = 64 << 20;

  private final NatsSettings settings;
  private final Connection connection;
  private final Reconnects reconnects;
  private final Api api;
  private final StuckLog stuck;
  private final String stream;
  private final String identity;
  private final String writer = UUID.randomUUID().toString();
  private final AtomicLong entries = new AtomicLong();
  private final List<Follower> followers = new CopyOnWriteArrayList<>();
  private volatile boolean closed;

  private ClusterLog(NatsSettings settings, Connection connection, Reconnects reconnects, Api api) {
    this.settings = settings;
    this.connection = connection;
    this.reconnects = reconnects;
    this.api = api;
    this.stream = LogStream.name(settings.name());
    this.stuck = new StuckLog(connection, api, stream);
    this.identity = LogStream.identity(LogStream.open(api, settings.name(), settings.replicas()));
  }

  /**
   * Connects, and makes the stream if there is none.
   *
   * @throws StoreException if no server answers, JetStream is off, the replicas cannot be had or an
   *     existing stream does not fit; its message says what to do
   */
  public static ClusterLog open(NatsSettings settings) {
    var reconnects = new Reconnects();
    Connection connection = Connector.connect(settings, reconnects);
    warnOfVersion(connection.getServerInfo().getVersion());
    try {
      return new ClusterLog(
          settings, connection, reconnects, new Api(connection, settings.patience()));
    } catch (IOException e) {
      close(connection);
      throw NatsFailures.of("answer", e);
    } catch (RuntimeException e) {
      close(connection);
      throw e;
    }
  }

  private static void warnOfVersion(String version) {
    String objection = ServerVersion.objection(version);
    if (objection != null) {
      LOG.warn("nats-server {} {}: {}", version, objection, ServerVersion.advice());
    }
  }

  /**
   * What there is to say about the servers and the log, which is not made if there is none.
   *
   * @throws StoreException as {@link #open} does
   */
  public static Cluster look(NatsSettings settings) {
    Connection connection = Connector.connect(settings, new Reconnects());
    try {
      var api = new Api(connection, settings.patience());
      return Cluster.of(connection, LogStream.look(api, settings.name(), settings.replicas()));
    } catch (IOException e) {
      throw NatsFailures.of("answer", e);
    } finally {
      close(connection);
    }
  }

  /** Made at random with the stream: another one means that the log was made anew. */
  public String identity() {
    return identity;
  }

  /** How all hubs of the cluster show numbers to strangers. */
  public HiddenNumbers hiddenNumbers() {
    return HiddenNumbers.from(identity);
  }

  public LogExtent extent() {
    return LogExtent.of(info());
  }

  /**
   * The sequence at which it ends, from its leader, which is asked once.
   *
   * @throws StoreException when there is no answer
   */
  long endNow() {
    return LogExtent.of(infoNow()).last();
  }

  /** What time its leader has; null when that one does not tell. Throws as {@link #endNow} does. */
  @Nullable Instant serverTime() {
    ZonedDateTime told = infoNow().getTimestamp();
    return told == null ? null : told.toInstant();
  }

  private StreamInfo infoNow() {
    try {
      return api.once().getStreamInfo(stream);
    } catch (IOException | JetStreamApiException | IllegalStateException e) {
      throw NatsFailures.of("show the log", e);
    }
  }

  private StreamInfo info() {
    return api.orFail("show the log", asked -> asked.getStreamInfo(stream));
  }

  /**
   * Appends an entry if the log ends at {@code after}, and returns the sequence at which the entry
   * ends, once the stream has it on its replicas.
   *
   * @throws Overtaken when something else came in between, and nothing of this entry counts
   * @throws StoreException when the outcome stayed unknown within the patience: those who follow
   *     the log will hear the entry if it was stored
   */
  public long append(byte[] entry, int length, long after) {
    Objects.checkFromIndexSize(0, length, entry.length);
    if (length > ENTRY_BYTES_MAX || after < 0) {
      throw new IllegalArgumentException("an entry of " + length + " bytes after " + after);
    }
    ensureOpen();
    String id = writer + "-" + entries.incrementAndGet();
    return new Append(connection, api, stuck, settings, id, entry, length, after).run();
  }

  /**
   * Tells every whole entry after that sequence, in order, each once, on one thread of its own,
   * until closed. Survives reconnects, changes of leaders and the loss of its consumer.
   */
  public void follow(long after, LogReader reader) {
    ensureOpen();
    var follower =
        new Follower(connection, api.once(), reconnects, stream, identity, after, reader);
    followers.add(follower);
    follower.start();
    if (closed) {
      follower.close();
    }
  }

  /** What the log came to at earlier points. */
  Snapshots snapshots() {
    return new Snapshots(connection, api, settings.name(), settings.replicas(), identity);
  }

  /**
   * The blobs that all hubs share.
   *
   * @param here where this hub keeps those it has seen
   */
  public ClusterBlobs blobs(Blobs here) {
    return new ClusterBlobs(
        here, Bucket.open(connection, api, settings.name() + "-blobs", settings.replicas()));
  }

  /** Lets followers open another consumer: the log has entries that they were not told in time. */
  void lookAgain() {
    followers.forEach(Follower::lookAgain);
  }

  /** The hubs that run; from now on this one is one of them, by this name. */
  Members members(String node, Clocks clocks) {
    return new Members(connection, settings.name(), node, clocks);
  }

  /** What its first entry says it was filled from; null when nothing is known of that. */
  @Nullable String filledFrom() {
    try {
      byte[] first =
          api.patiently("show the first entry", asked -> asked.getMessage(stream, 1)).getData();
      return first == null ? null : EntryReader.filledFrom(first);
    } catch (JetStreamApiException e) {
      if (e.getApiErrorCode() != NatsFailures.NO_MESSAGE_FOUND) {
        throw NatsFailures.of("show the first entry", e);
      }
      return null;
    }
  }

  /** Keeps appends fair between this hub, by this name, and the others. */
  AppendFairness fairness(String node) {
    return AppendFairness.over(connection, settings.name(), node);
  }

  /** Forgets entries up to and including that sequence; never a part of an entry only. */
  public void purgeThrough(long sequence) {
    LogExtent extent = extent();
    // Beyond the end the server would go on to number from there.
    long end = Math.min(sequence, extent.last());
    if (end < extent.first()) {
      return;
    }
    try {
      var last = api.patiently("show an entry", asked -> asked.getMessage(stream, end));
      long through =
          Part.of(last.getHeaders())
              .filter(part -> !part.isLast())
              .map(part -> end - part.index() - 1)
              .orElse(end);
      // The server keeps the sequence it is given.
      PurgeOptions before = PurgeOptions.builder().sequence(through + 1).build();
      if (through >= extent.first()) {
        api.patiently("forget entries", asked -> asked.purgeStream(stream, before));
      }
    } catch (JetStreamApiException e) {
      if (e.getApiErrorCode() != NatsFailures.NO_MESSAGE_FOUND) {
        throw NatsFailures.of("forget entries", e);
      }
      // Another hub has purged it in the meantime.
    }
  }

  /** What there is to say about the servers. */
  public Cluster cluster() {
    return Cluster.of(connection, info());
  }

  /** What hubs do where the leader does not answer; for tests, which cannot bring that about. */
  StuckLog stuck() {
    return stuck;
  }

  private void ensureOpen() {
    if (closed) {
      throw new StoreException(Reason.FAILED, "the log is closed");
    }
  }

  /** Ends what follows; an append under way fails with an unknown outcome. */
  @Override
  public void close() {
    closed = true;
    reconnects.closing();
    followers.forEach(Follower::close);
    close(connection);
  }

  private static void close(Connection connection) {
    try {
      connection.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
