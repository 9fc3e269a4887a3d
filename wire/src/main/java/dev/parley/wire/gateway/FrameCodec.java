package dev.parley.wire.gateway;

import dev.parley.core.message.JsonBuffer;
import dev.parley.core.message.MessageId;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes frames. All numbers are big-endian:
 *
 * <pre>
 *   0 version = 1 | 1 type | 2 flags | 3..6 payload length | 7..22 message id
 *   23..38 conversation id | 39..46 seq | 47.. payload
 * </pre>
 *
 * <p>For one thread: it keeps arrays to pack and unpack in.
 */
public final class FrameCodec {
  private static final int LENGTH_AT = 3;
  private static final int MESSAGE_AT = 7;
  private static final int CONVERSATION_AT = 23;
  private static final int SEQ_AT = 39;

  /** What is not longer than this is sent as it is. */
  private static final int PLAIN_BYTES_MAX = 1_024;

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final Zstd zstd = new Zstd();
  private final byte[] header = new byte[Frame.HEADER_BYTES];

  /** What this message is; nothing of the array is kept. */
  public Decoded decode(byte[] bytes, int length) {
    if (length < Frame.HEADER_BYTES) {
      return new Decoded.Dropped(Decoded.Why.TOO_SHORT);
    }
    if (bytes[0] != Frame.VERSION) {
      return new Decoded.Dropped(Decoded.Why.OTHER_VERSION);
    }
    int payloadLength = (int) INT.get(bytes, LENGTH_AT);
    if (Integer.compareUnsigned(payloadLength, Frame.PAYLOAD_BYTES_MAX) > 0) {
      return new Decoded.TooLarge();
    }
    if (length < Frame.HEADER_BYTES + payloadLength) {
      return new Decoded.Dropped(Decoded.Why.CUT_OFF);
    }
    FrameType type = FrameType.numbered(bytes[1] & 0xFF);
    if (type == null) {
      return new Decoded.Dropped(Decoded.Why.UNKNOWN_TYPE);
    }
    int flags = bytes[2];
    if ((flags & Frame.ENCRYPTED) != 0) {
      return new Decoded.Dropped(Decoded.Why.ENCRYPTED);
    }
    byte[] payload = payload(bytes, payloadLength, (flags & Frame.COMPRESSED) != 0);
    if (payload == null) {
      return new Decoded.Dropped(Decoded.Why.NOT_ZSTD);
    }
    return new Decoded.Good(
        new Frame(
            type,
            flags & Frame.EPHEMERAL,
            new MessageId(at(bytes, MESSAGE_AT), at(bytes, MESSAGE_AT + 8)),
            new UUID(at(bytes, CONVERSATION_AT), at(bytes, CONVERSATION_AT + 8)),
            at(bytes, SEQ_AT),
            payload));
  }

  private byte @Nullable [] payload(byte[] bytes, int length, boolean compressed) {
    return compressed
        ? zstd.unpacked(bytes, Frame.HEADER_BYTES, length)
        : Arrays.copyOfRange(bytes, Frame.HEADER_BYTES, Frame.HEADER_BYTES + length);
  }

  private static long at(byte[] bytes, int offset) {
    return (long) LONG.get(bytes, offset);
  }

  /** Adds the frame to what is written; false, and nothing added, when it carries too much. */
  public boolean encode(Frame frame, JsonBuffer out) {
    byte[] plain = frame.payload();
    byte[] packed =
        plain.length > PLAIN_BYTES_MAX && frame.type().mayBeCompressed()
            ? zstd.smaller(plain)
            : null;
    byte[] payload = packed == null ? plain : packed;
    if (payload.length > Frame.PAYLOAD_BYTES_MAX) {
      return false;
    }
    header[0] = Frame.VERSION;
    header[1] = (byte) frame.type().number();
    header[2] = (byte) (frame.flags() | (packed == null ? 0 : Frame.COMPRESSED));
    INT.set(header, LENGTH_AT, payload.length);
    LONG.set(header, MESSAGE_AT, frame.messageId().high());
    LONG.set(header, MESSAGE_AT + 8, frame.messageId().low());
    LONG.set(header, CONVERSATION_AT, frame.conversationId().getMostSignificantBits());
    LONG.set(header, CONVERSATION_AT + 8, frame.conversationId().getLeastSignificantBits());
    LONG.set(header, SEQ_AT, frame.seq());
    out.raw(header).raw(payload);
    return true;
  }
}
