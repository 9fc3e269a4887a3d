package dev.parley.stores.nats;

import dev.parley.core.message.MessageId;
import dev.parley.core.message.Priority;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Commit;
import dev.parley.core.store.Placement;
import dev.parley.core.store.State;
import dev.parley.core.store.StoreException;
import dev.parley.core.store.StoredMessage;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the changes that an {@link EntryWriter} has written. */
final class EntryReader {
  private final byte[] bytes;
  private int at;
  private final List<BoxId> boxes = new ArrayList<>();

  EntryReader(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * @throws StoreException when the entry is not one this version can read
   */
  void applyTo(Commit commit) {
    try {
      int version = octet();
      if (version != EntryWriter.VERSION) {
        throw new StoreException(
            StoreException.Reason.CORRUPT,
            "the log has an entry of version " + version + ": another hub is newer than this one");
      }
      while (at < bytes.length) {
        change(commit, octet());
      }
    } catch (IndexOutOfBoundsException | IllegalArgumentException | NegativeArraySizeException e) {
      throw new StoreException(
          StoreException.Reason.CORRUPT, "an entry of the log cannot be read: " + e, e);
    }
  }

  /** Where the first entry of a log says it was filled from; null for any other entry. */
  static @Nullable String filledFrom(byte[] entry) {
    var in = new EntryReader(entry);
    boolean says =
        entry.length > 2 && in.octet() == EntryWriter.VERSION && in.octet() == EntryWriter.FILLED;
    return says ? in.text() : null;
  }

  private void change(Commit commit, int what) {
    switch (what) {
      case EntryWriter.APPEND -> commit.append(message(), placements());
      case EntryWriter.PLACE -> {
        boolean _ = commit.place(id(), placements());
      }
      case EntryWriter.PLACE_OR_APPEND -> {
        StoredMessage message = message();
        List<Placement> placements = placements();
        if (!commit.place(message.id(), placements)) {
          // Swept here, but not at the hub that wrote this: brought back, so that placing it takes
          // the same number at every hub.
          commit.append(message, List.of());
          boolean _ = commit.place(message.id(), placements);
        }
      }
      case EntryWriter.ADVANCE -> {
        State _ = commit.advance(box(), varint(), State.ofCode(octet()), (int) varint() - 1);
      }
      case EntryWriter.TRIM -> commit.trim(box(), varint());
      case EntryWriter.PUT -> commit.put(text(), text(), block());
      case EntryWriter.DELETE -> commit.delete(text(), text());
      case EntryWriter.FILLED ->
          throw new StoreException(
              StoreException.Reason.FAILED,
              "the cluster is being filled by `parley migrate` and is not complete yet; run that"
                  + " again if it was stopped, and start the hub when it is done");
      default -> throw new IllegalArgumentException("no change " + what);
    }
  }

  private StoredMessage message() {
    return new StoredMessage(varint(), id(), varint(), Priority.valueOf(text()), varint(), block());
  }

  private List<Placement> placements() {
    int count = (int) varint();
    List<Placement> placements = new ArrayList<>(Math.min(count, bytes.length - at));
    for (int i = 0; i < count; i++) {
      placements.add(new Placement(box(), State.ofCode(octet()), optional()));
    }
    return placements;
  }

  private BoxId box() {
    int number = (int) varint();
    if (number == boxes.size()) {
      boxes.add(BoxId.parse(text()));
    }
    return boxes.get(number);
  }

  private MessageId id() {
    return new MessageId(eight(), eight());
  }

  private @Nullable String optional() {
    int length = (int) varint();
    return length == 0 ? null : new String(raw(length - 1), StandardCharsets.UTF_8);
  }

  private String text() {
    return new String(block(), StandardCharsets.UTF_8);
  }

  private byte[] block() {
    return raw((int) varint());
  }

  private byte[] raw(int length) {
    if (length < 0 || length > bytes.length - at) {
      throw new IndexOutOfBoundsException("a block of " + length + " at " + at);
    }
    byte[] block = new byte[length];
    System.arraycopy(bytes, at, block, 0, length);
    at += length;
    return block;
  }

  private int octet() {
    return bytes[at++] & 0xFF;
  }

  private long eight() {
    long value = 0;
    for (int i = 0; i < 8; i++) {
      value = (value << 8) | octet();
    }
    return value;
  }

  private long varint() {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      int octet = octet();
      value |= (long) (octet & 0x7F) << shift;
      if (octet < 0x80) {
        return value;
      }
    }
    throw new IllegalArgumentException("a number that does not end");
  }
}
