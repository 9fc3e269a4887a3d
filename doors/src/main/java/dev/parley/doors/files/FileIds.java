package dev.parley.doors.files;

import dev.parley.core.message.MessageId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.concurrent.TimeUnit;

/**
 * The message id a file stands for. The same file always has the same one: that is what makes
 * taking it a second time, after a crash, add nothing.
 */
public final class FileIds {
  private FileIds() {}

  /** Of the id a bot gave its message: itself if it is a UUID, else one made out of it. */
  public static MessageId ofOwn(String bot, String id) {
    return FileMessage.isUuid(id)
        ? MessageId.parse(id)
        : digest("id", bot, id.getBytes(StandardCharsets.UTF_8), 0);
  }

  /**
   * Of a file that names no id: its name, content and time of writing, so that saying the same
   * thing again in a new file is saying it again.
   */
  static MessageId ofFile(String bot, Path name, FileTime modified, byte[] content) {
    MessageDigest digest = sha256();
    digest.update(name.toString().getBytes(StandardCharsets.UTF_8));
    digest.update((byte) 0);
    digest.update(content);
    return digest("file", bot, digest.digest(), modified.to(TimeUnit.NANOSECONDS));
  }

  private static MessageId digest(String kind, String bot, byte[] what, long number) {
    MessageDigest digest = sha256();
    digest.update((kind + "\0" + bot + "\0" + number + "\0").getBytes(StandardCharsets.UTF_8));
    ByteBuffer sum = ByteBuffer.wrap(digest.digest(what));
    // Version 8, a UUID made in a way of one's own, and the usual variant.
    long high = (sum.getLong() & ~0xF000L) | 0x8000L;
    long low = (sum.getLong() & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L;
    return new MessageId(high, low);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
