package dev.parley.stores.rocksdb;

import dev.parley.core.message.MessageId;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.BoxStats;
import dev.parley.core.store.Copy;
import dev.parley.core.store.FiledMessage;
import dev.parley.core.store.Filing;
import dev.parley.core.store.MessageStore;
import dev.parley.core.store.StoredMessage;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Everything that is read from outside the committer. It asks the engine and never the writer's
 * boxes, and the engine shows a batch only after it was synced, so nothing read here can be lost
 * any more. Any thread.
 */
final class Reads {
  /** Above every number, which are not negative. */
  private static final byte[] AFTER_NUMBERS = {(byte) 0x80};

  private final Engine engine;
  private final HubIds hubIds;
  private final BoxNames names;

  Reads(Engine engine, HubIds hubIds, BoxNames names) {
    this.engine = engine;
    this.hubIds = hubIds;
    this.names = names;
  }

  Optional<StoredMessage> find(MessageId id) {
    long made = hubIds.numberOf(id);
    byte[] value = engine.get(Family.MESSAGES, Keys.number(made));
    if (value != null && Body.idIn(new Input(value)).equals(id)) {
      return Optional.of(Body.message(made, new Input(value)));
    }
    long number = Body.givenNumberOf(engine, engine.latest(), id);
    byte[] body = number < 0 ? null : engine.get(Family.MESSAGES, Keys.number(number));
    return body == null ? Optional.empty() : Optional.of(Body.message(number, new Input(body)));
  }

  List<Copy> readForward(BoxId box, long fromPosition, int limit) {
    return inBox(
        box,
        List.of(),
        shown -> {
          List<Place> places = new ArrayList<>(Math.min(limit, Page.ENTRIES_MAX));
          for (long position = Math.max(fromPosition, shown.head().first());
              position < shown.head().next() && places.size() < limit;
              position++) {
            places.add(shown.place(position));
          }
          return shown.firstCopies(places);
        });
  }

  List<Copy> readBackward(BoxId box, long belowPosition, int limit) {
    return inBox(
        box,
        List.of(),
        shown -> {
          List<Place> places = new ArrayList<>(Math.min(limit, Page.ENTRIES_MAX));
          for (long position = Math.min(belowPosition, shown.head().next()) - 1;
              position >= shown.head().first() && places.size() < limit;
              position--) {
            places.add(shown.place(position));
          }
          return shown.firstCopies(places);
        });
  }

  /**
   * @param end everything below this number is durable: what is above is left out, because the two
   *     cursors may see different moments
   */
  List<FiledMessage> messagesFrom(long number, int limit, long end) {
    List<FiledMessage> messages = new ArrayList<>(Math.min(limit, Page.ENTRIES_MAX));
    long from = Math.max(0, number);
    if (from >= end) {
      return messages;
    }
    byte[] messagesEnd = Keys.number(end);
    try (Cursor bodies = engine.cursor(null, Family.MESSAGES, Keys.number(from), messagesEnd);
        Cursor refiled = engine.cursor(null, Family.BOXES, Keys.refiled(from), Keys.refiled(end))) {
      int bytes = 0;
      while (isRoom(messages, limit, bytes) && (bodies.isAtKey() || refiled.isAtKey())) {
        FiledMessage filed;
        if (!refiled.isAtKey()
            || (bodies.isAtKey() && Keys.numberOf(bodies.key()) < Keys.numberOf(refiled.key()))) {
          filed = filed(bodies);
          bodies.next();
        } else {
          filed = filedAgain(refiled);
          refiled.next();
        }
        if (filed != null) {
          messages.add(filed);
          bytes += filed.message().json().length;
        }
      }
    }
    return messages;
  }

  List<StoredMessage> messagesBelow(long number, int limit) {
    List<StoredMessage> messages = new ArrayList<>(Math.min(limit, Page.ENTRIES_MAX));
    if (number <= 0) {
      return messages;
    }
    try (Cursor bodies = engine.cursor(null, Family.MESSAGES, Keys.number(0), AFTER_NUMBERS)) {
      bodies.seekBackward(Keys.number(number - 1));
      int bytes = 0;
      for (; isRoom(messages, limit, bytes) && bodies.isAtKey(); bodies.previous()) {
        messages.add(message(bodies));
        bytes += messages.getLast().json().length;
      }
    }
    return messages;
  }

