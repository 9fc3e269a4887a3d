package dev.parley.stores.nats;

import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamManagement;
import io.nats.client.Message;
import io.nats.client.api.StreamInfo;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells a reader every whole entry, over any number of feeds, on a thread of its own. */
final class Follower implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Follower.class);
  private static final Duration LOOK = Duration.ofMillis(200);

  /** How long the next part of an entry may take before others may cut in. */
  private static final long PART_NANOS_MAX = Duration.ofSeconds(1).toNanos();

  private static final long SHORT_NANOS_MAX = Duration.ofSeconds(30).toNanos();
  private static final Duration CLOSING_MAX = Duration.ofSeconds(5);

  private final Connection connection;
  private final JetStreamManagement management;
  private final Reconnects reconnects;
  private final String stream;
  private final String identity;
  private final LogReader reader;
  private final Thread thread;
  private final Assembly assembly = new Assembly();

  /** What the reader has from before, and the last message that was looked at since. */
  private final long after;

  private long sequence;
  private boolean looked;
  private @Nullable Part last;
  private long first;
  private long shortSince;
  private boolean connected;
  private long unfinishedSince;
  private boolean unfinishedTold;
  private volatile boolean again;
  private volatile boolean closed;

  Follower(
      Connection connection,
      JetStreamManagement management,
      Reconnects reconnects,
      String stream,
      String identity,
      long after,
      LogReader reader) {
    this.connection = connection;
    this.management = management;
    this.reconnects = reconnects;
    this.stream = stream;
    this.identity = identity;
    this.after = after;
    this.sequence = after;
    this.reader = reader;
    this.thread = Thread.ofPlatform().daemon().name("nats-log").unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  private void run() {
    try {
      while (!closed && goOn()) {
        connected(false);
        if (!closed) {
          Thread.sleep(LOOK);
        }
      }
    } catch (InterruptedException e) {
      // Closed.
    } catch (RuntimeException e) {
      // Going on would leave out the entry it failed at.
      if (!closed) {
        LOG.error("following the log ends at {}, because its reader failed", sequence, e);
        connected(false);
        reader.failed(e);
      }
    }
  }

  /** Returns whether it is worth another try. */
  private boolean goOn() throws InterruptedException {
    int connections = reconnects.count();
    try (StreamFeed feed = open()) {
      if (feed == null) {
        reader.gone(first);
        return false;
      }
      shortSince = 0;
      again = false;
      connected(true);
      while (!closed && !again && reconnects.count() == connections) {
        onNext(feed.next(LOOK));
      }
    } catch (IOException | JetStreamApiException | StreamFeed.Broken e) {
      if (connected && !closed) {
        LOG.warn("the log cannot be followed for the moment: {}", e.getMessage());
      } else {
        LOG.debug("still not: {}", e.getMessage());
      }
    }
    return true;
  }

  /**
   * There is more than was told. Its consumer stands on one server, which may have fallen behind
   * the others and send heartbeats as if nothing were there; another one is made, and maybe
   * elsewhere. Any thread.
   */
  void lookAgain() {
    again = true;
  }

  /** Null if what is there does not go on from what was told. */
  private @Nullable StreamFeed open() throws IOException, JetStreamApiException {
    try {
      StreamInfo info = management.getStreamInfo(stream);
      LogExtent extent = LogExtent.of(info);
      first = extent.first();
      if (sequence > extent.last() && !isShortForLong()) {
        // A leader that was just elected may be a moment behind what the one before it told.
        throw new IOException("it ends at " + extent.last() + ", before " + sequence);
      }
      if (sequence + 1 < first
          || sequence > extent.last()
          || !LogStream.identity(info).equals(identity)
          || (sequence >= first && !isTheSame())) {
        return null;
      }
      return StreamFeed.open(connection, management, stream, sequence);
    } catch (RuntimeException e) {
      throw new IOException(e.toString(), e);
    }
  }

  private boolean isShortForLong() {
    if (shortSince == 0) {
      shortSince = System.nanoTime();
    }
    return System.nanoTime() - shortSince > SHORT_NANOS_MAX;
  }

  /**
   * Whether the last message that was looked at still stands where it stood: servers that lost
   * their end and were written to since look like a log that simply went on.
   */
  private boolean isTheSame() throws IOException, JetStreamApiException {
    Part found = Part.of(management.getMessage(stream, sequence).getHeaders()).orElse(null);
    if (looked) {
      return Objects.equals(found, last);
    }
    looked = true;
    last = found;
    if (found != null && !found.isLast()) {
      // Who stopped in the middle of an entry has to see its beginning again, for the rest may have
      // come since.
      sequence = Math.max(first, sequence - found.index()) - 1;
      looked = false;
    }
    return true;
  }

  private void onNext(@Nullable Message message) {
    if (message == null) {
      boolean late = System.nanoTime() - unfinishedSince > PART_NANOS_MAX;
      if (assembly.isOpen() && late && !unfinishedTold) {
        unfinishedTold = true;
        passed();
      }
      return;
    }
    sequence++;
    last = Part.of(message.getHeaders()).orElse(null);
    looked = true;
    byte[] entry = assembly.take(last, message.getData());
    if (entry != null) {
      if (sequence > after) {
        reader.entry(sequence, entry);
      }
    } else if (assembly.isOpen()) {
      unfinishedSince = System.nanoTime();
      unfinishedTold = false;
    } else {
      passed();
    }
  }

  private void passed() {
    if (sequence > after) {
      reader.passed(sequence);
    }
  }

  private void connected(boolean is) {
    if (connected != is) {
      connected = is;
      LOG.info(is ? "the log is followed from {}" : "the log is not followed beyond {}", sequence);
      reader.connected(is);
    }
  }

  /** Returns when the reader will hear nothing more, unless it is the reader who asks. */
  @Override
  public void close() {
    closed = true;
    thread.interrupt();
    if (!thread.equals(Thread.currentThread())) {
      try {
        if (!thread.join(CLOSING_MAX)) {
          LOG.warn("a reader of the log does not return");
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
