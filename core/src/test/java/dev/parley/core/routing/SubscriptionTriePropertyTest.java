package dev.parley.core.routing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.address.Path;
import dev.parley.core.address.Pattern;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The trie against the definition: a list of everything, each entry asked whether it meets. */
class SubscriptionTriePropertyTest {

  private record Entry(Pattern pattern, Integer subscriber) {}

  @ParameterizedTest
  @ValueSource(longs = {1, 7, 42, 2_026})
  void aTrieAnswersWhatTheListOfItsEntriesAnswers(long seed) {
    var addresses = new RandomAddresses(seed);
    for (int round = 0; round < 5_000; round++) {
      var trie = new SubscriptionTrie<Integer>();
      var entries = new LinkedHashSet<Entry>();
      for (int i = addresses.below(12); i >= 0; i--) {
        add(new Entry(addresses.pattern(), addresses.below(4)), trie, entries);
      }
      for (int i = 0; i < 4; i++) {
        assertAgreement(addresses.path(), trie, entries, seed);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {3, 11, 99})
  void itStillDoesAfterAnyMixtureOfAddsAndRemoves(long seed) {
    var addresses = new RandomAddresses(seed);
    var trie = new SubscriptionTrie<Integer>();
    var entries = new LinkedHashSet<Entry>();
    for (int step = 0; step < 5_000; step++) {
      // Phases of growing and of shrinking, so that tables are replaced both ways.
      boolean growing = step / 500 % 2 == 0;
      var entry = new Entry(addresses.pattern(), addresses.below(6));
      if (addresses.below(10) < (growing ? 7 : 2)) {
        add(entry, trie, entries);
      } else if (addresses.below(2) == 0 && !entries.isEmpty()) {
        remove(entries.iterator().next(), trie, entries);
      } else {
        remove(entry, trie, entries);
      }
      assertThat(trie.size()).isEqualTo(entries.size());
      assertAgreement(addresses.path(), trie, entries, seed);
    }
    for (Entry entry : List.copyOf(entries)) {
      remove(entry, trie, entries);
    }
    assertThat(trie.root.isEmpty()).isTrue();
  }

  private static void add(Entry entry, SubscriptionTrie<Integer> trie, Set<Entry> entries) {
    assertThat(trie.add(entry.pattern(), entry.subscriber())).isEqualTo(entries.add(entry));
  }

  private static void remove(Entry entry, SubscriptionTrie<Integer> trie, Set<Entry> entries) {
    assertThat(trie.remove(entry.pattern(), entry.subscriber())).isEqualTo(entries.remove(entry));
  }

  private static void assertAgreement(
      Path path, SubscriptionTrie<Integer> trie, Set<Entry> entries, long seed) {
    var expected = new ArrayList<Integer>();
    for (Entry entry : entries) {
      if (entry.pattern().meets(path)) {
        expected.add(entry.subscriber());
      }
    }
    var reported = new ArrayList<Integer>();
    trie.match(path, reported::add);
    Collections.sort(expected);
    Collections.sort(reported);
    assertThat(reported).as("%s in %s, seed %d", path, entries, seed).isEqualTo(expected);
  }
}
