package dev.parley.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.message.MessageId;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.BoxStats;
import dev.parley.core.store.Copy;
import dev.parley.core.store.MessageStore;
import dev.parley.core.store.StoredMessage;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

/** Asks a store and the model the same questions, through every method there is. */
final class Comparison {
  static final String TABLE = "table";
  private static final int IDS_MAX = 40;

  private final MessageStore store;
  private final Model model;
  private final Random random;
  private final String story;

  Comparison(MessageStore store, Model model, Random random, String story) {
    this.store = store;
    this.model = model;
    this.random = random;
    this.story = story;
  }

  void compare(List<BoxId> boxes) {
    boxes.forEach(this::compare);
    compareMessages();
    compareOrder();
    compareRecords();
    Map<BoxId, BoxStats> listed = new HashMap<>();
    store.forEachBox(listed::put);
    assertThat(listed).as(story).isEqualTo(model.allStats());
    assertThat(store.nextNumber()).as(story).isEqualTo(model.nextNumber());
  }

  private void compare(BoxId box) {
    List<Copy> held = model.held(box);
    BoxStats stats = model.stats(box);
    long position = random.nextLong(stats.next() + 2) - 1;
    int limit = random.nextInt(200);
    assertThat(store.stats(box)).as(story).isEqualTo(stats);
    assertThat(store.readForward(box, position, limit))
        .as(story)
        .isEqualTo(held.stream().filter(at -> at.position() >= position).limit(limit).toList());
    assertThat(store.readBackward(box, position, limit))
        .as(story)
        .isEqualTo(
            held.reversed().stream().filter(at -> at.position() < position).limit(limit).toList());
    assertThat(store.pending(box, limit))
        .as(story)
        .isEqualTo(model.pending(box).stream().limit(limit).toList());
    List<Long> some = List.of(position, position / 2, position + 1, 0L);
    assertThat(store.read(box, some))
        .as(story)
        .isEqualTo(some.stream().flatMap(at -> Stream.ofNullable(model.at(box, at))).toList());
    if (!box.equals(BoxId.DEAD_LETTERS)) {
      long time = Messages.timestampOf(random.nextLong(model.nextNumber() + 1));
      assertThat(store.positionAtOrAfter(box, time))
          .as(story)
          .isEqualTo(model.positionAtOrAfter(box, time));
    }
  }

  private void compareMessages() {
    List<MessageId> ids = model.ids();
    Collections.shuffle(ids, random);
    for (MessageId id : ids.subList(0, Math.min(IDS_MAX, ids.size()))) {
      StoredMessage expected = model.find(id);
      assertThat(store.find(id).orElse(null)).as(story).isEqualTo(expected);
      if (expected != null) {
        assertThat(store.find(id).orElseThrow().json()).as(story).isEqualTo(expected.json());
      }
      assertThat(store.copiesOf(id)).as(story).isEqualTo(model.copiesOf(id));
    }
  }

  private void compareOrder() {
    long from = random.nextLong(model.nextNumber() + 1);
    int limit = 1 + random.nextInt(100);
    assertThat(store.messagesFrom(from, limit))
        .as(story)
        .isEqualTo(model.filedFrom(from).stream().limit(limit).toList());
  }

  private void compareRecords() {
    Map<String, byte[]> listed = new HashMap<>();
    store.forEachRecord(TABLE, listed::put);
    assertThat(listed.keySet()).as(story).isEqualTo(model.records.keySet());
    model.records.forEach(
        (key, value) -> {
          assertThat(listed.get(key)).as(story).isEqualTo(value);
          assertThat(store.record(TABLE, key)).as(story).contains(value);
        });
  }
}
