package dev.parley.doors.ws;

import dev.parley.wire.Utf8;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketCloseStatus;
import org.jspecify.annotations.Nullable;

/**
 * Takes frames (RFC 6455, from a client) off bytes, one at a time.
 *
 * <pre>
 *  0               1               2               3
 *  FIN RSV opcode | MASK length   | 2 or 8 bytes of length if that is 126 or 127 | 4 bytes of mask | payload
 * </pre>
 *
 * <p>Messages and pings go to the {@link Connection}; a close goes on to Vert.x, which answers it.
 */
final class FrameDecoder {
  private static final int CONTINUATION = 0;
  private static final int TEXT = 1;
  private static final int BINARY = 2;
  private static final int CLOSE = 8;
  private static final int PING = 9;
  private static final int PONG = 10;
  private static final int CONTROL_BYTES_MAX = 125;

  private final Connection connection;

  /** What has arrived of a message in several frames. */
  private @Nullable Fragments fragments;

  private boolean deaf;

  FrameDecoder(Connection connection) {
    this.connection = connection;
  }

  /**
   * Nothing that still comes is of interest: the other side has closed, or cannot be understood.
   */
  boolean isDeaf() {
    return deaf;
  }

  /** Takes one frame; false when it is not there as a whole. */
  boolean readFrame(ChannelHandlerContext context, ByteBuf in) {
    int readable = in.readableBytes();
    if (readable < 2) {
      return false;
    }
    int at = in.readerIndex();
    int first = in.getUnsignedByte(at);
    int second = in.getUnsignedByte(at + 1);
    int opcode = first & 15;
    if ((first & 0x70) != 0 || (second & 0x80) == 0) {
      return violated(
          WebSocketCloseStatus.PROTOCOL_ERROR, "frames must be masked and use no extension");
    }
    int shortLength = second & 0x7F;
    int header = 6 + (shortLength < 126 ? 0 : shortLength == 126 ? 2 : 8);
    if (readable < header) {
      return false;
    }
    long length =
        shortLength < 126
            ? shortLength
            : shortLength == 126 ? in.getUnsignedShort(at + 2) : in.getLong(at + 2);
    if (!mayBe(opcode, first >= 0x80, length, header)) {
      return false;
    }
    if (readable - header < length) {
      return false;
    }
    in.readerIndex(at + header + (int) length);
    onFrame(
        context, in, opcode, first >= 0x80, at + header, (int) length, in.getInt(at + header - 4));
    return true;
  }

  /** Is such a frame allowed here? If not, the connection is on its way out. */
  private boolean mayBe(int opcode, boolean isFinal, long length, int header) {
    if ((header == 8 && length < 126) || (header == 14 && length >= 0 && length <= 0xFFFF)) {
      return violated(
          WebSocketCloseStatus.PROTOCOL_ERROR, "a length must be written in its shortest form");
    }
    return switch (opcode) {
      case CLOSE, PING, PONG ->
          (isFinal && length <= CONTROL_BYTES_MAX)
              || violated(
                  WebSocketCloseStatus.PROTOCOL_ERROR, "control frames are short and whole");
      case TEXT, BINARY ->
          fragments == null
              ? fits(length, 0)
              : violated(WebSocketCloseStatus.PROTOCOL_ERROR, "the message before is not finished");
      case CONTINUATION ->
          fragments != null
              ? fits(length, fragments.size())
              : violated(WebSocketCloseStatus.PROTOCOL_ERROR, "there is no message to continue");
      default -> violated(WebSocketCloseStatus.PROTOCOL_ERROR, "no such opcode");
    };
  }

  private boolean fits(long length, int before) {
    int max = connection.messageBytesMax();
    return (length >= 0 && length <= max - before)
        || violated(WebSocketCloseStatus.MESSAGE_TOO_BIG, "a message may have " + max + " bytes");
  }

  private void onFrame(
      ChannelHandlerContext context,
      ByteBuf in,
      int opcode,
      boolean isFinal,
      int at,
      int length,
      int mask) {
    if (opcode >= CLOSE || !isFinal || fragments != null) {
      byte[] bytes = new byte[length];
      in.getBytes(at, bytes);
      Masking.remove(bytes, 0, length, mask);
      onRareFrame(context, opcode, isFinal, bytes);
      return;
    }
    byte[] bytes = connection.loop().scratch(length);
    in.getBytes(at, bytes, 0, length);
    boolean ascii = Masking.remove(bytes, 0, length, mask);
    onMessage(opcode == TEXT, bytes, length, ascii);
  }

  private void onMessage(boolean text, byte[] bytes, int length, boolean ascii) {
    if (!text) {
      connection.onBinary(bytes, length);
    } else if (ascii || Utf8.isValid(bytes, 0, length)) {
      connection.onText(bytes, length);
    } else {
      violated(WebSocketCloseStatus.INVALID_PAYLOAD_DATA, "text must be UTF-8");
    }
  }

  private void onRareFrame(
      ChannelHandlerContext context, int opcode, boolean isFinal, byte[] bytes) {
    switch (opcode) {
      case PING -> connection.onPing(bytes);
      case PONG -> {}
      case CLOSE -> onClose(context, bytes);
      default -> onFragment(opcode, isFinal, bytes);
    }
  }

  private void onFragment(int opcode, boolean isFinal, byte[] bytes) {
    Fragments message = fragments == null ? new Fragments(opcode == TEXT) : fragments;
    message.add(bytes);
    fragments = isFinal ? null : message;
    if (isFinal) {
      onMessage(message.isText(), message.bytes(), message.size(), false);
    }
  }

  private void onClose(ChannelHandlerContext context, byte[] bytes) {
    if (bytes.length == 1
        || (bytes.length > 1 && !isCloseCode(((bytes[0] & 0xFF) << 8) | (bytes[1] & 0xFF)))) {
      violated(WebSocketCloseStatus.PROTOCOL_ERROR, "no such close code");
    } else if (bytes.length > 2 && !Utf8.isValid(bytes, 2, bytes.length - 2)) {
      violated(WebSocketCloseStatus.INVALID_PAYLOAD_DATA, "text must be UTF-8");
    } else {
      deaf = true;
      connection.onPeerClosing();
      context.fireChannelRead(new CloseWebSocketFrame(true, 0, Unpooled.wrappedBuffer(bytes)));
    }
  }

  private static boolean isCloseCode(int code) {
    return WebSocketCloseStatus.isValidStatusCode(code) && code < 5_000;
  }

  private boolean violated(WebSocketCloseStatus status, String why) {
    // After a close of ours only the other side's matters; after a violation not even that can be
    // made out.
    deaf = true;
    connection.close(status.code(), why);
    return false;
  }
}
