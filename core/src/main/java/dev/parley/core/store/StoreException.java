package dev.parley.core.store;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import org.jspecify.annotations.Nullable;

/**
 * The store could not do it. Nothing of the commit it happened in was applied, unless {@link
 * Reason#isUncertain}.
 */
public class StoreException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public enum Reason {
    /**
     * No space left on the device. The commit is not there now, but it may be in a log that a crash
     * would make the store read again.
     */
    FULL,
    /** The directory or the file system cannot be written. */
    READ_ONLY,
    /** Another process holds the data directory. */
    IN_USE,
    /** What is on disk cannot be understood. */
    CORRUPT,
    /**
     * Another hub's commit came first ({@link SharedStore}); this one can be made again after it.
     */
    OVERTAKEN,
    /**
     * Nobody can say whether it has happened. If it has, a {@link SharedStore} hands it over like
     * another hub's; of another store nothing is known until it is opened again.
     */
    UNCERTAIN,
    /** Anything else the engine reports. */
    FAILED;

    /** Whether a commit that failed for this reason may turn up later, after a crash at least. */
    public boolean isUncertain() {
      return this == UNCERTAIN || this == FULL;
    }
  }

  private final Reason reason;

  public StoreException(Reason reason, String message) {
    this(reason, message, null);
  }

  public StoreException(Reason reason, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }

  /** What those who asked are told. */
  public Refused toRefused() {
    ErrorCode code = reason == Reason.FULL ? ErrorCode.STORE_FULL : ErrorCode.STORE_UNAVAILABLE;
    return new Refused(code, String.valueOf(getMessage()));
  }
}
