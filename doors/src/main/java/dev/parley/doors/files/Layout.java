package dev.parley.doors.files;

import dev.parley.core.address.AgentId;
import dev.parley.core.store.Folders;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** The directories of a bot's mailbox, and how they are made. */
public final class Layout {
  public static final String INBOX = "inbox";
  public static final String OUTBOX = "outbox";
  public static final String SENT = "sent";
  public static final String REJECTED = "rejected";

  /** The hub's own: it is there once the mailbox has been set up. */
  public static final String STATE = ".parley";

  static final String STAGING = "staging";

  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");

  private Layout() {}

  /** Makes what is missing of a bot's mailbox; what is there is left as it is. */
  public static Path make(Path directory, AgentId bot) throws IOException {
    Path mailbox = directory.resolve(directoryName(bot));
    makeDirectory(directory);
    makeDirectory(mailbox);
    makeDirectory(mailbox.resolve(INBOX));
    makeDirectory(mailbox.resolve(OUTBOX));
    makeDirectory(mailbox.resolve(OUTBOX).resolve(SENT));
    makeDirectory(mailbox.resolve(REJECTED));
    return mailbox;
  }

  /** The hub's own part, made last: it says that the rest is complete. */
  static void makeState(Path mailbox) throws IOException {
    makeDirectory(mailbox.resolve(STATE));
    makeDirectory(mailbox.resolve(STATE).resolve(STAGING));
  }

  /** Agents may be called {@code .} or {@code .hidden}; mailboxes may not. */
  public static String directoryName(AgentId bot) {
    if (!isMailboxName(bot.value())) {
      throw new IllegalArgumentException(
          "'" + bot + "' cannot have a mailbox: its name begins with a dot");
    }
    return bot.value();
  }

  static boolean isMailboxName(String name) {
    return !name.startsWith(".") && isAgent(name);
  }

  static boolean isAgent(String name) {
    try {
      return !new AgentId(name).value().isEmpty();
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  static void makeDirectory(Path directory) throws IOException {
    Path parent = directory.toAbsolutePath().getParent();
    if (parent != null && !Files.exists(parent)) {
      makeDirectory(parent);
    }
    try {
      Files.createDirectory(directory, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
      if (parent != null) {
        Folders.sync(parent); // or a power loss takes it away with what was delivered into it
      }
    } catch (FileAlreadyExistsException e) {
      if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)
          && !Files.isDirectory(directory)) {
        throw new NotDirectoryException(directory.toString());
      }
    }
  }
}
