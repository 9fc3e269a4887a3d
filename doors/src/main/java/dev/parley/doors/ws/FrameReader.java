package dev.parley.doors.ws;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.io.IOException;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The place of a connection in the channel's pipeline, where Netty's own decoder stood. That one
 * buffers up to its limit for whoever has not even authenticated, and makes a buffer and two
 * objects of every frame. Here the limit is asked for when a frame's header is there, and its bytes
 * go straight into an array that the event loop keeps.
 */
final class FrameReader extends ChannelInboundHandlerAdapter {
  private static final Logger LOG = LoggerFactory.getLogger(FrameReader.class);

  private final BiFunction<FrameReader, ChannelHandlerContext, Connection> opening;

  @SuppressWarnings("NullAway.Init") // from the moment this stands in a pipeline
  private ChannelHandlerContext context;

  @SuppressWarnings("NullAway.Init") // the same
  private Connection connection;

  @SuppressWarnings("NullAway.Init") // the same
  private FrameDecoder decoder;

  /** The beginning of a frame whose end has not arrived, or frames that have to wait. */
  private @Nullable ByteBuf held;

  private boolean heldBack;

  /**
   * @param opening makes the connection once there is a place in the pipeline from which it can
   *     write
   */
  FrameReader(BiFunction<FrameReader, ChannelHandlerContext, Connection> opening) {
    this.opening = opening;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext added) {
    context = added;
    connection = opening.apply(this, added);
    decoder = new FrameDecoder(connection);
    connection.loop().add(connection);
  }

  @Override
  public void channelRead(ChannelHandlerContext unused, Object message) {
    if (!(message instanceof ByteBuf arrived)) {
      context.fireChannelRead(message);
      return;
    }
    connection.onBytes();
    if (held == null) {
      held = arrived;
      readFrames(arrived);
      keepRest(arrived, true);
    } else {
      ByteBuf joined = held.writeBytes(arrived);
      arrived.release();
      readFrames(joined);
      keepRest(joined, false);
    }
  }

  private void readFrames(ByteBuf bytes) {
    boolean more = true;
    while (more && !decoder.isDeaf()) {
      heldBack = connection.intake().isFull();
      more = !heldBack && decoder.readFrame(context, bytes);
    }
  }

  /**
   * What is left goes into a short buffer of its own, so that the socket's large one can be used
   * for others.
   */
  private void keepRest(ByteBuf bytes, boolean large) {
    if (decoder.isDeaf() || !bytes.isReadable()) {
      heldBack = false;
      held = null;
      bytes.release();
    } else if (large || bytes.readerIndex() > 0) {
      held = context.alloc().directBuffer(bytes.readableBytes()).writeBytes(bytes);
      bytes.release();
    }
  }

  /** Are there frames that were not taken because the connection was full? */
  boolean isHeldBack() {
    return heldBack;
  }

  /** Takes the frames that had to wait. Event loop, but not from within a frame. */
  void goOn() {
    ByteBuf waiting = held;
    if (heldBack && waiting != null) {
      connection.onBytes();
      readFrames(waiting);
      keepRest(waiting, false);
      connection.onReadComplete();
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext unused) {
    connection.onReadComplete();
    context.fireChannelReadComplete();
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext unused) {
    connection.writeOut();
    context.fireChannelWritabilityChanged();
  }

  @Override
  public void channelInactive(ChannelHandlerContext unused) {
    connection.onClosed();
    context.fireChannelInactive();
  }

  /**
   * The socket is broken, or we are: either way nothing more can be said over it, not even a close
   * frame.
   */
  @Override
  public void exceptionCaught(ChannelHandlerContext unused, Throwable cause) {
    if (cause instanceof IOException) {
      LOG.debug("a connection broke: {}", cause.toString());
    } else {
      LOG.error("a connection failed inside", cause);
    }
    var _ = context.close();
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext unused) {
    if (held != null) {
      held.release();
      held = null;
    }
  }
}
