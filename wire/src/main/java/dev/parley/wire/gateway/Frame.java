package dev.parley.wire.gateway;

import dev.parley.core.message.MessageId;
import java.util.UUID;

/**
 * One frame, with its payload as plain JSON.
 *
 * @param flags as {@link #EPHEMERAL}; whether it travels compressed is the codec's business
 * @param messageId all zero when there is none
 * @param conversationId all zero when there is none
 * @param seq 0 when there is none
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Frame(
    FrameType type, int flags, MessageId messageId, UUID conversationId, long seq, byte[] payload) {
  static final int VERSION = 1;
  public static final int HEADER_BYTES = 47;

  /** The most that a frame carries, as it travels. */
  public static final int PAYLOAD_BYTES_MAX = 32_768;

  static final int COMPRESSED = 1;
  static final int ENCRYPTED = 2;

  /** To those who are there, kept nowhere. */
  public static final int EPHEMERAL = 4;

  public static final MessageId NO_MESSAGE = new MessageId(0, 0);
  public static final UUID NO_CONVERSATION = new UUID(0, 0);

  /** One without ids. */
  public static Frame of(FrameType type, byte[] payload) {
    return new Frame(type, 0, NO_MESSAGE, NO_CONVERSATION, 0, payload);
  }

  /** One about a conversation. */
  public static Frame of(FrameType type, UUID conversation, byte[] payload) {
    return new Frame(type, 0, NO_MESSAGE, conversation, 0, payload);
  }

  public boolean isEphemeral() {
    return (flags & EPHEMERAL) != 0;
  }
}
