package dev.parley.bench.runtime;

import dev.parley.agents.memory.Layer;
import dev.parley.agents.memory.Memory;
import dev.parley.agents.memory.MemoryIndex;
import dev.parley.memory.Embedder;
import dev.parley.memory.LocalEmbedder;
import dev.parley.memory.LuceneMemoryIndex;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Recalling among many memories of one agent, through the product's own index. The vectors of the
 * memories are made of their words (the sum of one random vector for each word), because a model
 * would take an hour for them; they lie together where texts have words in common, as a model's do.
 * For each query the model really makes a vector, whose time counts, and the one of the words is
 * what is searched with.
 */
public final class Recall implements AutoCloseable {
  private static final int DIMENSIONS = 384;
  private static final int VOCABULARY = 5_000;
  private static final int WORDS = 24;
  private static final long FILL_MAX_NANOS = TimeUnit.MINUTES.toNanos(30);
  private static final String AGENT = "ada";
  private static final Set<Layer> LAYERS = EnumSet.allOf(Layer.class);

  private final Random random = new Random(1);
  private final LocalEmbedder model = new LocalEmbedder();
  private final Map<String, float[]> words = new HashMap<>();
  private final MemoryIndex index;
  private final AtomicInteger embedded = new AtomicInteger();
  private volatile boolean asking;

  public Recall(Path directory) {
    Embedder embedder = this::vector;
    index = LuceneMemoryIndex.at(directory, embedder);
  }

  /**
   * Takes in so many, all at once, as a hub does whose index has gone; nanoseconds. Making the
   * memories and their vectors beforehand is not counted.
   */
  public long fill(int count) throws InterruptedException {
    List<Memory> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(new Memory("m" + i, AGENT, Layer.TACIT, "", sentence(WORDS), i, i, 1));
    }
    Memory last = all.getLast();
    long start = System.nanoTime();
    index.align(() -> all);
    // Asking meanwhile would have it write a part of the index each time.
    while (embedded.get() < count || !isFound(last)) {
      if (System.nanoTime() - start > FILL_MAX_NANOS) {
        throw new IllegalStateException("the index does not take in " + count + " memories");
      }
      Thread.sleep(50);
    }
    return System.nanoTime() - start;
  }

  private boolean isFound(Memory memory) {
    return index.search(AGENT, LAYERS, memory.text(), 10).stream()
        .anyMatch(hit -> hit.id().equals(memory.id()));
  }

  /** Nanoseconds of each query, the model's work included. */
  public long[] query(int count) {
    asking = true;
    try {
      List<Long> nanos = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        String query = sentence(8);
        long start = System.nanoTime();
        List<?> _ = index.search(AGENT, LAYERS, query, 10);
        nanos.add(System.nanoTime() - start);
      }
      return nanos.stream().mapToLong(Long::longValue).toArray();
    } finally {
      asking = false;
    }
  }

  private synchronized float[] vector(String text) {
    int _ = embedded.incrementAndGet();
    if (asking) {
      float[] _ = model.embed(text);
    }
    float[] sum = new float[DIMENSIONS];
    for (String word : text.strip().split("\\s+")) {
      float[] each = words.computeIfAbsent(word, Recall::ofWord);
      for (int i = 0; i < DIMENSIONS; i++) {
        sum[i] += each[i];
      }
    }
    double square = 0;
    for (float each : sum) {
      square += each * each;
    }
    float length = (float) Math.sqrt(square);
    for (int i = 0; i < DIMENSIONS; i++) {
      sum[i] /= length;
    }
    return sum;
  }

  private static float[] ofWord(String word) {
    Random own = new Random(word.hashCode());
    float[] vector = new float[DIMENSIONS];
    for (int i = 0; i < DIMENSIONS; i++) {
      vector[i] = (float) own.nextGaussian();
    }
    return vector;
  }

  /** Few words are said often and many seldom. */
  private String sentence(int count) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      double share = random.nextDouble();
      text.append("word").append((int) (VOCABULARY * share * share * share)).append(' ');
    }
    return text.toString();
  }

  /** As shown: milliseconds. */
  public static double millis(long nanos) {
    return nanos / (double) TimeUnit.MILLISECONDS.toNanos(1);
  }

  @Override
  public void close() {
    index.close();
  }
}
