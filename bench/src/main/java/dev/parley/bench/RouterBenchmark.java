package dev.parley.bench;

import dev.parley.core.address.Path;
import dev.parley.core.address.Pattern;
import dev.parley.core.routing.SubscriptionTrie;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Look-ups in a trie of ten thousand and of a million subscriptions, one in ten with wildcards.
 *
 * <p>The bars: a million look-ups a second with a million subscriptions, and the same look-ups
 * ({@code lookups=shared}) within twice the time ten thousand take. {@code lookups=own} spreads
 * them over the whole population, so that with a million nothing they touch is in a cache: what a
 * hub without any favourite would see.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 10, time = 1)
@Fork(
    value = 2,
    jvmArgsAppend = {"-Xms2g", "-Xmx2g", "-XX:+UseTransparentHugePages"})
public class RouterBenchmark {

  private static final int LOOKUPS = 1 << 14;
  private static final int SMALL = 10_000;

  @Param({"10000", "1000000"})
  public int subscriptions;

  @Param({"shared", "own"})
  public String lookups = "shared";

  private final SubscriptionTrie<Integer> trie = new SubscriptionTrie<>();
  private final Path[] paths = new Path[LOOKUPS];
  private int next;

  @Setup
  public void fill() {
    var population = new RouterPopulation(subscriptions);
    var random = new SplittableRandom(7);
    for (int i = 0; trie.size() < subscriptions; i++) {
      boolean wild = random.nextInt(10) == 0;
      String pattern = wild ? population.wildcard(random) : population.literal(random);
      trie.add(Pattern.parse(pattern), i);
    }
    var asked = lookups.equals("shared") ? new RouterPopulation(SMALL) : population;
    var askedRandom = new SplittableRandom(99);
    for (int i = 0; i < LOOKUPS; i++) {
      paths[i] = Path.parse(asked.literal(askedRandom));
    }
  }

  @Benchmark
  public void match(Blackhole blackhole) {
    trie.match(paths[next++ & (LOOKUPS - 1)], subscriber -> blackhole.consume((Object) subscriber));
  }
}
