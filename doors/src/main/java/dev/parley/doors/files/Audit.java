package dev.parley.doors.files;

import dev.parley.core.store.StoredMessage;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Files that were taken go, unchanged, into their sender's {@code outbox/sent/{day}}, from where
 * the hub never removes them. Moving a file is what consumes it: after a crash before that it is
 * taken again, and its id shows that it has been.
 */
final class Audit implements Closeable {
  private final Folder root;
  private final Map<String, Folder> days = new HashMap<>();

  Audit(Folder root) {
    this.root = root;
  }

  void keep(String sender, Folder from, Path name, StoredMessage message) throws IOException {
    Folder day = day(sender, FileNames.day(message.timestamp()));
    Path kept = Path.of(FileNames.of(message.timestamp(), message.id()));
    // The same message said in several files: each is kept, none replaces another.
    for (int taken = 1; day.exists(kept); taken++) {
      String inFull = FileNames.inFull(message.timestamp(), message.id());
      kept = Path.of(taken == 1 ? inFull : inFull.replace(".json", "." + taken + ".json"));
    }
    from.move(name, day, kept);
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
