package dev.parley.stores.rocksdb;

import dev.parley.core.message.MessageId;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;

/**
 * The ids that senders chose as the open commit sees them. Those that name about the time at which
 * they come go into pages; others, such as random ones, get a key each. Committer thread only.
 */
final class OpenIds {
  private static final long NEAR_MILLIS = Duration.ofSeconds(10).toMillis();

  private final Engine engine;
  private final Batch batch;
  private final RecentIds recent;
  private final Map<Long, OpenPage> pages = new HashMap<>();
  private final Map<MessageId, Long> ofCommit = new HashMap<>();

  /** Does any id have a key of its own? If none has, nobody needs to look. */
  private boolean anyKeys;

  /** The ids of one span since the page before was full. */
  private static final class OpenPage {
    final long first;
    final Output entries = new Output(GivenIds.ENTRIES_MAX * 14);
    int count;

    OpenPage(long first) {
      this.first = first;
    }
  }

  OpenIds(Engine engine, Batch batch) {
    this.engine = engine;
    this.batch = batch;
    byte[] last = engine.lastKey(Family.BOXES, Keys.GIVEN_IDS);
    this.recent = new RecentIds(last == null ? -1 : Keys.spanOf(last));
    this.anyKeys = engine.lastKey(Family.IDS, null) != null;
  }

  void startOver() {
    pages.clear();
    ofCommit.clear();
    recent.forget();
  }

  void add(MessageId id, long number, long timestamp) {
    ofCommit.put(id, number);
    OpenPage page = GivenIds.isNear(id, timestamp, NEAR_MILLIS) ? pageFor(id, number) : null;
    if (page == null) {
      anyKeys = true;
      batch.put(Family.IDS, Keys.id(id), Keys.number(number));
      return;
    }
    GivenIds.write(id, number - page.first, page.entries);
    recent.add(id, number);
    if (++page.count == GivenIds.ENTRIES_MAX) {
      long span = GivenIds.spanOf(id);
      put(span, page);
      pages.remove(span);
    }
  }

  private @Nullable OpenPage pageFor(MessageId id, long number) {
    long span = GivenIds.spanOf(id);
    OpenPage page = pages.get(span);
    if (page == null && recent.takesPage(span)) {
      page = new OpenPage(number);
      pages.put(span, page);
    }
    return page;
  }

  private void put(long span, OpenPage page) {
    batch.put(Family.BOXES, Keys.givenIds(span, page.first), page.entries);
  }

  /** Puts what is not in the batch yet. */
  void writePages() {
    pages.forEach(this::put);
    pages.clear();
  }

  /** Of the open commit alone; null when it has none. */
  @Nullable Long numberInCommit(MessageId id) {
    return ofCommit.get(id);
  }

  /** Of what is stored: the number it should be, if any message has it, or -1. */
  long numberOf(MessageId id) {
    Long remembered = recent.numberOf(id);
    if (remembered != null && Body.isNumberOf(engine, engine.latest(), remembered, id)) {
      return remembered;
    }
    long number = recent.isInNoPage(id) ? -1 : GivenIds.numberOf(engine, null, id);
    return number < 0 && anyKeys ? keyed(engine, engine.latest(), id) : number;
  }

  /** The number under an id's own key, or -1. */
  static long keyed(Engine engine, ReadOptions as, MessageId id) {
    byte[] number = engine.get(as, Family.IDS, Keys.id(id));
    return number == null ? -1 : Keys.numberOf(number);
  }
}
