package dev.parley.memory;

import dev.parley.agents.memory.Layer;
import dev.parley.agents.memory.Memory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * Measures recalling among many memories of one agent: {@code RecallBench COUNT QUERIES}. Their
 * texts are made of random words; their vectors are random, too, because to make real ones takes
 * longer than everything else and does not change how they are searched. Queries are real ones,
 * with real vectors. A program, not a test; start it with {@code -Xss16m}.
 */
final class RecallBench {
  private static final int DIMENSIONS = 384;
  private static final String[] WORDS =
      ("plan review ship deploy build test fail green red blue meeting room monday tuesday friday"
              + " carla bob ada printer ticket report budget cost server database index message"
              + " agent brain turn cat dog tea coffee rain sun train plane door window")
          .split(" ");

  private RecallBench() {}

  public static void main(String[] arguments) throws Exception {
    int count = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 100_000;
    int queries = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 300;
    Random random = new Random(1);
    Path folder = Files.createTempDirectory("parley-recall");
    LocalEmbedder model = new LocalEmbedder();
    try (OpenIndex index = OpenIndex.at(folder)) {
      long start = System.nanoTime();
      for (int i = 0; i < count; i++) {
        index.put(memory(random, i), vector(random));
      }
      index.commit();
      index.refresh();
      System.out.printf(
          "%d memories taken in, without their vectors, in %d s%n",
          count, TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start));
      for (int round = 0; round < 2; round++) {
        long[] took = new long[queries];
        for (int i = 0; i < queries; i++) {
          String query = sentence(random, 6);
          long from = System.nanoTime();
          List<?> _ =
              index.search("ada", EnumSet.allOf(Layer.class), query, model.embed(query), 10);
          took[i] = System.nanoTime() - from;
        }
        Arrays.sort(took);
        System.out.printf(
            "%s: p50 %.1f ms, p95 %.1f ms, p99 %.1f ms%n",
            round == 0 ? "cold" : "warm",
            took[queries / 2] / 1e6,
            took[queries * 95 / 100] / 1e6,
            took[queries * 99 / 100] / 1e6);
      }
    }
  }

  private static Memory memory(Random random, int i) {
    return new Memory("m" + i, "ada", Layer.TACIT, "", sentence(random, 12), i, i, 1);
  }

  private static String sentence(Random random, int words) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < words; i++) {
      text.append(WORDS[random.nextInt(WORDS.length)]).append(random.nextInt(200)).append(' ');
      text.append(WORDS[random.nextInt(WORDS.length)]).append(' ');
    }
    return text.toString();
  }

  private static float[] vector(Random random) {
    float[] vector = new float[DIMENSIONS];
    double square = 0;
    for (int i = 0; i < DIMENSIONS; i++) {
      vector[i] = (float) random.nextGaussian();
      square += vector[i] * vector[i];
    }
    float length = (float) Math.sqrt(square);
    for (int i = 0; i < DIMENSIONS; i++) {
      vector[i] /= length;
    }
    return vector;
  }
}
