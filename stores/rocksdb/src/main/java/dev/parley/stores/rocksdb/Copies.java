package dev.parley.stores.rocksdb;

import dev.parley.core.message.MessageId;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.CopyRef;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Finds the copies of one message, which may be thousands: asks for keys by the hundred. */
final class Copies {
  private static final int KEYS_MAX = 256;

  private final BoxNames names;
  private final View view;
  private final Body body;

  private Copies(BoxNames names, View view, Body body) {
    this.names = names;
    this.view = view;
    this.body = body;
  }

  static List<CopyRef> of(MessageId id, Engine engine, HubIds hubIds, BoxNames names) {
    try (View view = new View(engine)) {
      long number = Body.numberOf(engine, hubIds, view.options(), id);
      byte[] value =
          number < 0 ? null : engine.get(view.options(), Family.MESSAGES, Keys.number(number));
      return value == null ? List.of() : new Copies(names, view, Body.read(value)).refs();
    }
  }

  private List<CopyRef> refs() {
    List<CopyRef> refs = new ArrayList<>(body.boxes().length);
    for (int from = 0; from < body.boxes().length; from += KEYS_MAX) {
      addRefs(from, Math.min(from + KEYS_MAX, body.boxes().length), refs);
    }
    return refs;
  }

  private void addRefs(int from, int to, List<CopyRef> refs) {
    List<Integer> boxes =
        List.copyOf(
            new LinkedHashSet<>(IntStream.range(from, to).mapToObj(i -> body.boxes()[i]).toList()));
    Map<Integer, BoxId> nameOf = new HashMap<>();
    Map<Integer, Head> headOf = new HashMap<>();
    List<@Nullable BoxId> found = names.namesOf(view, boxes);
    List<byte @Nullable []> heads = view.boxValues(boxes.stream().map(Keys::head).toList());
    for (int i = 0; i < boxes.size(); i++) {
      BoxId name = found.get(i);
      byte[] head = heads.get(i);
      if (name != null && head != null) {
        nameOf.put(boxes.get(i), name);
        headOf.put(boxes.get(i), Head.read(head));
      }
    }
    for (int i = from; i < to; i++) {
      int box = body.boxes()[i];
      long position = body.positions()[i];
      BoxId name = nameOf.get(box);
      Head head = headOf.get(box);
      if (name != null && head != null && head.holds(position)) {
        refs.add(placeOf(box, head, position).toRef(name));
      }
    }
  }

  private Place placeOf(int box, Head head, long position) {
    Page page = view.pagesOf(box, head).page(Page.of(position));
    return new Place(position, page, Page.indexOf(position));
  }
}
