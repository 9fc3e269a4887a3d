package dev.parley.doors.files;

import dev.parley.core.error.Refused;
import dev.parley.core.store.StoredMessage;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * What a bot has said lies in its {@code outbox/sent/{day}}, from where the hub never removes it:
 * files that were taken as they were, and copies of what it said through other doors. Nobody looks
 * for letters there, so a copy is never taken for one. Moving a file there is what consumes it:
 * after a crash before that it is taken again, and its id shows that it has been.
 */
final class Audit implements Closeable {
  private final Folder root;
  private final Map<String, Folder> days = new HashMap<>();

  Audit(Folder root) {
    this.root = root;
  }

  /** Keeps a file that the bot itself has put down. */
  void keep(String sender, Folder from, Path name, StoredMessage message) throws IOException {
    Folder day = day(sender, message);
    Path kept = Path.of(FileNames.of(message.timestamp(), message.id()));
    // The same message said in several files: each is kept, none replaces another.
    for (int taken = 1; day.exists(kept); taken++) {
      String inFull = FileNames.inFull(message.timestamp(), message.id());
      kept = Path.of(taken == 1 ? inFull : inFull.replace(".json", "." + taken + ".json"));
    }
    from.move(name, day, kept);
  }

  /**
   * Keeps a file that was dropped into another's inbox, if what it says is not there yet: bots that
   * write into both say it once.
   */
  void keepDropped(String sender, Folder from, Path name, StoredMessage message, int bytesMax)
      throws IOException {
    if (has(sender, message, bytesMax)) {
      from.delete(name);
    } else {
      keep(sender, from, name, message);
    }
  }

  /** Is there a file of this message? */
  boolean has(String sender, StoredMessage message, int bytesMax) throws IOException {
    Folder day = day(sender, message);
    for (String each : FileNames.all(message.timestamp(), message.id())) {
      Path name = Path.of(each);
      if (day.exists(name) && isOf(sender, message, File.open(day, name, bytesMax))) {
        return true;
      }
    }
    return false;
  }

  /** Another message of the same moment may have the same eight digits. */
  private static boolean isOf(String sender, StoredMessage message, Opened opened) {
    if (!(opened instanceof File file)) {
      return false;
    }
    try {
      String own = FileMessage.read(file.content()).ownId();
      return own == null || FileIds.ofOwn(sender, own).equals(message.id());
    } catch (Refused e) {
      return false;
    }
  }

  /** Writes a copy, so that a file of that name is whole whenever there is one. */
  void copy(String sender, StoredMessage message) throws IOException {
    Folder day = day(sender, message);
    Path name = Path.of(FileNames.of(message.timestamp(), message.id()));
    if (day.exists(name)) {
      name = Path.of(FileNames.inFull(message.timestamp(), message.id()));
    }
    Path unfinished = Path.of("." + name + ".tmp");
    day.write(unfinished, DeliveryFile.copy(message), day.filePermissions());
    day.move(unfinished, day, name);
  }

  /**
   * Files of this day were kept before, perhaps not yet on disk: {@link #sync} is for them, too.
   */
  void onKept(String sender, String day) throws IOException {
    Folder _ = day(sender, day);
  }

  /** Returns when the names of everything kept and copied would survive a power loss. */
  void sync() throws IOException {
    for (Folder day : days.values()) {
      day.sync();
    }
  }

  private Folder day(String sender, StoredMessage message) throws IOException {
    return day(sender, FileNames.day(message.timestamp()));
  }

  private Folder day(String sender, String day) throws IOException {
    Folder open = days.get(sender + "/" + day);
    if (open == null) {
      try (Folder mailbox = root.child(sender);
          Folder outbox = mailbox.child(Layout.OUTBOX);
          Folder sent = outbox.childMadeIfMissing(Layout.SENT)) {
        open = sent.childMadeIfMissing(day);
      }
      days.put(sender + "/" + day, open);
    }
    return open;
  }

  @Override
  public void close() throws IOException {
    for (Folder day : days.values()) {
      day.close();
    }
  }
}
