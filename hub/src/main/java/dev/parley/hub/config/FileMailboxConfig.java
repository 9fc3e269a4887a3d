package dev.parley.hub.config;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Mailboxes made of files.
 *
 * @param directory where they are, or null for none; a relative one is in the data directory
 * @param inboxes may a bot put files only into its own area, or into others' inboxes too?
 * @param sweepMillis how often they are looked through without having been woken
 */
public record FileMailboxConfig(@Nullable Path directory, Inboxes inboxes, int sweepMillis) {

  /** Whose files an inbox may hold: its bot's, those of all bots of the same user, or anybody's. */
  public enum Inboxes {
    OWN,
    USER,
    SHARED
  }

  public FileMailboxConfig {
    Checks.between("files.sweepMs", sweepMillis, 10, 3_600_000);
  }

  static FileMailboxConfig of(Path data, Settings settings) {
    String directory = settings.text("files.directory", "");
    return new FileMailboxConfig(
        directory.isBlank() ? null : resolved(data, directory),
        settings.choice("files.inboxes", Inboxes.class, Inboxes.USER),
        settings.integer("files.sweepMs", 2_000));
  }

  private static Path resolved(Path data, String directory) {
    try {
      return data.resolve(directory).toAbsolutePath().normalize();
    } catch (java.nio.file.InvalidPathException e) {
      throw new BadConfig("files.directory", directory, "a directory");
    }
  }
}
