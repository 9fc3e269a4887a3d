package dev.parley.stores.nats;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Puts entries together from messages in the order of the stream. An entry counts when all its
 * parts lie side by side; anything in between, a part that is missing or one too many, and none of
 * it counts. The rule looks at nothing but the stream, so all readers agree. Not thread-safe.
 */
final class Assembly {
  private final List<byte[]> parts = new ArrayList<>();
  private @Nullable Part before;
  private long bytes;

  /** The entry that this message makes whole, if it does. Null for a message that is no part. */
  byte @Nullable [] take(@Nullable Part part, byte[] data) {
    if (part == null || part.index() == 0) {
      forget();
    }
    if (part == null || !follows(part) || bytes + data.length > ClusterLog.ENTRY_BYTES_MAX) {
      forget();
      return null;
    }
    if (part.count() == 1) {
      return data;
    }
    parts.add(data);
    bytes += data.length;
    before = part;
    return part.isLast() ? joined() : null;
  }

  /** Whether the beginning of an entry is there whose next part may still come. */
  boolean isOpen() {
    return before != null;
  }

  private boolean follows(Part part) {
    Part last = before;
    return part.index() == 0
        || (last != null
            && part.entry().equals(last.entry())
            && part.count() == last.count()
            && part.index() == last.index() + 1);
  }

  private byte[] joined() {
    byte[] entry = new byte[Math.toIntExact(bytes)];
    int at = 0;
    for (byte[] part : parts) {
      System.arraycopy(part, 0, entry, at, part.length);
      at += part.length;
    }
    forget();
    return entry;
  }

  private void forget() {
    parts.clear();
    before = null;
    bytes = 0;
  }
}
