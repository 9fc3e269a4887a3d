package dev.parley.testkit.store;

import dev.parley.core.message.MessageId;
import dev.parley.core.message.Priority;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.BoxStats;
import dev.parley.core.store.Copy;
import dev.parley.core.store.CopyRef;
import dev.parley.core.store.FiledMessage;
import dev.parley.core.store.Filing;
import dev.parley.core.store.Placement;
import dev.parley.core.store.State;
import dev.parley.core.store.StoredMessage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a store should say, worked out in the most obvious way there is: lists, searched from end to
 * end, and copied whole before a commit that may be abandoned.
 */
final class Model {
  private final Map<BoxId, Box> boxes = new HashMap<>();
  private final Map<MessageId, StoredMessage> messages = new HashMap<>();
  private final Map<MessageId, List<CopyRef>> places = new HashMap<>();
  private final TreeMap<Long, FiledMessage> refiled = new TreeMap<>();
  final Map<String, byte[]> records = new TreeMap<>();
  private long nextNumber = 1;

  private static final class Box {
    final List<Copy> copies = new ArrayList<>();
    int first;
  }

  Model copy() {
    Model copy = new Model();
    boxes.forEach(
        (id, box) -> {
          Box twin = new Box();
          twin.copies.addAll(box.copies);
          twin.first = box.first;
          copy.boxes.put(id, twin);
        });
    copy.messages.putAll(messages);
    places.forEach((id, list) -> copy.places.put(id, new ArrayList<>(list)));
    copy.refiled.putAll(refiled);
    copy.records.putAll(records);
    copy.nextNumber = nextNumber;
    return copy;
  }

  private Box box(BoxId id) {
    return boxes.computeIfAbsent(id, _ -> new Box());
  }

  /** The copies a box still holds, oldest first. */
  List<Copy> held(BoxId id) {
    Box box = boxes.get(id);
    return box == null ? List.of() : box.copies.subList(box.first, box.copies.size());
  }

  @Nullable Copy at(BoxId box, long position) {
    return held(box).stream().filter(copy -> copy.position() == position).findFirst().orElse(null);
  }

  long nextNumber() {
    return nextNumber;
  }

  /** Ids of every message there is or was. */
  List<MessageId> ids() {
    return new ArrayList<>(places.keySet());
  }

  @Nullable StoredMessage find(MessageId id) {
    return messages.get(id);
  }

  void append(StoredMessage message, List<Placement> placements) {
    messages.put(message.id(), message);
    places.put(message.id(), new ArrayList<>());
    nextNumber = Math.max(nextNumber, message.number() + 1);
    file(message, placements);
  }

  boolean place(MessageId id, List<Placement> placements) {
    StoredMessage message = messages.get(id);
    if (message == null) {
      return false;
    }
    List<Filing> added = file(message, placements);
    refiled.put(nextNumber, new FiledMessage(nextNumber, message, added));
    nextNumber++;
    return true;
  }

  private List<Filing> file(StoredMessage message, List<Placement> placements) {
    MessageId id = message.id();
    List<Filing> added = new ArrayList<>();
    for (Placement placement : placements) {
      List<Copy> copies = box(placement.box()).copies;
      int position = copies.size();
      copies.add(
          new Copy(
              placement.box(), position, placement.state(), 0, placement.annotation(), message));
      placesOf(id).add(new CopyRef(placement.box(), position, placement.state(), 0));
      added.add(new Filing(placement.box(), position));
    }
    return added;
  }

  /** Every message, and every time one was filed again, in the order of the numbers. */
  List<FiledMessage> filedFrom(long number) {
    TreeMap<Long, FiledMessage> all = new TreeMap<>();
    messages
        .values()
        .forEach(
            message ->
                all.put(
                    message.number(),
                    new FiledMessage(
                        message.number(),
                        message,
                        placesOf(message.id()).stream()
                            .map(copy -> new Filing(copy.box(), copy.position()))
                            .toList())));
    refiled.forEach(
        (at, again) -> {
          if (messages.containsKey(again.message().id())) {
            all.put(at, again);
          }
        });
    return List.copyOf(all.tailMap(number, true).values());
  }

  private List<CopyRef> placesOf(MessageId id) {
    return places.computeIfAbsent(id, _ -> new ArrayList<>());
  }

  @Nullable State advance(BoxId box, long position, State next, int attempts) {
    Copy was = at(box, position);
    if (was == null || !was.state().mayBecome(next)) {
      return null;
    }
    box(box)
        .copies
        .set(
            (int) position,
            new Copy(
                box,
                position,
                next,
                attempts < 0 ? was.attempts() : attempts,
                was.annotation(),
                was.message()));
    return was.state();
  }

  List<Copy> pending(BoxId box) {
    Comparator<Copy> byUrgency =
        Comparator.<Copy, Priority>comparing(copy -> copy.message().priority())
            .thenComparingLong(Copy::position);
    return held(box).stream().filter(copy -> copy.state().isPending()).sorted(byUrgency).toList();
  }

  long firstPending(BoxId box) {
    return pending(box).stream().mapToLong(Copy::position).min().orElse(stats(box).next());
  }

  List<CopyRef> copiesOf(MessageId id) {
    if (!messages.containsKey(id)) {
      return List.of();
    }
    return placesOf(id).stream()
        .flatMap(place -> Stream.ofNullable(at(place.box(), place.position())))
        .map(copy -> new CopyRef(copy.box(), copy.position(), copy.state(), copy.attempts()))
        .toList();
  }

  long positionOf(BoxId box, MessageId id) {
    return copiesOf(id).reversed().stream()
        .filter(copy -> copy.box().equals(box))
        .mapToLong(CopyRef::position)
        .findFirst()
        .orElse(-1);
  }

  BoxStats stats(BoxId id) {
    Box box = boxes.get(id);
    if (box == null) {
      return BoxStats.EMPTY;
    }
    long unread =
        held(id).stream()
            .filter(copy -> copy.state().isPending() || copy.state() == State.DELIVERED)
            .count();
    return new BoxStats(box.first, box.copies.size(), pending(id).size(), unread);
  }

  Map<BoxId, BoxStats> allStats() {
    Map<BoxId, BoxStats> all = new HashMap<>();
    boxes.keySet().forEach(id -> all.put(id, stats(id)));
    return all;
  }

  void trim(BoxId id, long beforePosition) {
    Box box = boxes.get(id);
    if (box != null) {
      box.first = (int) Math.max(box.first, Math.min(beforePosition, box.copies.size()));
    }
  }

  long positionAtOrAfter(BoxId box, long unixMillis) {
    return held(box).stream()
        .filter(copy -> copy.message().timestamp() >= unixMillis)
        .mapToLong(Copy::position)
        .findFirst()
        .orElse(stats(box).next());
  }

  long sweep() {
    List<MessageId> gone = messages.keySet().stream().filter(id -> copiesOf(id).isEmpty()).toList();
    gone.forEach(messages::remove);
    return gone.size();
  }
}
