package dev.parley.hub.migrate;

import dev.parley.core.message.MessageId;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.BoxStats;
import dev.parley.core.store.Copy;
import dev.parley.core.store.FiledMessage;
import dev.parley.core.store.MessageStore;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongConsumer;

/**
 * What is in a store: counts, and a checksum over every message, copy, count and record. Two stores
 * with the same inventory answer every question alike.
 */
public record Inventory(long messages, long boxes, long copies, long records, String checksum) {
  private static final int CHUNK = 500;

  /** What hubs of a cluster note about themselves. */
  private static final Set<String> OF_HUBS = Set.of("~log", "leases");

  /**
   * Reads all of it.
   *
   * @param counted told how many more messages and copies were read
   */
  public static Inventory of(MessageStore store, LongConsumer counted) {
    var taking = new Taking(store, counted);
    taking.messages();
    taking.boxes();
    taking.records();
    return new Inventory(
        taking.messages,
        taking.boxes,
        taking.copies,
        taking.records,
        HexFormat.of().formatHex(taking.digest.digest()));
  }

  /** About how much {@link #of} will count. */
  public static long expected(MessageStore store) {
    long[] copies = {store.nextNumber() - 1};
    store.forEachBox((_, stats) -> copies[0] += stats.stored());
    return copies[0];
  }

  private static final class Taking {
    private final MessageStore store;
    private final LongConsumer counted;
    private final MessageDigest digest = sha256();
    private long messages;
    private long boxes;
    private long copies;
    private long records;

    Taking(MessageStore store, LongConsumer counted) {
      this.store = store;
      this.counted = counted;
    }

    void messages() {
      long from = 0;
      while (true) {
        List<FiledMessage> chunk = store.messagesFrom(from, CHUNK);
        if (chunk.isEmpty()) {
          return;
        }
        for (FiledMessage filed : chunk) {
          var message = filed.message();
          id(message.id());
          numbers(filed.number(), message.timestamp(), message.expiresAt());
          text(message.priority().name());
          bytes(message.json());
          filed.filings().forEach(filing -> text(filing.box().text()));
        }
        messages += chunk.size();
        counted.accept(chunk.size());
        from = chunk.getLast().number() + 1;
      }
    }

    void boxes() {
      Map<BoxId, BoxStats> all = new TreeMap<>(Comparator.comparing(BoxId::text));
      store.forEachBox(all::put);
      all.forEach(
          (box, stats) -> {
            text(box.text());
            numbers(stats.first(), stats.next(), stats.pending(), stats.unread());
            copies(box, stats.first());
          });
      boxes = all.size();
    }

    private void copies(BoxId box, long first) {
      long from = first;
      while (true) {
        List<Copy> chunk = store.readForward(box, from, CHUNK);
        if (chunk.isEmpty()) {
          return;
        }
        for (Copy copy : chunk) {
          id(copy.message().id());
          numbers(copy.position(), copy.state().code(), copy.attempts());
          text(String.valueOf(copy.annotation()));
        }
        copies += chunk.size();
        counted.accept(chunk.size());
        from = chunk.getLast().position() + 1;
      }
    }

    void records() {
      for (String table : store.tables()) {
        if (!OF_HUBS.contains(table)) {
          text(table);
          store.forEachRecord(
              table,
              (key, value) -> {
                text(key);
                bytes(value);
                records++;
              });
        }
      }
    }

    private void id(MessageId id) {
      numbers(id.high(), id.low());
    }

    private void numbers(long... numbers) {
      ByteBuffer octets = ByteBuffer.allocate(8 * numbers.length);
      for (long number : numbers) {
        octets.putLong(number);
      }
      digest.update(octets.flip());
    }

    private void text(String text) {
      bytes(text.getBytes(StandardCharsets.UTF_8));
    }

    /** With their length, so that no two sequences of them look alike. */
    private void bytes(byte[] bytes) {
      numbers(bytes.length);
      digest.update(bytes);
    }

    private static MessageDigest sha256() {
      try {
        return MessageDigest.getInstance("SHA-256");
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("every Java platform has SHA-256", e);
      }
    }
  }
}
