package dev.parley.doors.ws;

import dev.parley.core.message.JsonBuffer;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What waits to be written to a connection. Any thread adds; one task on the event loop takes all
 * there is, writes it as ready-made frames into one buffer and flushes once (docs/adr/0005).
 *
 * <p>Adding pushes onto a stack with one compare-and-set, and whoever finds it empty wakes the
 * event loop; taking swaps the stack out and turns it round. An empty outbox is four fields, which
 * matters with ten thousand idle connections. It is bounded by those who add: answers by the
 * requests a connection may have open, pushes by {@link #hasRoom}.
 */
final class Outbox implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(Outbox.class);
  private static final int BATCH_BYTES = 64 << 10;
  private static final int HEADER_BYTES_MAX = 10;

  private enum State {
    OPEN,
    /** Somebody was told that there is no room, and is owed a word when there is. */
    STARVED,
    /** Nothing will be written any more. */
    CLOSED
  }

  private static final VarHandle NEWEST;
  private static final VarHandle STATE;
  private static final VarHandle WAITING;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      NEWEST = lookup.findVarHandle(Outbox.class, "newest", Outgoing.class);
      STATE = lookup.findVarHandle(Outbox.class, "state", State.class);
      WAITING = lookup.findVarHandle(Outbox.class, "waitingBytes", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Connection connection;
  private final ChannelHandlerContext context;
  private final Channel channel;

  @SuppressWarnings("UnusedVariable") // through NEWEST
  private volatile @Nullable Outgoing newest;

  private volatile long waitingBytes;
  private volatile State state = State.OPEN;

  // Event loop only: taken off the stack, in order, not yet written.
  private @Nullable Outgoing first;
  private @Nullable Outgoing last;
  private long writtenBytes;

  Outbox(Connection connection, ChannelHandlerContext context) {
    this.connection = connection;
    this.context = context;
    this.channel = context.channel();
  }

  /** Any thread. */
  void add(Outgoing item) {
    if (state == State.CLOSED) {
      return;
    }
    WAITING.getAndAdd(this, (long) item.weight());
    Outgoing before;
    do {
      before = newest;
      item.next = before;
    } while (!NEWEST.compareAndSet(this, before, item));
    if (before == null && !connection.isReadingHere()) {
      wake();
    }
  }

  private void wake() {
    try {
      channel.eventLoop().execute(this);
    } catch (RejectedExecutionException e) {
      state = State.CLOSED; // the event loops are gone, and every connection with them
    }
  }

  /**
   * Whether pushes may be added. Any thread. Whoever is told no is owed a {@link Dialect#onRoom}:
   * the note of that is left before a second look, so that room made in between is not missed.
   */
  boolean hasRoom(int bytesMax) {
    if (waitingBytes < bytesMax) {
      return true;
    }
    STATE.compareAndSet(this, State.OPEN, State.STARVED);
    return waitingBytes < bytesMax;
  }

  boolean isStarved() {
    return state == State.STARVED;
  }

  void setFed() {
    STATE.compareAndSet(this, State.STARVED, State.OPEN);
  }

  long waitingBytes() {
    return waitingBytes;
  }

  /** Writes what waits, as far as the socket takes it. Event loop. */
  @Override
  public void run() {
    take();
    while (first != null && state != State.CLOSED && channel.isWritable()) {
      writeBatch();
      context.flush();
    }
    connection.onWritten();
  }

  private void take() {
    Outgoing taken = (Outgoing) NEWEST.getAndSet(this, null);
    Outgoing oldest = null;
    Outgoing end = taken;
    while (taken != null) {
      Outgoing following = taken.next;
      taken.next = oldest;
      oldest = taken;
      taken = following;
    }
    if (oldest == null) {
      return;
    }
    if (last == null) {
      first = oldest;
    } else {
      last.next = oldest;
    }
    last = end;
  }

  private void writeBatch() {
    int expected = 0;
    for (Outgoing item = first; item != null && expected < BATCH_BYTES; item = item.next) {
      expected += item.weight() + HEADER_BYTES_MAX;
    }
    ByteBuf batch = context.alloc().directBuffer(expected);
    long released = 0;
    int frames = 0;
    Outgoing item = first;
    while (item != null && batch.readableBytes() < BATCH_BYTES && !(item instanceof Goodbye)) {
      released += item.weight();
      frames++;
      encode(item, batch);
      item = advance(item);
    }
    if (batch.isReadable()) {
      writtenBytes += batch.readableBytes();
      connection.door().count(frames, batch.readableBytes());
      var _ = context.write(batch, context.voidPromise());
    } else {
      batch.release();
    }
    WAITING.getAndAdd(this, -released);
    if (item instanceof Goodbye goodbye) {
      context.flush();
      clear();
      connection.hangUp(goodbye);
    }
  }

  private @Nullable Outgoing advance(Outgoing item) {
    first = item.next;
    item.next = null;
    if (first == null) {
      last = null;
    }
    item.onWritten(connection);
    return first;
  }

  private void encode(Outgoing item, ByteBuf batch) {
    JsonBuffer payload = connection.loop().json();
    try {
      item.write(payload);
    } catch (RuntimeException e) {
      LOG.error("a frame could not be written", e);
      payload.clear();
      item.writeFailed(payload);
    }
    int length = payload.size();
    batch.writeByte(item.opcode());
    if (length < 126) {
      batch.writeByte(length);
    } else if (length <= 0xFFFF) {
      batch.writeByte(126).writeShort(length);
    } else {
      batch.writeByte(127).writeLong(length);
    }
    batch.writeBytes(payload.array(), 0, length);
  }

  /**
   * How many bytes the socket has taken so far: does not move while the other side does not read.
   * Event loop.
   */
  long progress() {
    ChannelOutboundBuffer outbound = channel.unsafe().outboundBuffer();
    return outbound == null
        ? writtenBytes
        : writtenBytes - outbound.totalPendingWriteBytes() + outbound.currentProgress();
  }

  /** Does anything wait, here or in the channel? Event loop. */
  boolean isWaiting() {
    ChannelOutboundBuffer outbound = channel.unsafe().outboundBuffer();
    return first != null || newest != null || (outbound != null && !outbound.isEmpty());
  }

  /** Nothing more will be written. Event loop. */
  void close() {
    state = State.CLOSED;
    clear();
  }

  private void clear() {
    NEWEST.setVolatile(this, null);
    first = null;
    last = null;
    WAITING.setVolatile(this, 0L);
  }
}
