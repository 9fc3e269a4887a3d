package dev.parley.doors.files;

import dev.parley.core.message.MessageLimit;
import java.nio.file.Path;
import java.time.Duration;

/**
 * How file mailboxes behave.
 *
 * @param directory holds one directory a bot
 * @param sweepEvery how often a mailbox looks without having been woken
 * @param fileBytesMax a larger file is rejected unread
 * @param limit of the message in a file
 * @param quiet a file that is no JSON yet is waited for until it has not changed for so long
 * @param patience and never longer than this in all
 * @param inboxFilesMax with so many unread files in an inbox, further messages wait in the hub
 * @param drops who is believed that puts a file into another bot's inbox
 */
public record FilesConfig(
    Path directory,
    Duration sweepEvery,
    int fileBytesMax,
    MessageLimit limit,
    Duration quiet,
    Duration patience,
    int inboxFilesMax,
    Drops drops) {
  private static final int BESIDE_PAYLOAD_BYTES = 64 << 10;

  /** Whose word a file in an inbox is that says it is from another bot with a mailbox. */
  public enum Drops {
    /** Nobody's, unless the other has said the same itself. */
    DOUBTED,
    /**
     * The other's, when the same user could as well have put it into the other's outbox, and nobody
     * else could have put it into the inbox.
     */
    SAME_USER,
    /** The other's: everybody who may write there is believed. */
    BELIEVED
  }

  /** Everything but the directory as it usually is. */
  public static FilesConfig in(Path directory) {
    return new FilesConfig(
        directory,
        Duration.ofSeconds(2),
        fileBytesMax(MessageLimit.DEFAULT.bytesMax()),
        MessageLimit.DEFAULT,
        Duration.ofSeconds(5),
        Duration.ofSeconds(60),
        50_000,
        Drops.SAME_USER);
  }

  /** How large a file with a payload of so many bytes may be. */
  public static int fileBytesMax(int payloadBytesMax) {
    return (int) Math.min(Integer.MAX_VALUE - 8L, (long) payloadBytesMax + BESIDE_PAYLOAD_BYTES);
  }

  public FilesConfig withDrops(Drops believed) {
    return new FilesConfig(
        directory, sweepEvery, fileBytesMax, limit, quiet, patience, inboxFilesMax, believed);
  }

  /** For messages of so many bytes, and files that hold one. */
  public FilesConfig withPayloadBytesMax(int bytes) {
    return new FilesConfig(
        directory,
        sweepEvery,
        fileBytesMax(bytes),
        new MessageLimit(bytes),
        quiet,
        patience,
        inboxFilesMax,
        drops);
  }

  public FilesConfig withFileBytesMax(int bytes) {
    return new FilesConfig(
        directory, sweepEvery, bytes, limit, quiet, patience, inboxFilesMax, drops);
  }

  public FilesConfig withSweepEvery(Duration every) {
    return new FilesConfig(
        directory, every, fileBytesMax, limit, quiet, patience, inboxFilesMax, drops);
  }

  public FilesConfig withInboxFilesMax(int files) {
    return new FilesConfig(
        directory, sweepEvery, fileBytesMax, limit, quiet, patience, files, drops);
  }
}
