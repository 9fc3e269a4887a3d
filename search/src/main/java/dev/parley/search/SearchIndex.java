package dev.parley.search;

import dev.parley.core.broker.NumberLine;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.search.MessageSearch;
import dev.parley.core.search.SearchPage;
import dev.parley.core.search.SearchQuery;
import dev.parley.core.store.FiledMessage;
import dev.parley.core.store.MessageStore;
import dev.parley.core.store.StoreException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.LongField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.SearcherFactory;
import org.apache.lucene.search.SearcherManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The index of all messages. It follows the store by message number and remembers, in the index
 * itself, how far it has come: after a crash it goes on from there, and without an index from the
 * beginning. A message can be found a moment after it was accepted.
 */
public final class SearchIndex implements MessageSearch, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SearchIndex.class);

  /** Kept, because the JDK forgets loggers that nobody holds, and their levels with them. */
  private static final java.util.logging.Logger VECTOR_ADVICE =
      java.util.logging.Logger.getLogger(
          "org.apache.lucene.internal.vectorization.VectorizationProvider");

  static {
    // It advises to start Java with a module that only searches in vectors would need.
    VECTOR_ADVICE.setLevel(java.util.logging.Level.OFF);
  }

  private static final int CHUNK = 2_000;
  private static final int LATE_MAX = 100;
  private static final long LOOK_NANOS = 150_000_000L;

  /** So many messages within one look: as many as a busy core can index, or more. */
  private static final int RUSH = 1_000;

  private static final long RUSH_LOOK_NANOS = 20_000_000L;
  private static final int RUSH_LOOKS_MAX = 100;
  private static final long RETRY_NANOS = 5_000_000_000L;
  private static final long SAVE_MILLIS = 15_000;
  private static final long NUMBER_PATIENCE_MILLIS = 30_000;
  private static final long STOP_MILLIS = 5_000;

  private final MessageStore store;
  private final IndexFiles files;
  private final IndexWriter writer;
  private final SearcherManager searchers;
  private final Searches searches;
  private final Thread thread;
  private volatile boolean closing;
  private volatile boolean caughtUp;

  // The thread's own.
  private final NumberLine line;
  private long savedAt;
  private long saved;

  private SearchIndex(Path directory, MessageStore store) throws IOException {
    this.store = store;
    StandardAnalyzer analyzer = new StandardAnalyzer();
    this.files = new IndexFiles(directory, analyzer);
    this.writer = files.open();
    this.searchers = new SearcherManager(writer, new SearcherFactory());
    this.searches = new Searches(store, new Words(analyzer));
    this.saved = files.settled(writer);
    if (saved >= store.nextNumber()) {
      // It is the index of another store: this one was restored, or made anew.
      writer.deleteAll();
      saved = 0;
    }
    // What the last run had taken beyond that is taken once more.
    writer.deleteDocuments(LongField.newRangeQuery(Fields.NUMBER, saved + 1, Long.MAX_VALUE));
    this.line = new NumberLine(saved, NUMBER_PATIENCE_MILLIS);
    // A platform thread: the store's native calls would pin a carrier.
    this.thread = Thread.ofPlatform().name("parley-search").daemon().unstarted(this::run);
  }

  /** Opens the index, or starts a new one where there is none that can be read. */
  public static SearchIndex open(Path directory, MessageStore store) {
    try {
      SearchIndex index = new SearchIndex(directory, store);
      index.thread.start();
      return index;
    } catch (IOException e) {
      throw new UncheckedIOException("the search index in " + directory + " cannot be opened", e);
    }
  }

  // ---- following the store

  private void run() {
    while (!closing) {
      try {
        giveWay();
        boolean more = follow();
        save(false);
        if (!more) {
          LockSupport.parkNanos(LOOK_NANOS);
        }
      } catch (IOException | StoreException | UncheckedIOException e) {
        if (!closing) {
          LOG.warn("the search index falls behind: {}", e.toString());
          LockSupport.parkNanos(RETRY_NANOS);
        }
      } catch (RuntimeException e) {
        LOG.error("the search index falls behind", e);
        LockSupport.parkNanos(RETRY_NANOS);
      }
    }
  }

  /**
   * Messages come first: while they rush in, the index stands aside, and takes a chunk now and then
   * so that it never stands still.
   */
  private void giveWay() {
    for (int i = 0; i < RUSH_LOOKS_MAX && !closing; i++) {
      long before = store.nextNumber();
      if (before - line.highest() <= CHUNK) {
        return;
      }
      LockSupport.parkNanos(RUSH_LOOK_NANOS);
      if (store.nextNumber() - before < RUSH) {
        return;
      }
    }
  }

  /** Takes a chunk; true when there may be more. */
  private boolean follow() throws IOException {
    takeLate();
    if (store.nextNumber() - 1 <= line.highest()) {
      caughtUp = true;
      return false;
    }
    List<FiledMessage> chunk = store.messagesFrom(line.highest() + 1, CHUNK);
    for (FiledMessage filed : chunk) {
      take(filed);
    }
    // A chunk of large messages is short: only one that is empty is the end.
    caughtUp = chunk.isEmpty();
    return !caughtUp;
  }

  /** What had not come when greater numbers had. */
  private void takeLate() throws IOException {
    line.settled(System.currentTimeMillis());
    for (long number : line.missing(LATE_MAX)) {
      for (FiledMessage filed : store.messagesFrom(number, 1)) {
        if (filed.message().number() == number) {
          take(filed);
        }
      }
    }
  }

  private void take(FiledMessage filed) throws IOException {
    writer.addDocument(Documents.of(filed));
    line.saw(filed.message().number(), System.currentTimeMillis());
  }

  private void save(boolean now) throws IOException {
    long millis = System.currentTimeMillis();
    long settled = line.settled(millis);
    if (settled == saved || !(now || millis - savedAt >= SAVE_MILLIS)) {
      return;
    }
    files.settle(writer, settled);
    savedAt = millis;
    saved = settled;
  }

  // ---- searching

  @Override
  public SearchPage search(SearchQuery query) {
    try {
      // Here and not after every chunk: a look at what is new makes a segment, however small.
      searchers.maybeRefreshBlocking();
      IndexSearcher searcher = searchers.acquire();
      try {
        return searches.run(searcher, query, this::forget);
      } finally {
        searchers.release(searcher);
      }
    } catch (IOException e) {
      LOG.error("a search failed", e);
      throw new Refused(ErrorCode.INTERNAL, "the search index cannot be read");
    }
  }

  /** What the store no longer has is of no use to anybody. */
  private void forget(long number) {
    try {
      writer.deleteDocuments(LongField.newExactQuery(Fields.NUMBER, number));
    } catch (IOException e) {
      LOG.debug("message {} stays in the search index", number, e);
    }
  }

  /** Has everything been taken that was in the store at the last look? */
  public boolean isCaughtUp() {
    return caughtUp;
  }

  @Override
  public void close() {
    closing = true;
    LockSupport.unpark(thread);
    try {
      thread.join(STOP_MILLIS);
      save(true);
      searchers.close();
      writer.close();
      files.close();
    } catch (IOException e) {
      LOG.warn("the search index did not close cleanly: {}", e.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
