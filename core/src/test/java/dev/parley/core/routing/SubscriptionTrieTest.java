package dev.parley.core.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.core.address.Path;
import dev.parley.core.address.Pattern;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SubscriptionTrieTest {

  private final SubscriptionTrie<String> trie = new SubscriptionTrie<>();

  @Test
  void anEmptyTrieReportsNobody() {
    assertThat(match("agent/ada")).isEmpty();
    assertThat(match("agent/**")).isEmpty();
    assertThat(trie.size()).isZero();
  }

  @Test
  void aSubscriberHearsWhatItsPatternMatches() {
    add("slack/acme/#general", "exact");
    add("slack/acme/*", "workspace");
    add("slack/**", "slack");
    add("*/acme/**", "acme");
    add("slack/acme", "shorter");
    add("slack/acme/#general/thread", "longer");
    add("slack/*/#random", "elsewhere");

    assertThat(match("slack/acme/#general"))
        .containsExactlyInAnyOrder("exact", "workspace", "slack", "acme");
  }

  @Test
  void aBroadcastReachesEveryAgentsOwnSubscription() {
    add("agent/ada", "ada");
    add("agent/bob", "bob");
    add("agent/bob/child", "child");
    add("slack/agent/ada", "stranger");

    assertThat(match("agent/**")).containsExactlyInAnyOrder("ada", "bob", "child");
    assertThat(match("agent/*")).containsExactlyInAnyOrder("ada", "bob");
    assertThat(match("agent/bob/**")).containsExactlyInAnyOrder("bob", "child");
  }

  @Test
  void aBroadcastReachesASubscriptionWithWildcardsOnceThoughBothDirectionsMatch() {
    add("agent/**", "everything");
    add("**", "really everything");
    add("agent/*", "children");

    assertThat(match("agent/**"))
        .containsExactlyInAnyOrder("everything", "really everything", "children");
  }

  @Test
  void aDoubleStarThatCanTakeSeveralWaysReportsOnce() {
    add("**/a/**", "ada");
    add("**/**/a/**/**", "bob");

    assertThat(match("a/a/a/a")).containsExactlyInAnyOrder("ada", "bob");
  }

  @Test
  void aSubscriberIsReportedOnceForEachOfItsPatternsThatMatch() {
    add("agent/ada", "ada");
    add("agent/*", "ada");

    assertThat(match("agent/ada")).containsExactly("ada", "ada");
  }

  @Test
  void addingTwiceIsAddingOnce() {
    assertThat(trie.add(Pattern.parse("a/*"), "ada")).isTrue();
    assertThat(trie.add(Pattern.parse("/a/*/"), "ada")).isFalse();

    assertThat(match("a/b")).containsExactly("ada");
    assertThat(trie.size()).isEqualTo(1);
  }

  @Test
  void removingWhatIsNotThereSaysSo() {
    add("a/b", "ada");

    assertThat(trie.remove(Pattern.parse("a/b"), "bob")).isFalse();
    assertThat(trie.remove(Pattern.parse("a"), "ada")).isFalse();
    assertThat(trie.remove(Pattern.parse("a/*"), "ada")).isFalse();
    assertThat(trie.remove(Pattern.parse("a/b/c"), "ada")).isFalse();
    assertThat(trie.size()).isEqualTo(1);
    assertThat(trie.remove(Pattern.parse("a/b"), "ada")).isTrue();
    assertThat(trie.remove(Pattern.parse("a/b"), "ada")).isFalse();
    assertThat(match("a/b")).isEmpty();
  }

  @Test
  void onePatternMayHaveAnyNumberOfSubscribers() {
    for (int i = 0; i < 1_000; i++) {
      add("news/**", "agent-" + i);
    }
    for (int i = 0; i < 1_000; i += 2) {
      assertThat(trie.remove(Pattern.parse("news/**"), "agent-" + i)).isTrue();
    }

    assertThat(match("news/today")).hasSize(500).doesNotHaveDuplicates().contains("agent-999");
    assertThat(match("news/today")).doesNotContain("agent-998");
  }

  @Test
  void subscribersThatHashAlikeAreStillToldApart() {
    add("a", "Aa");
    add("a", "BB");
    add("a", "C#");

    assertThat(trie.remove(Pattern.parse("a"), "BB")).isTrue();
    assertThat(match("a")).containsExactlyInAnyOrder("Aa", "C#");
  }

  @ParameterizedTest
  @ValueSource(strings = {"inbox", "a/*/**/b"})
  void nothingIsLeftBehindWhenAgentsComeAndGo(String tail) {
    for (int i = 0; i < 20_000; i++) {
      add("agent/" + i + "/" + tail, "ada");
    }
    for (int i = 0; i < 20_000; i++) {
      assertThat(trie.remove(Pattern.parse("agent/" + i + "/" + tail), "ada")).isTrue();
    }

    assertThat(trie.size()).isZero();
    assertThat(trie.root.below).isNull();
  }

  @Test
  void theTableOfAgentsShrinksWithThem() {
    for (int i = 0; i < 20_000; i++) {
      add("agent/" + i, "ada");
    }
    for (int i = 1; i < 20_000; i++) {
      assertThat(trie.remove(Pattern.parse("agent/" + i), "ada")).isTrue();
    }

    Node<String> agent = trie.root.child(Pattern.parse("agent"), 0);
    assertThat(agent.below.capacity()).isLessThanOrEqualTo(8);
    assertThat(match("agent/*")).containsExactly("ada");
  }

  @Test
  void comingAndGoingForEverNeedsNoLargerTableThanBeingThere() {
    add("agent/resident", "ada");
    for (int i = 0; i < 100_000; i++) {
      add("agent/" + i, "guest");
      assertThat(trie.remove(Pattern.parse("agent/" + i), "guest")).isTrue();
    }

    Node<String> agent = trie.root.child(Pattern.parse("agent"), 0);
    assertThat(agent.below.capacity()).isEqualTo(Slots.CAPACITY_MIN);
  }

  @Test
  void removingAPatternKeepsThoseAboveAndBelowIt() {
    add("a", "above");
    add("a/b", "gone");
    add("a/b/c", "below");
    assertThat(trie.remove(Pattern.parse("a/b"), "gone")).isTrue();

    assertThat(match("**")).containsExactlyInAnyOrder("above", "below");
    assertThat(trie.remove(Pattern.parse("a/b/c"), "below")).isTrue();
    assertThat(match("**")).containsExactly("above");
  }

  @Test
  void aSinkThatThrowsHarmsNobodyElse() {
    add("a", "ada");

    assertThatThrownBy(
            () ->
                trie.match(
                    Path.parse("a"),
                    _ -> {
                      throw new IllegalStateException("no room");
                    }))
        .hasMessage("no room");
    assertThat(match("a")).containsExactly("ada");
  }

  private void add(String pattern, String subscriber) {
    assertThat(trie.add(Pattern.parse(pattern), subscriber)).isTrue();
  }

  private List<String> match(String path) {
    var reported = new ArrayList<String>();
    trie.match(Path.parse(path), reported::add);
    return reported;
  }
}