  private FiledMessage filed(Cursor bodies) {
    Input in = new Input(bodies.value());
    Body body = Body.read(in);
    long number = Keys.numberOf(bodies.key());
    return new FiledMessage(
        number, body.withJson(number, in), filings(body.boxes(), body.positions()));
  }

  /** Null when the message has been swept. */
  private @Nullable FiledMessage filedAgain(Cursor refiled) {
    Refiled again = Refiled.read(refiled.value());
    byte[] value = engine.get(Family.MESSAGES, Keys.number(again.message()));
    return value == null
        ? null
        : new FiledMessage(
            Keys.numberOf(refiled.key()),
            Body.message(again.message(), new Input(value)),
            filings(again.boxes(), again.positions()));
  }

  private List<Filing> filings(int[] boxes, long[] positions) {
    List<Filing> filings = new ArrayList<>(boxes.length);
    for (int i = 0; i < boxes.length; i++) {
      filings.add(new Filing(names.nameOf(boxes[i]), positions[i]));
    }
    return filings;
  }

  private static boolean isRoom(List<?> messages, int limit, int bytes) {
    return messages.size() < limit && bytes < MessageStore.READ_BYTES_MAX;
  }

  private static StoredMessage message(Cursor bodies) {
    return Body.message(Keys.numberOf(bodies.key()), new Input(bodies.value()));
  }

  List<Copy> read(BoxId box, List<Long> positions) {
    return inBox(
        box,
        List.of(),
        shown -> {
          List<Place> places = new ArrayList<>(positions.size());
          for (long position : positions) {
            if (shown.head().holds(position)) {
              places.add(shown.place(position));
            }
          }
          return shown.copies(places);
        });
  }

  List<Copy> pending(BoxId box, int limit) {
    return inBox(
        box,
        List.of(),
        shown -> shown.firstCopies(new PendingCopies(shown.head(), shown.pages()).first(limit)));
  }

  long positionAtOrAfter(BoxId box, long unixMillis) {
    return inBox(box, 0L, shown -> shown.positionAtOrAfter(unixMillis));
  }

  BoxStats stats(BoxId box) {
    int number = names.numberOf(box);
    byte[] value = number == BoxNames.NONE ? null : engine.get(Family.BOXES, Keys.head(number));
    return value == null ? BoxStats.EMPTY : Head.readCounts(value).stats();
  }

  void forEachBox(BiConsumer<BoxId, BoxStats> each) {
    byte[] from = {Keys.BOX};
    byte[] before = {Keys.BOX + 1};
    byte[] headsFrom = {Keys.HEAD};
    byte[] headsBefore = {Keys.HEAD + 1};
    try (View view = new View(engine);
        Cursor boxes = view.cursor(Family.BOXES, from, before);
        Cursor heads = view.cursor(Family.BOXES, headsFrom, headsBefore)) {
      // Both are in the order of the box numbers, and there is one of each for every box.
      for (; boxes.isAtKey() && heads.isAtKey(); boxes.next(), heads.next()) {
        each.accept(BoxNames.decode(boxes.value()), Head.readCounts(heads.value()).stats());
      }
    }
  }

  List<String> tables() {
    List<String> tables = new ArrayList<>();
    byte[] from = {};
    byte[] before = {(byte) 0xFF};
    try (Cursor records = engine.cursor(null, Family.RECORDS, from, before)) {
      while (records.isAtKey()) {
        String table = Keys.tableOf(records.key());
        tables.add(table);
        byte[] prefix = Keys.record(table, "");
        records.seek(Keys.after(prefix, prefix.length));
      }
    }
    return tables;
  }

  void forEachRecord(String table, BiConsumer<String, byte[]> each) {
    byte[] prefix = Keys.record(table, "");
    byte[] before = Keys.after(prefix, prefix.length);
    try (Cursor records = engine.cursor(null, Family.RECORDS, prefix, before)) {
      for (; records.isAtKey(); records.next()) {
        byte[] key = records.key();
        each.accept(
            new String(key, prefix.length, key.length - prefix.length, StandardCharsets.UTF_8),
            records.value());
      }
    }
  }

  Optional<byte[]> record(String table, String key) {
    return Optional.ofNullable(engine.get(Family.RECORDS, Keys.record(table, key)));
  }

  private <T> T inBox(BoxId box, T absent, Function<ShownBox, T> read) {
    int number = names.numberOf(box);
    if (number == BoxNames.NONE) {
      return absent;
    }
    try (View view = new View(engine)) {
      Head head = view.head(number);
      return head == null ? absent : read.apply(new ShownBox(view, box, number, head));
    }
  }
}
