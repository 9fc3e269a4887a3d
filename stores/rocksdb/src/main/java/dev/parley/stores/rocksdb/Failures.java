package dev.parley.stores.rocksdb;

import dev.parley.core.store.StoreException;
import dev.parley.core.store.StoreException.Reason;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** Says in words a person can act on what the engine reports in its own. */
final class Failures {

  private Failures() {}

  static StoreException of(RocksDBException e, Path directory) {
    Reason reason = reasonOf(e);
    String words =
        switch (reason) {
          case FULL -> "no space left on the device that holds " + directory;
          case READ_ONLY -> directory + " cannot be written: it is read-only";
          case IN_USE ->
              directory
                  + " is in use by another process: stop that one or choose another directory";
          case CORRUPT -> damage(directory, e.getMessage());
          case FAILED, OVERTAKEN, UNCERTAIN ->
              "the store in " + directory + " failed: " + e.getMessage();
        };
    return new StoreException(reason, words, e);
  }

  static StoreException damaged(Path directory, String what) {
    return new StoreException(Reason.CORRUPT, damage(directory, what));
  }

  static StoreException damagedLog(Path directory, String what) {
    return new StoreException(
        Reason.CORRUPT,
        "in %s, %s, and whole records follow: restore a backup, or start once with --set store.acceptDamage=true to go on without them"
            .formatted(directory, what));
  }

  static StoreException missingLog(Path directory, String what) {
    return new StoreException(
        Reason.CORRUPT,
        "in %s, %s: put it back or restore a backup, or start once with --set store.acceptDamage=true to go on without what was only there"
            .formatted(directory, what));
  }

  private static String damage(Path directory, @Nullable String what) {
    return directory
        + " is damaged ("
        + what
        + "): restore a backup, or move the directory away to start empty";
  }

  static StoreException unknownFormat(Path directory, String found) {
    return new StoreException(
        Reason.CORRUPT,
        directory
            + " was written in the format "
            + found
            + " and this version reads only "
            + String.join(", ", Engine.FORMATS_BEFORE)
            + " and "
            + Engine.FORMAT
            + ": start the version that wrote it, or choose another directory");
  }

  static StoreException readOnly(Path directory, @Nullable Throwable cause) {
    return new StoreException(
        Reason.READ_ONLY, directory + " cannot be written: it is read-only", cause);
  }

  static StoreException uncertain(StoreException cause) {
    return new StoreException(
        Reason.UNCERTAIN,
        cause.getMessage() + ", and it cannot be opened again; start the hub again",
        cause);
  }

  static StoreException closed(Path directory) {
    return new StoreException(Reason.FAILED, "the store in " + directory + " is closed");
  }

  private static Reason reasonOf(RocksDBException e) {
    String text = String.valueOf(e.getMessage());
    Status status = e.getStatus();
    boolean noSpace = status != null && status.getSubCode() == Status.SubCode.NoSpace;
    if (noSpace || text.contains("No space left")) {
      return Reason.FULL;
    }
    if (text.contains("Read-only file system") || text.contains("Permission denied")) {
      return Reason.READ_ONLY;
    }
    if (text.contains("lock hold by") || text.contains("While lock file")) {
      return Reason.IN_USE;
    }
    if (status != null && status.getCode() == Status.Code.Corruption) {
      return Reason.CORRUPT;
    }
    return Reason.FAILED;
  }
}
