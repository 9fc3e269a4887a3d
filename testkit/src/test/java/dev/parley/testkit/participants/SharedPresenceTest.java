package dev.parley.testkit.participants;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.address.AgentId;
import dev.parley.core.participants.Presence;
import dev.parley.core.participants.SharedPresence;
import dev.parley.core.store.Neighbours;
import dev.parley.testkit.time.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Who is connected at one hub is online at all, whatever of the talk between them is lost. */
class SharedPresenceTest {
  private static final AgentId ADA = new AgentId("ada");
  private static final AgentId BOB = new AgentId("bob");
  private static final Duration SOON = Duration.ofMillis(100);
  private static final Duration SECONDS = Duration.ofSeconds(4);

  private final ManualTime time = new ManualTime(1_000_000);
  private final List<TestHub> hubs = new ArrayList<>();
  private final List<Integer> sizes = new ArrayList<>();

  /** Of what is said between hubs, this is lost. */
  private Predicate<byte[]> lost = _ -> false;

  private final TestHub here = new TestHub("here");
  private final TestHub there = new TestHub("there");

  private final class TestHub implements Neighbours {
    final String node;
    final Presence presence = new Presence(time);
    final SharedPresence shared;
    final List<String> told = new ArrayList<>();
    private Ear ear;

    TestHub(String node) {
      this.node = node;
      this.shared = new SharedPresence(this, node, presence, time);
      presence.onChange((agent, status, _) -> told.add(agent + " " + status.isOnline()));
      hubs.add(this);
      shared.start();
    }

    @Override
    public void say(byte[] words) {
      sizes.add(words.length);
      if (!lost.test(words)) {
        hubs.stream().filter(hub -> hub != this).forEach(hub -> hub.ear.heard(node, words));
      }
    }

    @Override
    public void listen(Ear listener) {
      ear = listener;
    }

    void die() {
      shared.close();
      hubs.remove(this);
      hubs.forEach(hub -> hub.ear.gone(node));
    }
  }

  @Test
  void whoConnectsAtOneHubIsOnlineAtTheOther() {
    here.presence.connected(ADA);
    here.presence.listening(ADA, 1);
    time.advance(SOON);

    assertThat(there.presence.of(ADA)).isEqualTo(new Presence.Status(1, 1, 1_000_000));

    here.presence.disconnected(ADA);
    here.presence.listening(ADA, -1);
    time.advance(SOON);

    assertThat(there.presence.of(ADA)).isEqualTo(new Presence.Status(0, 0, 1_000_100));
    assertThat(there.told).containsExactly("ada true", "ada false");
  }

  @Test
  void whoIsConnectedAtBothStaysOnlineUntilGoneFromBoth() {
    here.presence.connected(ADA);
    there.presence.connected(ADA);
    time.advance(SOON);
    assertThat(here.presence.of(ADA).connections()).isEqualTo(2);

    there.presence.disconnected(ADA);
    time.advance(SOON);
    assertThat(there.presence.isOnline(ADA)).isTrue();

    here.presence.disconnected(ADA);
    time.advance(SOON);
    assertThat(there.presence.isOnline(ADA)).isFalse();
    assertThat(here.presence.isOnline(ADA)).isFalse();
  }

  @Test
  void whenAHubDiesThoseWhoWereThereAreOffline() {
    here.presence.connected(ADA);
    here.presence.connected(BOB);
    there.presence.connected(BOB);
    time.advance(SOON);

    here.die();

    assertThat(there.presence.isOnline(ADA)).isFalse();
    assertThat(there.presence.of(BOB).connections()).isEqualTo(1);
    assertThat(there.told).contains("ada false", "bob true");
  }

  @Test
  void whatWasLostIsMadeUpFor() {
    lost = _ -> true;
    here.presence.connected(ADA);
    time.advance(SOON);
    assertThat(there.presence.isOnline(ADA)).isFalse();

    lost = _ -> false;
    time.advance(SECONDS);
    assertThat(there.presence.isOnline(ADA)).isTrue();

    lost = _ -> true;
    here.presence.disconnected(ADA);
    time.advance(SOON);
    lost = _ -> false;
    time.advance(SECONDS);
    assertThat(there.presence.isOnline(ADA)).isFalse();
  }

  @Test
  void aHubThatComesLaterOrComesBackIsToldAll() {
    here.presence.connected(ADA);
    time.advance(SECONDS);

    TestHub late = new TestHub("late");
    time.advance(SECONDS);
    assertThat(late.presence.isOnline(ADA)).isTrue();

    late.ear.gone("here"); // for a while nothing was heard of it
    assertThat(late.presence.isOnline(ADA)).isFalse();
    time.advance(SECONDS);
    assertThat(late.presence.isOnline(ADA)).isTrue();
    assertThat(late.presence.of(ADA).connections()).isEqualTo(1);
  }

  @Test
  void hundredThousandAgentsGoInSmallMessages() {
    int agents = 100_000;
    for (int i = 0; i < agents; i++) {
      here.presence.connected(agent(i));
    }
    time.advance(SOON);
    TestHub late = new TestHub("late");
    time.advance(SECONDS);

    for (TestHub hub : List.of(there, late)) {
      assertThat(hub.presence.isOnline(agent(0))).isTrue();
      assertThat(hub.presence.isOnline(agent(agents - 1))).isTrue();
    }
    assertThat(sizes).allMatch(size -> size <= Neighbours.WORDS_BYTES_MAX);
  }

  /** As long as names may be. */
  private static AgentId agent(int i) {
    return new AgentId("agent-" + "x".repeat(110) + "-" + i);
  }

  @Test
  void whateverIsLostTheyAgreeInTheEnd() {
    Random random = new Random(42);
    lost = _ -> random.nextInt(3) == 0;
    TestHub third = new TestHub("third");
    for (int step = 0; step < 2_000; step++) {
      TestHub hub = hubs.get(random.nextInt(hubs.size()));
      AgentId agent = new AgentId("a" + random.nextInt(700));
      if (random.nextBoolean()) {
        hub.presence.connected(agent);
      } else {
        hub.presence.disconnected(agent);
      }
      time.advance(Duration.ofMillis(random.nextInt(60)));
    }
    lost = _ -> false;
    time.advance(SECONDS);

    for (int i = 0; i < 700; i++) {
      AgentId agent = new AgentId("a" + i);
      int connections = here.presence.of(agent).connections();
      assertThat(there.presence.of(agent).connections()).as(agent.value()).isEqualTo(connections);
      assertThat(third.presence.of(agent).connections()).as(agent.value()).isEqualTo(connections);
    }
  }

  @Test
  void wordsNobodyUnderstandsChangeNothing() {
    here.presence.connected(ADA);
    time.advance(SOON);

    for (byte[] words :
        List.of(
            new byte[0], new byte[] {'?'}, new byte[] {'c', 1}, "aüüüüüüüüüüüü".getBytes(UTF_8))) {
      there.ear.heard("here", words);
      there.ear.heard("nobody", words);
    }

    assertThat(there.presence.isOnline(ADA)).isTrue();
    time.advance(SECONDS);
    assertThat(there.presence.isOnline(ADA)).isTrue();
  }

  @Test
  void anAgentThatWasDeletedIsForgotten() {
    here.presence.connected(ADA);
    time.advance(SOON);

    there.presence.forget(ADA);
    there.shared.forget(ADA);
    here.presence.forget(ADA);
    here.presence.disconnected(ADA); // its connection ends, too
    time.advance(SECONDS);

    assertThat(there.presence.of(ADA).isOnline()).isFalse();
    assertThat(here.presence.of(ADA).isOnline()).isFalse();
  }
}
