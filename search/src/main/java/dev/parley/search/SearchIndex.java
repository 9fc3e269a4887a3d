package dev.parley.search;

import dev.parley.core.broker.NumberLine;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.MessageId;
import dev.parley.core.search.MessageSearch;
import dev.parley.core.search.SearchPage;
import dev.parley.core.search.SearchQuery;
import dev.parley.core.store.MessageStore;
import dev.parley.core.store.StoreException;
import dev.parley.core.store.StoredMessage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.Term;
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

  private static final int CHUNK = 500;
  private static final int LATE_MAX = 100;
  private static final long LOOK_NANOS = 150_000_000L;
  private static final long GIVE_WAY_NANOS_MAX = 500_000_000L;
  private static final long RETRY_NANOS = 5_000_000_000L;
  private static final long SAVE_MILLIS = 15_000;
  private static final long NUMBER_PATIENCE_MILLIS = 30_000;
  private static final long STOP_MILLIS = 5_000;

  private final MessageStore store;
  private final IndexFiles files;
  private final IndexWriter writer;
  private final SearcherManager searchers;
  private final Documents documents;
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
    this.documents = new Documents(store);
    this.searches = new Searches(store, new Words(analyzer));
    this.saved = files.settled(writer);
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
        long end = store.nextNumber();
        long start = System.nanoTime();
        boolean more = follow();
        save(false);
        if (!more) {
          LockSupport.parkNanos(LOOK_NANOS);
        } else if (store.nextNumber() - end > CHUNK) {
          giveWay(System.nanoTime() - start);
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
   * More comes than can be indexed: messages come first, and the index takes a tenth of a core
   * until the rush is over.
   */
  private static void giveWay(long workedNanos) {
    LockSupport.parkNanos(Math.min(19 * workedNanos, GIVE_WAY_NANOS_MAX));
  }

  /** Takes a chunk; true when there may be more. */
  private boolean follow() throws IOException {
    boolean late = takeLate();
    if (store.nextNumber() - 1 <= line.highest()) {
      caughtUp = true;
      if (late) {
        searchers.maybeRefresh();
      }
      return false;
    }
    List<StoredMessage> chunk = store.messagesFrom(line.highest() + 1, CHUNK);
    for (StoredMessage message : chunk) {
      take(message);
    }
    if (late || !chunk.isEmpty()) {
      searchers.maybeRefresh();
    }
    // A chunk of large messages is short: only one that is empty is the end.
    caughtUp = chunk.isEmpty();
    return !caughtUp;
  }

  /** What had not come when greater numbers had. */
  private boolean takeLate() throws IOException {
    boolean any = false;
    line.settled(System.currentTimeMillis());
    for (long number : line.missing(LATE_MAX)) {
      for (StoredMessage message : store.messagesFrom(number, 1)) {
        if (message.number() == number) {
          take(message);
          any = true;
        }
      }
    }
    return any;
  }

  private void take(StoredMessage message) throws IOException {
    writer.updateDocument(new Term(Fields.ID, message.id().toString()), documents.of(message));
    line.saw(message.number(), System.currentTimeMillis());
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
  private void forget(MessageId id) {
    try {
      writer.deleteDocuments(new Term(Fields.ID, id.toString()));
    } catch (IOException e) {
      LOG.debug("{} stays in the search index", id, e);
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
