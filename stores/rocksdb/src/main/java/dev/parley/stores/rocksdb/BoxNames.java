package dev.parley.stores.rocksdb;

import dev.parley.core.store.BoxId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of the boxes, as far as they are durable. A box gets one when it is first used and
 * keeps it for good, so what is remembered here can only be incomplete, never wrong. Any thread.
 */
final class BoxNames {
  static final int NONE = -1;
  private static final int REMEMBERED_MAX = 100_000;

  private final Engine engine;
  private final ConcurrentHashMap<BoxId, Integer> numbers = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<Integer, BoxId> names = new ConcurrentHashMap<>();

  BoxNames(Engine engine) {
    this.engine = engine;
  }

  /** The number no box has yet. */
  int next() {
    byte[] last = engine.lastKey(Family.BOXES, Keys.BOX);
    return last == null ? 0 : Keys.boxOf(last) + 1;
  }

  int numberOf(BoxId id) {
    Integer known = numbers.get(id);
    if (known != null) {
      return known;
    }
    byte[] value = engine.get(Family.BOXES, Keys.name(id));
    if (value == null) {
      return NONE;
    }
    int number = ByteBuffer.wrap(value).getInt();
    remember(id, number);
    return number;
  }

  void remember(BoxId id, int number) {
    if (numbers.size() >= REMEMBERED_MAX) {
      numbers.clear();
    }
    numbers.put(id, number);
  }

  /** The name of a box that some message was filed in. */
  BoxId nameOf(int number) {
    BoxId known = names.get(number);
    if (known != null) {
      return known;
    }
    byte[] value = engine.get(Family.BOXES, Keys.box(number));
    if (value == null) {
      throw new IllegalStateException("box " + number + " has no name");
    }
    BoxId name = decode(value);
    if (names.size() >= REMEMBERED_MAX) {
      names.clear();
    }
    names.put(number, name);
    return name;
  }

  /** The names of these boxes, in this order. */
  List<@Nullable BoxId> namesOf(View view, List<Integer> boxes) {
    List<byte[]> keys = new ArrayList<>(boxes.size());
    boxes.forEach(box -> keys.add(Keys.box(box)));
    List<@Nullable BoxId> names = new ArrayList<>(boxes.size());
    for (byte[] value : view.boxValues(keys)) {
      names.add(value == null ? null : decode(value));
    }
    return names;
  }

  /** Puts both directions of a new box's name into the batch. */
  static void write(BoxId id, int number, Batch batch) {
    byte[] four = ByteBuffer.allocate(4).putInt(number).array();
    batch.put(Family.BOXES, Keys.name(id), four);
    batch.put(Family.BOXES, Keys.box(number), id.text().getBytes(StandardCharsets.UTF_8));
  }

  static BoxId decode(byte[] value) {
    return BoxId.parse(new String(value, StandardCharsets.UTF_8));
  }
}
