package dev.parley.core.routing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.address.Path;
import dev.parley.core.address.Pattern;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Readers look up while the writer adds and removes around the entries they look for. */
@Timeout(60)
class SubscriptionTrieConcurrencyTest {

  private static final int CHANGES = 100_000;
  private static final int WRITERS = 4;
  private static final int ADDS_EACH = 30_000;
  private static final List<String> STAYING =
      List.of("agent/ada", "agent/ada/main", "agent/*/main", "agent/**", "**/main", "*/ada/main");

  private final SubscriptionTrie<String> trie = new SubscriptionTrie<>();

  @Test
  void anEntryThatStaysIsFoundByEveryLookUpExactlyOnce() throws Exception {
    for (String pattern : STAYING) {
      trie.add(Pattern.parse(pattern), pattern);
    }

    whileReading(
        List.of("agent/ada/main", "agent/*/main", "agent/**"),
        SubscriptionTrieConcurrencyTest::churn);
  }

  @Test
  void anEntryIsFoundFromTheMomentItsAddReturnedAlsoWhileOthersJoinIt() throws Exception {
    var added = new AtomicInteger(-1);
    try (var threads = Executors.newFixedThreadPool(1)) {
      Future<?> writer =
          threads.submit(
              () -> {
                for (int i = 0; i < 100_000; i++) {
                  trie.add(Pattern.parse("agent/" + i), "first");
                  added.set(i);
                  trie.add(Pattern.parse("agent/" + i), "second");
                }
              });
      while (!writer.isDone()) {
        int newest = added.get();
        if (newest >= 0) {
          assertThat(reported(Path.parse("agent/" + newest))).contains("first");
        }
      }
      writer.get();
    }
  }

  @Test
  void addsAndRemovesOfSeveralThreadsAreAllKept() throws Exception {
    var together = new CyclicBarrier(WRITERS);
    try (var threads = Executors.newFixedThreadPool(WRITERS)) {
      var writers = new ArrayList<Future<?>>();
      for (int t = 0; t < WRITERS; t++) {
        String mine = "agent-" + t;
        writers.add(
            threads.submit(
                () -> {
                  together.await();
                  addAllAndRemoveTheEvenOnes(mine);
                  return mine;
                }));
      }
      for (Future<?> writer : writers) {
        writer.get();
      }
    }

    assertThat(trie.size()).isEqualTo(WRITERS * ADDS_EACH / 2);
    assertThat(reported(Path.parse("agent/*/main"))).hasSize(WRITERS * ADDS_EACH / 2);
  }

  private void addAllAndRemoveTheEvenOnes(String subscriber) {
    for (int i = 0; i < ADDS_EACH; i++) {
      trie.add(Pattern.parse("agent/" + i + "/main"), subscriber);
    }
    for (int i = 0; i < ADDS_EACH; i += 2) {
      trie.remove(Pattern.parse("agent/" + i + "/main"), subscriber);
    }
  }

  private void whileReading(List<String> paths, Churn churn) throws Exception {
    var done = new AtomicBoolean();
    try (var threads = Executors.newFixedThreadPool(paths.size())) {
      var readers = new ArrayList<Future<Integer>>();
      for (String path : paths) {
        readers.add(threads.submit(() -> readUntil(done, Path.parse(path))));
      }
      try {
        churn.run(trie);
      } finally {
        done.set(true);
      }
      for (Future<Integer> reader : readers) {
        assertThat(lookUps(reader)).isPositive();
      }
    }
  }

  private static int lookUps(Future<Integer> reader) throws InterruptedException {
    try {
      return reader.get();
    } catch (ExecutionException e) {
      throw new AssertionError("a reader failed", e.getCause());
    }
  }

  private int readUntil(AtomicBoolean done, Path path) {
    var expected = new HashSet<String>();
    for (String pattern : STAYING) {
      if (Pattern.parse(pattern).meets(path)) {
        expected.add(pattern);
      }
    }
    int lookUps = 0;
    while (!done.get()) {
      List<String> reported = reported(path);
      reported.retainAll(expected);
      assertThat(reported).as("look-up %d of %s", lookUps, path).hasSameSizeAs(expected);
      assertThat(new HashSet<>(reported)).isEqualTo(expected);
      lookUps++;
    }
    return lookUps;
  }

  private List<String> reported(Path path) {
    var reported = new ArrayList<String>();
    trie.match(path, reported::add);
    return reported;
  }

  /** Neighbours, further subscribers, nodes above and below: all that could disturb a reader. */
  private static void churn(SubscriptionTrie<String> trie) {
    var random = new SplittableRandom(5);
    var present = new HashSet<String>();
    for (int i = 0; i < CHANGES; i++) {
      String pattern =
          switch (random.nextInt(4)) {
            case 0 -> "agent/" + random.nextInt(200);
            case 1 -> "agent/ada/" + random.nextInt(20);
            case 2 -> "agent/" + random.nextInt(20) + "/main/" + random.nextInt(3);
            default -> STAYING.get(random.nextInt(STAYING.size()));
          };
      String guest = "guest-" + random.nextInt(3);
      String entry = pattern + " " + guest;
      if (present.remove(entry)) {
        trie.remove(Pattern.parse(pattern), guest);
      } else {
        present.add(entry);
        trie.add(Pattern.parse(pattern), guest);
      }
    }
  }

  private interface Churn {
    void run(SubscriptionTrie<String> trie);
  }
}
