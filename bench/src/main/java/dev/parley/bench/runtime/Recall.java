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
  private static final int CHUNK = 2_000;
  private static final String AGENT = "ada";
  private static final Set<Layer> LAYERS = EnumSet.allOf(Layer.class);

  private final Random random = new Random(1);
  private final LocalEmbedder model = new LocalEmbedder();
  private final Map<String, float[]> words = new HashMap<>();
  private final MemoryIndex index;
  private volatile boolean asking;

  public Recall(Path directory) {
    Embedder embedder = this::vector;
    index = LuceneMemoryIndex.at(directory, embedder);
  }

  /** Takes in so many; nanoseconds. */
  public long fill(int count) {
    long start = System.nanoTime();
    for (int i = 0; i < count; i++) {
      index.put(new Memory("m" + i, AGENT, Layer.TACIT, "", sentence(WORDS), i, i, 1));
      if (i % CHUNK == CHUNK - 1) {
        List<?> _ = index.search(AGENT, LAYERS, sentence(1), 1); // it has taken in all before this
      }
    }
    List<?> _ = index.search(AGENT, LAYERS, sentence(1), 1);
    return System.nanoTime() - start;
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
