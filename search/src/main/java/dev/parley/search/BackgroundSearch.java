package dev.parley.search;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.journal.Journal;
import dev.parley.core.search.Audience;
import dev.parley.core.search.MessageSearch;
import dev.parley.core.search.SearchPage;
import dev.parley.core.search.SearchQuery;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An index that is opened while the hub already serves: it takes a moment that nobody should wait
 * for, and an index that cannot be opened is no reason not to pass on messages.
 */
public final class BackgroundSearch implements MessageSearch, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BackgroundSearch.class);
  private static final long PATIENCE_SECONDS = 10;

  private final CompletableFuture<SearchIndex> index = new CompletableFuture<>();

  private BackgroundSearch() {}

  public static BackgroundSearch open(Path directory, Journal journal, Audience audience) {
    BackgroundSearch search = new BackgroundSearch();
    Thread.ofPlatform()
        .name("parley-search-opening")
        .daemon()
        .start(
            () ->
                search.index.completeAsync(
                    () -> opened(directory, journal, audience), Runnable::run));
    return search;
  }

  private static SearchIndex opened(Path directory, Journal journal, Audience audience) {
    try {
      return SearchIndex.open(directory, journal, audience);
    } catch (RuntimeException e) {
      LOG.error("there is no search: {}", e.getMessage(), e);
      throw e;
    }
  }

  @Override
  public SearchPage search(SearchQuery query) {
    return ready().search(query);
  }

  private SearchIndex ready() {
    try {
      return index.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new Refused(ErrorCode.OVERLOADED, "the search index is still being opened");
    } catch (ExecutionException e) {
      throw new Refused(
          ErrorCode.STORE_UNAVAILABLE, "the search index cannot be opened; see the hub's log");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Refused(ErrorCode.SHUTTING_DOWN, "the hub is stopping");
    }
  }

  @Override
  public void close() {
    try {
      ready().close();
    } catch (Refused nothingToClose) {
      LOG.debug("the search index was not open: {}", nothingToClose.getMessage());
    }
  }
}
