package dev.parley.stores.rocksdb;

import dev.parley.core.message.MessageId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One round of collecting bodies that no box holds any more. It follows the marks that trims leave
 * behind, so it costs what was trimmed and not what is stored: every trimmed copy's message is
 * looked at once, and whichever box trims it last takes the body along.
 *
 * <p>Runs beside the writer. Each page is done under the writer's lock, so that a message cannot be
 * placed again between the look and the deletion. Nothing is synced: a round that a crash takes
 * back is simply done again.
 */
final class Sweep {
  /** A round also ends when this many times the wanted bodies were looked at and are still held. */
  private static final int LOOKS_PER_BODY = 16;

  private final Engine engine;
  private final Lock writing;
  private final LongSupplier nextNumber;
  private final HubIds hubIds;
  private final Map<Integer, Long> firstOf = new HashMap<>();
  private final Batch batch = new Batch();
  private final Set<Long> inBatch = new HashSet<>();
  private final int bodiesMax;
  private long collected;
  private long looked;

  Sweep(Engine engine, Lock writing, LongSupplier nextNumber, HubIds hubIds, int bodiesMax) {
    this.engine = engine;
    this.writing = writing;
    this.nextNumber = nextNumber;
    this.hubIds = hubIds;
    this.bodiesMax = bodiesMax;
  }

  long run() {
    sweepOrphans();
    sweepRefiled();
    Trim trim = nextTrim();
    while (trim != null && !isOver()) {
      sweep(trim);
      trim = nextTrim();
    }
    return collected;
  }

  private boolean isOver() {
    return collected >= bodiesMax || looked >= (long) bodiesMax * LOOKS_PER_BODY;
  }

  private void sweepOrphans() {
    byte[] from = {Keys.ORPHAN};
    byte[] before = {Keys.ORPHAN + 1};
    try (Cursor orphans = engine.cursor(null, Family.BOXES, from, before)) {
      for (; orphans.isAtKey() && !isOver(); orphans.next()) {
        byte[] key = orphans.key();
        writing.lock();
        try {
          look(Keys.numberOf(key));
          batch.delete(Family.BOXES, key);
          write();
        } finally {
          writing.unlock();
        }
      }
    }
  }

  /**
   * Forgets that messages were filed again which are gone. There are few, as dead letters are
   * replayed by hand; a round that has enough to do begins with the oldest again.
   */
  private void sweepRefiled() {
    byte[] from = {Keys.REFILED};
    byte[] before = {Keys.REFILED + 1};
    boolean any = false;
    try (Cursor refiled = engine.cursor(null, Family.BOXES, from, before)) {
      for (; refiled.isAtKey() && !isOver(); refiled.next()) {
        looked++;
        byte[] message = Keys.number(Refiled.messageOf(refiled.value()));
        if (engine.getPrefix(engine.latest(), Family.MESSAGES, message, 1) == null) {
          batch.delete(Family.BOXES, refiled.key());
          any = true;
        }
      }
    }
    if (!any) {
      return;
    }
    writing.lock();
    try {
      write();
    } finally {
      writing.unlock();
    }
  }

  /** The marks of the first box that has any. */
  private @Nullable Trim nextTrim() {
    byte[] from = {Keys.TRIMMED};
    byte[] before = {Keys.TRIMMED + 1};
    List<byte[]> keys = new ArrayList<>();
    try (Cursor marks = engine.cursor(null, Family.BOXES, from, before)) {
      for (; marks.isAtKey(); marks.next()) {
        byte[] key = marks.key();
        if (!keys.isEmpty() && Keys.boxOf(key) != Keys.boxOf(keys.getFirst())) {
          break;
        }
        keys.add(key);
      }
    }
    return keys.isEmpty()
        ? null
        : new Trim(Keys.boxOf(keys.getFirst()), Keys.numberOf(keys.getLast()), keys);
  }

  private void sweep(Trim trim) {
    byte[] mark = engine.get(Family.BOXES, Keys.swept(trim.box));
    long from = mark == null ? 0 : new Input(mark).varint();
    while (from < trim.position && !isOver()) {
      int page = Page.of(from);
      long to = Math.min(trim.position, Page.firstPositionOf(page + 1));
      sweepPage(trim, page, from, to);
      from = to;
    }
  }

  private void sweepPage(Trim trim, int page, long from, long to) {
    writing.lock();
    try {
      Page entries = read(trim.box, page);
      for (long position = from; entries != null && position < to; position++) {
        look(entries.number(Page.indexOf(position)));
      }
      if (to == Page.firstPositionOf(page + 1)) {
        batch.delete(Family.BOXES, Keys.page(trim.box, page));
      }
      Output mark = new Output(10);
      mark.varint(to);
      batch.put(Family.BOXES, Keys.swept(trim.box), mark);
      if (to == trim.position) {
        trim.keys.forEach(key -> batch.delete(Family.BOXES, key));
      }
      write();
    } finally {
      writing.unlock();
    }
  }

  private @Nullable Page read(int box, int page) {
    byte[] sealed = engine.get(Family.BOXES, Keys.page(box, page));
    if (sealed != null) {
      return Page.read(sealed);
    }
    byte[] value = engine.get(Family.BOXES, Keys.head(box));
    Head head = value == null ? null : Head.read(value);
    return head != null && head.tailPage() == page ? head.tail() : null;
  }

  /** Deletes the body if every copy of it is trimmed. */
  private void look(long number) {
    looked++;
    Body body = inBatch.contains(number) ? null : Body.readWithoutJson(engine, number);
    if (body == null) {
      return; // another trimmed copy has led to it before
    }
    for (int i = 0; i < body.boxes().length; i++) {
      if (body.positions()[i] >= firstOf(body.boxes()[i])) {
        return;
      }
    }
    batch.delete(Family.MESSAGES, Keys.number(number));
    inBatch.add(number);
    if (hubIds.numberOf(body.id()) != number) {
      forget(body.id(), number);
    }
    collected++;
  }

  /** Deletes an id's own key, or the page it is in when that leads to no message any more. */
  private void forget(MessageId id, long number) {
    byte[] key = GivenIds.pageOf(engine, id, number);
    if (key == null) {
      batch.delete(Family.IDS, Keys.id(id));
      return;
    }
    byte[] page = engine.get(Family.BOXES, key);
    if (page != null && !GivenIds.anyOf(Keys.numberOf(key), page, this::isLeft)) {
      batch.delete(Family.BOXES, key);
    }
  }

  private boolean isLeft(long number) {
    return !inBatch.contains(number)
        && engine.getPrefix(engine.latest(), Family.MESSAGES, Keys.number(number), 1) != null;
  }

  /** As of some moment in this round; it only ever grows. */
  private long firstOf(int box) {
    return firstOf.computeIfAbsent(
        box,
        _ -> {
          byte[] head = engine.get(Family.BOXES, Keys.head(box));
          return head == null ? 0 : Head.readCounts(head).first();
        });
  }

  private void write() {
    // Bodies at the end may be among those collected, and their numbers must not come again.
    batch.put(Family.DEFAULT, Keys.NUMBERS, Keys.number(nextNumber.getAsLong()));
    engine.write(batch, false);
    batch.clear();
    inBatch.clear();
  }

  /** Copies before a position that are gone, with the marks that say so. */
  private record Trim(int box, long position, List<byte[]> keys) {}
}
