package dev.parley.search;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.journal.Follower;
import dev.parley.core.journal.Journal;
import dev.parley.core.search.Audience;
import dev.parley.core.search.MessageSearch;
import dev.parley.core.search.SearchPage;
import dev.parley.core.search.SearchQuery;
import dev.parley.core.store.FiledMessage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.LongField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.SearcherFactory;
import org.apache.lucene.search.SearcherManager;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The index of all messages. It follows the journal and remembers, in the index itself, how far it
 * has come: after a crash it goes on from there, and without an index from the beginning. A message
 * can be found a moment after it was accepted.
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

  /** A message can be found a moment after it was accepted; many are indexed together. */
  private static final Follower.Options FOLLOWING =
      new Follower.Options(CHUNK, Duration.ofMillis(150));

  /** So many messages within one look: as many as a busy core can index, or more. */
  private static final int RUSH = 1_000;

  private static final long RUSH_LOOK_NANOS = 20_000_000L;
  private static final int RUSH_LOOKS_MAX = 100;
  private static final long SAVE_MILLIS = 15_000;

  private final Journal journal;
  private final IndexFiles files;
  private final IndexWriter writer;
  private final SearcherManager searchers;
  private final Searches searches;
  private @Nullable Follower follower;
  private volatile boolean closing;

  // The follower's own.
  private long taken;
  private boolean torn;
  private long savedAt;
  private long saved;

  private SearchIndex(Path directory, Journal journal, Audience audience) throws IOException {
    this.journal = journal;
    StandardAnalyzer analyzer = new StandardAnalyzer();
    this.files = new IndexFiles(directory, analyzer);
    this.writer = files.open();
    this.searchers = new SearcherManager(writer, new SearcherFactory());
    this.searches = new Searches(journal, audience, new Words(analyzer));
    this.saved = files.settled(writer);
    if (saved > journal.end()) {
      // It is the index of another store: this one was restored, or made anew.
      writer.deleteAll();
      saved = 0;
    }
    // What the last run had taken beyond that is taken once more.
    forgetAfter(saved);
    this.taken = saved;
  }

  private void forgetAfter(long number) throws IOException {
    writer.deleteDocuments(LongField.newRangeQuery(Fields.NUMBER, number + 1, Long.MAX_VALUE));
  }

  /** Opens the index, or starts a new one where there is none that can be read. */
  public static SearchIndex open(Path directory, Journal journal, Audience audience) {
    try {
      SearchIndex index = new SearchIndex(directory, journal, audience);
      index.follower = journal.follow("search", index.saved, FOLLOWING, index::take);
      return index;
    } catch (IOException e) {
      throw new UncheckedIOException("the search index in " + directory + " cannot be opened", e);
    }
  }

  // ---- following the journal

  /**
   * Messages come first: while they rush in, the index stands aside, and takes a chunk now and then
   * so that it never stands still.
   */
  private void giveWay(long cursor) {
    for (int i = 0; i < RUSH_LOOKS_MAX && !closing; i++) {
      long before = journal.end();
      if (before - cursor < CHUNK) {
        return;
      }
      LockSupport.parkNanos(RUSH_LOOK_NANOS);
      if (journal.end() - before < RUSH) {
        return;
      }
    }
  }

  private void take(List<FiledMessage> entries) {
    giveWay(taken);
    try {
      if (torn) {
        forgetAfter(taken);
      }
      torn = true;
      for (FiledMessage filed : entries) {
        if (filed.isFiledAgain()) {
          takeAgain(filed.message().number());
        } else {
          writer.addDocument(Documents.of(filed));
        }
      }
      taken = entries.getLast().number();
      torn = false;
      save(false);
    } catch (IOException e) {
      throw new UncheckedIOException("the search index falls behind", e);
    }
  }

  /** A message has reached more inboxes than it had when it was indexed. */
  private void takeAgain(long number) throws IOException {
    writer.deleteDocuments(LongField.newExactQuery(Fields.NUMBER, number));
    for (FiledMessage filed : journal.read(number - 1, 1)) {
      if (filed.number() == number) {
        writer.addDocument(Documents.filedAgain(filed));
      }
    }
  }

  private void save(boolean now) throws IOException {
    long millis = System.currentTimeMillis();
    if (taken == saved || !(now || millis - savedAt >= SAVE_MILLIS)) {
      return;
    }
    files.settle(writer, taken);
    savedAt = millis;
    saved = taken;
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
    return follower != null && follower.lag() == 0;
  }

  @Override
  public void close() {
    closing = true;
    if (follower != null) {
      follower.close();
    }
    try {
      save(true);
      searchers.close();
      writer.close();
      files.close();
    } catch (IOException e) {
      LOG.warn("the search index did not close cleanly: {}", e.toString());
    }
  }
}
