package dev.parley.doors.files;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Instant;
import java.util.EnumSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts files nobody can use where somebody can look at them, with the reason beside them. */
final class Rejects {
  private static final Logger LOG = LoggerFactory.getLogger(Rejects.class);
  private static final String REASON = ".reason.txt";

  private final Site site;

  Rejects(Site site) {
    this.site = site;
  }

  /** The file itself is moved, whatever it is: a link as a link, unread. */
  void reject(Folder mailbox, Folder folder, Path name, String reason) throws IOException {
    try (Folder rejected = mailbox.childMadeIfMissing(Layout.REJECTED)) {
      Path safe = unused(rejected, FileNames.safe(name));
      String text = Instant.ofEpochMilli(site.clock().getAsLong()) + " " + reason + "\n";
      // Before the move: a file without its reason would be a riddle, a reason without its file is
      // written again with the next attempt.
      rejected.write(
          Path.of(safe + REASON),
          text.getBytes(StandardCharsets.UTF_8),
          EnumSet.of(
              PosixFilePermission.OWNER_READ,
              PosixFilePermission.OWNER_WRITE,
              PosixFilePermission.GROUP_READ));
      site.killPoint().reached(KillPoint.Step.REASON_WRITTEN);
      folder.move(name, rejected, safe);
      rejected.sync();
      site.counts().rejected().increment();
      LOG.warn("{}: rejected {}: {}", site.bot(), safe, reason);
    }
  }

  private Path unused(Folder rejected, String name) throws IOException {
    Path candidate = Path.of(name);
    long distinction = site.clock().getAsLong();
    while (rejected.exists(candidate)) {
      candidate = Path.of(name + "." + distinction++);
    }
    return candidate;
  }
}
