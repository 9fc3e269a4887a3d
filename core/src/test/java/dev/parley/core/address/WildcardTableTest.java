package dev.parley.core.address;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The table of wildcard examples the hub promises, a test a row, and the broadcast beside it. */
class WildcardTableTest {

  @Test
  void agentResearcherMatchesAgentResearcherExactly() {
    assertThat(matches("agent/researcher", "agent/researcher")).isTrue();
  }

  @Test
  void agentStarMatchesAgentResearcher() {
    assertThat(matches("agent/*", "agent/researcher")).isTrue();
  }

  @Test
  void agentStarDoesNotMatchAgentABBecauseAStarIsOneSegment() {
    assertThat(matches("agent/*", "agent/a/b")).isFalse();
  }

  @Test
  void agentDoubleStarMatchesAgentABC() {
    assertThat(matches("agent/**", "agent/a/b/c")).isTrue();
  }

  @Test
  void agentDoubleStarMatchesAgentAloneBecauseItMayTakeNothing() {
    assertThat(matches("agent/**", "agent")).isTrue();
  }

  @Test
  void slackStarStarMatchesAChannelOfAnyWorkspace() {
    assertThat(matches("slack/*/*", "slack/team/#general")).isTrue();
  }

  @Test
  void emailDoubleStarMatchesAThread() {
    assertThat(matches("email/**", "email/to@co.com/from@x.com")).isTrue();
  }

  @Test
  void hashStarIsALiteralAndNoPartialWildcard() {
    assertThat(matches("slack/*/#*", "slack/team/#general")).isFalse();
    assertThat(matches("slack/*/#*", "slack/team/#*")).isTrue();
  }

  @Test
  void slackDoubleStarMeetsAChannelTheUsualWay() {
    assertThat(meets("slack/**", "slack/team/#general")).isTrue();
  }

  @Test
  void theBroadcastAgentDoubleStarMeetsAnAgentsOwnSubscription() {
    assertThat(matches("agent/researcher", "agent/**")).isFalse();
    assertThat(meets("agent/researcher", "agent/**")).isTrue();
  }

  @Test
  void theBroadcastAgentDoubleStarMeetsSubscriptionsOfAnyDepth() {
    assertThat(meets("agent", "agent/**")).isTrue();
    assertThat(meets("agent/parent/child", "agent/**")).isTrue();
    assertThat(meets("slack/team", "agent/**")).isFalse();
  }

  @Test
  void aSubtreeBroadcastMeetsOnlyTheSubtree() {
    assertThat(meets("agent/parent/child", "agent/parent/**")).isTrue();
    assertThat(meets("agent/other/child", "agent/parent/**")).isFalse();
  }

  @Test
  void aWildcardPathTakesAPatternsWildcardsAsTheyAreWritten() {
    assertThat(meets("agent/*", "agent/*")).isTrue();
    assertThat(meets("agent/**", "agent/*")).isTrue();
    assertThat(meets("agent/*/log", "agent/ada/*")).isFalse();
  }

  private static boolean matches(String pattern, String path) {
    return Pattern.parse(pattern).matches(Path.parse(path));
  }

  private static boolean meets(String pattern, String path) {
    return Pattern.parse(pattern).meets(Path.parse(path));
  }
}
