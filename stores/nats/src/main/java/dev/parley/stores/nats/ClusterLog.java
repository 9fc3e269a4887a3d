package dev.parley.stores.nats;

import dev.parley.core.blob.Blobs;
import dev.parley.core.store.StoreException;
import dev.parley.core.store.StoreException.Reason;
import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.PurgeOptions;
import io.nats.client.api.StreamInfo;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The log that all hubs of a cluster share: one JetStream stream; a hub's commit is one entry. For
 * any thread unless said otherwise.
 *
 * <p>Positions are sequences of the stream. An entry has that of its last part, so numbers are left
 * out between entries, and a part that belongs to no whole entry has a position too ({@link
 * Reader#passed}).
 */
public final class ClusterLog implements AutoCloseable {
  /** What one entry may hold; readers leave out what is longer. */
  public static final int ENTRY_BYTES_MAX = 64 << 20;

  private final Settings settings;
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

  private ClusterLog(Settings settings, Connection connection, Reconnects reconnects, Api api) {
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
  public static ClusterLog open(Settings settings) {
    var reconnects = new Reconnects();
    Connection connection = Connector.connect(settings, reconnects);
    try {
      return new ClusterLog(
          settings, connection, reconnects, new Api(connection, settings.patience()));
    } catch (IOException e) {
      close(connection);
      throw Failures.of("answer", e);
    } catch (RuntimeException e) {
      close(connection);
      throw e;
    }
  }

  /**
   * What there is to say about the servers and the log, which is not made if there is none.
   *
   * @throws StoreException as {@link #open} does
   */
  public static Cluster look(Settings settings) {
    Connection connection = Connector.connect(settings, new Reconnects());
    try {
      var api = new Api(connection, settings.patience());
      return Cluster.of(connection, LogStream.look(api, settings.name(), settings.replicas()));
    } catch (IOException e) {
      throw Failures.of("answer", e);
    } finally {
      close(connection);
    }
  }

  /** Made at random with the stream: another one means that the log was made anew. */
  public String identity() {
    return identity;
  }

  public Extent extent() {
    return Extent.of(info());
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
  public void follow(long after, Reader reader) {
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

  /** Whoever follows has not been told all there is, and for too long. */
  void lookAgain() {
    followers.forEach(Follower::lookAgain);
  }

  /** Joins those who say that they run, under this name. */
  Members members(String node) {
    return new Members(connection, settings.name(), node);
  }

  /** What its first entry says it was filled from; null when nothing is known of that. */
  @Nullable String filledFrom() {
    try {
      byte[] first =
          api.patiently("show the first entry", asked -> asked.getMessage(stream, 1)).getData();
      return first == null ? null : EntryReader.filledFrom(first);
    } catch (JetStreamApiException e) {
      if (e.getApiErrorCode() != Failures.NO_MESSAGE_FOUND) {
        throw Failures.of("show the first entry", e);
      }
      return null;
    }
  }

  /** Takes turns in writing with the others, under this name. */
  Turns turns(String node) {
    return new Turns(connection, settings.name(), node);
  }

  /** Forgets entries up to and including that sequence; never a part of an entry only. */
  public void purgeThrough(long sequence) {
    Extent extent = extent();
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
      if (e.getApiErrorCode() != Failures.NO_MESSAGE_FOUND) {
        throw Failures.of("forget entries", e);
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

  /**
   * Sequences in the stream; an empty one has {@code first = last + 1}.
   *
   * @param bytes on each server
   */
  public record Extent(long first, long last, long bytes) {
    static Extent of(StreamInfo info) {
      var state = info.getStreamState();
      // A stream that never held anything says that it begins at 0.
      return new Extent(
          Math.max(1, state.getFirstSequence()), state.getLastSequence(), state.getByteCount());
    }

    /** About how many of the bytes come after that sequence. */
    long bytesAfter(long sequence) {
      long messages = last - first + 1;
      long after = Math.min(messages, last - sequence);
      return messages == 0 ? 0 : (long) ((double) bytes / messages * Math.max(0, after));
    }
  }

  /** Who follows. All on one thread; following ends if one of these throws. */
  public interface Reader {
    /**
     * @param sequence that of its last part
     */
    void entry(long sequence, byte[] bytes);

    /**
     * Nothing up to here is left to tell: what stands between the last entry and this sequence
     * counts for nothing, at least not yet. The beginning of an entry is passed only after its
     * writer had a second to go on, so whoever appends after what it was told last cuts in on
     * nobody in a hurry.
     */
    void passed(long sequence);

    /** The log does not reach back that far, or is another one by now; following stops. */
    void gone(long first);

    void connected(boolean is);
  }

  /** How a hub proves itself to the servers, unless the URLs say it. */
  public sealed interface Login {
    record None() implements Login {}

    record Password(String user, String password) implements Login {
      @Override
      public String toString() {
        return "Password[user=" + user + "]";
      }
    }

    record Token(String token) implements Login {
      @Override
      public String toString() {
        return "Token[]";
      }
    }

    /** A {@code .creds} file that nobody but its owner can read. */
    record Credentials(Path file) implements Login {}
  }

  /**
   * @param servers {@code nats://} or {@code tls://} URLs of some of the cluster's servers
   * @param name prefix of the stream, so that several clusters of hubs may share servers
   * @param replicas servers that keep the log; an entry counts once most of them have it
   * @param patience how long one append may take in all
   * @param ca a PEM file of the authorities that sign the servers' certificates; null for those
   *     that Java knows. With one, every connection is to be TLS
   */
  public record Settings(
      List<String> servers,
      String name,
      int replicas,
      Login login,
      Duration patience,
      @Nullable Path ca) {
    public static final String NAME = "parley";
    public static final int REPLICAS = 3;

    /** Servers take five to seven seconds to elect another leader. */
    public static final Duration PATIENCE = Duration.ofSeconds(20);

    private static final int SERVERS_MAX = 32;
    private static final Pattern NAMES = Pattern.compile("[A-Za-z0-9_-]{1,32}");

    /** Where nothing else is said. */
    public static Settings of(List<String> servers) {
      return new Settings(servers, NAME, REPLICAS, new Login.None(), PATIENCE);
    }

    public Settings(
        List<String> servers, String name, int replicas, Login login, Duration patience) {
      this(servers, name, replicas, login, patience, null);
    }

    public Settings {
      servers = List.copyOf(servers);
      require("nats.servers", !servers.isEmpty() && servers.size() <= SERVERS_MAX, "1 to 32 URLs");
      servers.forEach(
          url -> require("nats.servers", isServer(url), "URLs like nats://HOST:4222 or tls://…"));
      long logins = servers.stream().map(url -> URI.create(url).getUserInfo()).distinct().count();
      require("nats.servers", logins == 1, "URLs with the same login, or all without");
      require("nats.name", NAMES.matcher(name).matches(), "1 to 32 of A-Z a-z 0-9 _ -");
      require("nats.replicas", replicas >= 1 && replicas <= 5, "1 to 5");
      require(
          "nats.patience",
          patience.toMillis() >= 500
              && patience.compareTo(LogStream.DUPLICATES_KNOWN_FOR.dividedBy(2)) <= 0,
          "half a second to five minutes");
    }

    private static boolean isServer(String url) {
      try {
        URI uri = new URI(url);
        return List.of("nats", "tls").contains(String.valueOf(uri.getScheme()))
            && uri.getHost() != null;
      } catch (URISyntaxException e) {
        return false;
      }
    }

    private static void require(String key, boolean fits, String what) {
      if (!fits) {
        // Without the value: it may hold a password.
        throw new IllegalArgumentException(key + " must be " + what);
      }
    }

    @Override
    public String toString() {
      return "Settings[servers=%s, name=%s, replicas=%d, login=%s, patience=%s]"
          .formatted(Connector.withoutLogins(servers), name, replicas, login, patience);
    }
  }
}
