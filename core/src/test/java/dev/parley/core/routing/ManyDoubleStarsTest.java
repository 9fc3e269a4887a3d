package dev.parley.core.routing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.address.Path;
import dev.parley.core.address.Pattern;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Addresses made to have very many ways of matching must not take very many steps. */
@Timeout(value = 10, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ManyDoubleStarsTest {

  private static final String LONG_PATH = "a/".repeat(64);
  private static final String PAIRS = "**/a/".repeat(32);

  private final SubscriptionTrie<Integer> trie = new SubscriptionTrie<>();

  @Test
  void patternsOfManyDoubleStarsAgainstALongPath() {
    for (int pairs = 1; pairs < 32; pairs++) {
      trie.add(Pattern.parse("**/a/".repeat(pairs)), pairs);
      trie.add(Pattern.parse("**/a/".repeat(pairs) + "b"), -pairs);
      trie.add(Pattern.parse("**/".repeat(2 * pairs) + "a"), 100 + pairs);
      trie.add(Pattern.parse("**/*/".repeat(pairs) + "b"), -100 - pairs);
    }

    for (int i = 0; i < 100; i++) {
      assertThat(count(LONG_PATH)).isEqualTo(62);
    }
  }

  @Test
  void aPathOfManyDoubleStarsAgainstLongPatterns() {
    for (int depth = 1; depth <= 64; depth++) {
      trie.add(Pattern.parse("a/".repeat(depth)), depth);
      trie.add(Pattern.parse("a/".repeat(depth - 1) + "b"), -depth);
    }

    for (int i = 0; i < 100; i++) {
      assertThat(count(PAIRS)).isEqualTo(33);
      assertThat(count("**/".repeat(63) + "b")).isEqualTo(64);
      assertThat(count("**/*/".repeat(31) + "a/c")).isZero();
    }
  }

  @Test
  void aPathOfManyDoubleStarsAgainstPatternsOfMany() {
    for (int pairs = 1; pairs <= 32; pairs++) {
      trie.add(Pattern.parse("**/a/".repeat(pairs)), pairs);
      trie.add(Pattern.parse("*/**/".repeat(pairs)), -pairs);
      trie.add(Pattern.parse("a/".repeat(pairs) + "**"), 100 + pairs);
    }

    for (int i = 0; i < 100; i++) {
      assertThat(count(PAIRS)).isEqualTo(naive(PAIRS));
    }
  }

  @Test
  void sixtyFourDifferentSegmentsBehindADoubleStar() {
    var path = new StringBuilder();
    for (int i = 0; i < 64; i++) {
      path.append('s').append(i).append('/');
      trie.add(Pattern.parse("**/s" + i), i);
      trie.add(Pattern.parse("**/s" + i + "/**"), 100 + i);
    }

    assertThat(count(path.toString())).isEqualTo(1 + 64);
  }

  private long count(String path) {
    var reports = new LongAdder();
    trie.match(Path.parse(path), _ -> reports.increment());
    return reports.sum();
  }

  private static long naive(String path) {
    Path parsed = Path.parse(path);
    long count = 0;
    for (int pairs = 1; pairs <= 32; pairs++) {
      count += Pattern.parse("**/a/".repeat(pairs)).meets(parsed) ? 1 : 0;
      count += Pattern.parse("*/**/".repeat(pairs)).meets(parsed) ? 1 : 0;
      count += Pattern.parse("a/".repeat(pairs) + "**").meets(parsed) ? 1 : 0;
    }
    return count;
  }
}
