package dev.parley.doors.files;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Collections;
import java.util.Set;

/**
 * Whether a file in an inbox can only have been written by the user who might as well have put it
 * into the outbox of the bot it says it is from: then nobody gains anything by a lie.
 */
final class SameUser {
  private static final Set<PosixFilePermission> WRITE =
      Set.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);
  private static final Set<PosixFilePermission> ENTER =
      Set.of(PosixFilePermission.GROUP_EXECUTE, PosixFilePermission.OTHERS_EXECUTE);

  private SameUser() {}

  /**
   * @param recipient whose inbox it is
   */
  static boolean wrote(File file, Folder inbox, Path directory, String recipient, String sender)
      throws IOException {
    PosixFileAttributes written = file.attributes();
    PosixFileAttributes inboxNow = inbox.attributes(Path.of("."));
    // A file that others may change is the user's all the same where others cannot come to it.
    boolean untouched = isClosed(written, WRITE) || isClosed(inboxNow, ENTER);
    if (!untouched || !belongs(inboxNow, written)) {
      return false;
    }
    try (Folder root = Folder.root(directory);
        Folder mailbox = root.child(sender);
        Folder outbox = mailbox.child(Layout.OUTBOX)) {
      return belongs(root.attributes(Path.of(recipient)), written)
          && belongs(mailbox.attributes(Path.of(".")), written)
          && belongs(outbox.attributes(Path.of(".")), written);
    } catch (NoSuchFileException | NotDirectoryException e) {
      return false;
    }
  }

  /** Is the folder of the user who wrote the file, and can nobody else put anything into it? */
  private static boolean belongs(PosixFileAttributes folder, PosixFileAttributes written) {
    return folder.owner().equals(written.owner()) && isClosed(folder, WRITE);
  }

  private static boolean isClosed(PosixFileAttributes what, Set<PosixFilePermission> to) {
    return Collections.disjoint(what.permissions(), to);
  }
}
