package dev.parley.memory;

import dev.parley.agents.memory.Layer;
import dev.parley.agents.memory.Memory;
import dev.parley.agents.memory.MemoryIndex;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the memories: one platform thread takes in what is stored, two find what is asked for. It
 * is opened with the first memory. When more is stored than it can take in, it gives up on
 * following and compares with all there is as soon as it has time.
 */
public final class LuceneMemoryIndex implements MemoryIndex {
  private static final Logger LOG = LoggerFactory.getLogger(LuceneMemoryIndex.class);
  private static final int WAITING_MAX = 10_000;
  private static final int COMMIT_EVERY = 1_000;
  private static final long PATIENCE_SECONDS = 10;

  /**
   * The runtime of the model needs more than the megabyte that threads have by default, and ends
   * the process without a word when it does not get it.
   */
  private static final long STACK_BYTES = 16L << 20;

  private final Path path;
  private final Embedder embedder;
  private final ThreadPoolExecutor changes = threads("parley-memory-index", 1);
  private final ThreadPoolExecutor searches = threads("parley-memory-recall", 2);
  private volatile @Nullable OpenIndex open;
  private volatile Supplier<List<Memory>> all = List::of;
  private volatile boolean behind;
  private volatile boolean aligning;
  private volatile boolean speechless;
  private int sinceCommit;

  private LuceneMemoryIndex(Path path, Embedder embedder) {
    this.path = path;
    this.embedder = embedder;
  }

  /** Nothing is opened or loaded before there is something to remember. */
  public static LuceneMemoryIndex at(Path path, Embedder embedder) {
    return new LuceneMemoryIndex(path, embedder);
  }

  private static ThreadPoolExecutor threads(String name, int count) {
    return new ThreadPoolExecutor(
        count,
        count,
        0,
        TimeUnit.SECONDS,
        new ArrayBlockingQueue<>(WAITING_MAX),
        Thread.ofPlatform().name(name + "-", 0).stackSize(STACK_BYTES).daemon().factory());
  }

  private interface Change {
    void on(OpenIndex index) throws IOException;
  }

  @Override
  public void put(Memory memory) {
    change(index -> index.put(memory, vector(memory.subject() + "\n" + memory.text())));
  }

  @Override
  public void remove(String agent, String id) {
    change(index -> index.remove(agent + "/" + id));
  }

  @Override
  public void align(Supplier<List<Memory>> everything) {
    all = everything;
    if (Files.isDirectory(path) || !everything.get().isEmpty()) {
      behind = true;
      change(_ -> {});
    }
  }

  private void change(Change change) {
    try {
      changes.execute(() -> make(change));
    } catch (RejectedExecutionException e) {
      behind = true; // too much at once, or closed
    }
  }

  private void make(Change change) {
    try {
      OpenIndex index = opened();
      change.on(index);
      if (++sinceCommit >= COMMIT_EVERY) {
        sinceCommit = 0;
        index.commit();
      }
      if (behind && changes.getQueue().isEmpty()) {
        catchUp(index);
      }
    } catch (IOException | RuntimeException e) {
      LOG.warn("the index of memories did not take something in: {}", e.toString());
      behind = true;
    }
  }

  private OpenIndex opened() throws IOException {
    OpenIndex index = open;
    if (index == null) {
      index = OpenIndex.at(path);
      open = index;
    }
    return index;
  }

  private void catchUp(OpenIndex index) throws IOException {
    behind = false;
    aligning = true;
    try {
      Map<String, Long> there = index.updates();
      int taken = 0;
      for (Memory memory : all.get()) {
        Long updated = there.remove(memory.key());
        if (updated == null || updated != memory.updatedAt()) {
          index.put(memory, vector(memory.subject() + "\n" + memory.text()));
          taken++;
        }
        if (changes.isShutdown()) {
          return;
        }
      }
      for (String gone : there.keySet()) {
        index.remove(gone);
      }
      index.commit();
      if (taken > 0) {
        LOG.info("the index of memories has taken in {} that it lacked", taken);
      }
    } finally {
      aligning = false;
    }
  }

  /** Where the model cannot run, memories are found by their words alone. */
  private float @Nullable [] vector(String text) {
    if (speechless) {
      return null;
    }
    try {
      return embedder.embed(text);
    } catch (RuntimeException | LinkageError e) {
      speechless = true;
      LOG.warn("the embedding model does not run here; memories are found by words alone", e);
      return null;
    }
  }

  @Override
  public List<Hit> search(String agent, Set<Layer> layers, String query, int limit) {
    if (open == null && changes.getQueue().isEmpty() && changes.getActiveCount() == 0) {
      return List.of();
    }
    if (!aligning) {
      settled(changes, () -> true); // what was stored before is found
    }
    return settled(
        searches,
        () -> {
          OpenIndex index = open;
          if (index == null) {
            return List.of();
          }
          index.refresh();
          return index.search(agent, layers, query, vector(query), limit);
        });
  }

  private static <T> T settled(ThreadPoolExecutor threads, Callable<T> task) {
    Future<T> future;
    try {
      future = threads.submit(task);
    } catch (RejectedExecutionException e) {
      throw new Refused(ErrorCode.OVERLOADED, "too much is being remembered; ask again");
    }
    try {
      return future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Refused(ErrorCode.SHUTTING_DOWN, "interrupted while recalling");
    } catch (TimeoutException e) {
      future.cancel(false);
      throw new Refused(ErrorCode.TIMEOUT, "recalling takes too long right now; ask again");
    } catch (ExecutionException e) {
      LOG.warn("memories could not be searched", e.getCause());
      throw Refused.of(e);
    }
  }

  @Override
  public void close() {
    searches.shutdown();
    changes.shutdown();
    try {
      boolean ended =
          searches.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)
              && changes.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS);
      OpenIndex index = open;
      if (ended && index != null) {
        index.close();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      LOG.warn("the index of memories did not close cleanly", e);
    }
  }
}
