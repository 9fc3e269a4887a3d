package dev.parley.loops.model;

import dev.parley.core.address.AgentId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The ids of conversations: UUIDs of version 8, which senders cannot invent. A {@code
 * conversationId} of that form which no conversation has is refused, so that nobody can write into
 * one before it exists or after it is gone; ids of every other form stay the senders' own. Only
 * because of that may the ids of pairs be computed from names that everybody knows.
 */
public final class ConversationIds {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int TEXT_LENGTH = 36;
  private static final int VERSION_AT = 14;

  /** The value of each hexadecimal digit, by its character; -1 for all others. */
  private static final byte[] DIGITS = digits();

  private static final int NO_DIGIT = -1;

  /**
   * Ids that were read, by the hash of their text, which a text keeps: a message's is asked for six
   * times on its way, and who talks talks again. Written without a lock: one is as good as another.
   */
  private static final @Nullable Known[] KNOWN = new Known[1 << 10];

  private record Known(String text, UUID id) {}

  /** In both cases; what is above is no digit either. */
  private static byte[] digits() {
    byte[] values = new byte['f' + 1];
    Arrays.fill(values, (byte) NO_DIGIT);
    for (int i = 0; i < 16; i++) {
      char digit = Character.forDigit(i, 16);
      values[digit] = (byte) i;
      values[Character.toUpperCase(digit)] = (byte) i;
    }
    return values;
  }

  private ConversationIds() {}

  /** A new one that nobody can guess. */
  public static UUID random() {
    byte[] bytes = new byte[16];
    RANDOM.nextBytes(bytes);
    return version8(bytes);
  }

  /** The one of two agents, whoever of them asks. */
  public static UUID dm(AgentId a, AgentId b) {
    return a.value().compareTo(b.value()) <= 0 ? named("dm", a, b, "") : named("dm", b, a, "");
  }

  /** A bot's own stream. */
  public static UUID stream(AgentId bot, String stream) {
    return named("stream", bot, bot, stream);
  }

  /** A stream of two, whoever of them asks. */
  public static UUID stream(AgentId a, AgentId b, String stream) {
    return a.value().compareTo(b.value()) <= 0
        ? named("pair", a, b, stream)
        : named("pair", b, a, stream);
  }

  /** What stands for an agent whose id is no UUID. */
  public static UUID bot(AgentId agent) {
    return named("bot", agent, agent, "");
  }

  private static UUID named(String kind, AgentId a, AgentId b, String stream) {
    // No id contains a line feed, and the stream comes last: no two names are written alike.
    return named("parley\n" + kind + "\n" + a.value() + "\n" + b.value() + "\n" + stream);
  }

  /** A UUID that follows from a name. */
  static UUID named(String name) {
    try {
      return version8(
          MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  private static UUID version8(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    long high = (buffer.getLong() & ~0xF000L) | 0x8000L;
    long low = (buffer.getLong() & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L;
    return new UUID(high, low);
  }

  /** Is this text kept for conversations that the hub makes, in whatever case? */
  public static boolean isReserved(String text) {
    if (text.length() != TEXT_LENGTH || text.charAt(VERSION_AT) != '8') {
      return false;
    }
    if (known(text) != null) {
      return true;
    }
    for (int i = 0; i < TEXT_LENGTH; i++) {
      char c = text.charAt(i);
      if (isDash(i) ? c != '-' : digit(c) < 0) {
        return false;
      }
    }
    return true;
  }

  private static @Nullable Known known(String text) {
    Known found = KNOWN[text.hashCode() & (KNOWN.length - 1)];
    return found != null && found.text.equals(text) ? found : null;
  }

  private static boolean isDash(int at) {
    return at == 8 || at == 13 || at == 18 || at == 23;
  }

  private static int digit(char c) {
    return c < DIGITS.length ? DIGITS[c] : NO_DIGIT;
  }

  /** The id that is written like this; nothing when it is not reserved or in another spelling. */
  public static Optional<UUID> parse(String text) {
    if (text.length() != TEXT_LENGTH || text.charAt(VERSION_AT) != '8') {
      return Optional.empty();
    }
    Known before = known(text);
    if (before != null) {
      return Optional.of(before.id);
    }
    long high = 0;
    long low = 0;
    for (int i = 0; i < TEXT_LENGTH; i++) {
      char c = text.charAt(i);
      if (isDash(i)) {
        if (c != '-') {
          return Optional.empty();
        }
      } else {
        int digit = digit(c);
        if (digit < 0 || (c >= 'A' && c <= 'F')) {
          return Optional.empty();
        }
        high = (high << 4) | (low >>> 60);
        low = (low << 4) | digit;
      }
    }
    UUID id = new UUID(high, low);
    KNOWN[text.hashCode() & (KNOWN.length - 1)] = new Known(text, id);
    return Optional.of(id);
  }
}
