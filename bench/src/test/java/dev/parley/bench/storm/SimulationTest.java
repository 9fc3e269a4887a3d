package dev.parley.bench.storm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.parley.client.Backoff;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SimulationTest {
  /** Ten hubs that let a hundred in a second each: a minute of work once they are back. */
  private static final World ALL_GONE = world(60_000, 10, 10);

  private static World world(int agents, int hubs, int lost) {
    return new World(
        agents, hubs, lost, Duration.ofSeconds(30), 100, 400, Duration.ofSeconds(5), 3, 0.1);
  }

  static Iterable<Law> laws() {
    return Law.ALL;
  }

  @ParameterizedTest
  @MethodSource("laws")
  void everybodyComesBackOnceAndNoSoonerThanHubsCanLetThemIn(Law law) {
    Outcome outcome = new Simulation(ALL_GONE, law, 1).run();

    assertThat(outcome.returned()).isEqualTo(60_000);
    assertThat(IntStream.range(0, outcome.seconds()).mapToLong(outcome::backIn).sum())
        .isEqualTo(60_000);
    assertThat(outcome.secondsUntil(1)).isFinite().isGreaterThanOrEqualTo(ALL_GONE.bestSeconds());
  }

  @ParameterizedTest
  @MethodSource("laws")
  void inNoSecondDoHubsLetMoreInThanTheyCan(Law law) {
    Outcome outcome = new Simulation(ALL_GONE, law, 2).run();

    // A turn that ends exactly with a second may be counted to either: one a hub.
    assertThat(IntStream.range(0, outcome.seconds()).mapToLong(outcome::backIn))
        .allSatisfy(back -> assertThat(back).isLessThanOrEqualTo(10 * 100 + 10));
  }

  @Test
  void nobodyIsBackWhileAllHubsAreGone() {
    Outcome outcome = new Simulation(ALL_GONE, Law.OURS, 1).run();

    assertThat(IntStream.range(0, 30).mapToLong(outcome::backIn).sum()).isZero();
    assertThat(IntStream.range(0, 30).mapToLong(outcome::attemptsIn).sum()).isPositive();
  }

  @Test
  void withoutJitterAgentsComeInWavesAndHubsRestBetweenThem() {
    Outcome waves = new Simulation(ALL_GONE, Law.NO_JITTER, 1).run();
    Outcome spread = new Simulation(ALL_GONE, Law.OURS, 1).run();

    assertThat(quietSeconds(waves)).isGreaterThan(10 * quietSeconds(spread));
    assertThat(waves.secondsUntil(0.99)).isGreaterThan(5 * spread.secondsUntil(0.99));
  }

  /** Seconds, once hubs are back, in which nobody knocks although some are still outside. */
  private static long quietSeconds(Outcome outcome) {
    int last = (int) outcome.secondsUntil(0.99);
    long quiet = IntStream.range(31, last).filter(at -> outcome.attemptsIn(at) == 0).count();
    return Math.max(1, quiet);
  }

  @Test
  void theWaitsAreTheClientsOwn() {
    Backoff exact = new Backoff(Duration.ofMillis(100), Duration.ofMinutes(10), 0);
    Law law = new Law("exact", exact, true, false);
    World oneAgent = world(1, 1, 1);

    Outcome outcome = new Simulation(oneAgent, law, 1).run();

    // 0.1 + 0.2 + 0.4 … + 25.6 = 51.1 s is the first moment after the 30 s that nobody listens.
    assertThat(outcome.secondsUntil(1)).isBetween(51.1, 51.3);
    assertThat(outcome.attemptsAnAgent()).isEqualTo(9);
  }

  @Test
  void whenOneHubOfManyGoesItsAgentsAreElsewhereAtOnce() {
    World oneGone = world(20_000, 100, 1);

    Outcome outcome = new Simulation(oneGone, Law.OURS, 1).run();

    assertThat(outcome.agents()).isEqualTo(200);
    assertThat(outcome.secondsUntil(1)).isLessThan(1);
    assertThat(outcome.attemptsAnAgent()).isEqualTo(1);
  }

  @Test
  void onlyWhoKnowsNoOtherHubWaitsForTheLostOnes() {
    Outcome outcome = new Simulation(world(100_000, 100, 10), Law.OURS, 1).run();

    // Both other addresses are among the nine other lost ones of 99: one agent of 121.
    long waiting = IntStream.range(30, outcome.seconds()).mapToLong(outcome::backIn).sum();
    assertThat(waiting / 10_000.0).isBetween(0.5 / 121, 1.5 / 121);
  }

  @Test
  void aQueueLongerThanPatienceWastesTheHubsWork() {
    World deep =
        new World(
            60_000, 10, 10, Duration.ofSeconds(30), 100, 5_000, Duration.ofSeconds(5), 3, 0.1);

    double shallowSeconds = new Simulation(ALL_GONE, Law.OURS, 1).run().secondsUntil(0.9);
    double deepSeconds = new Simulation(deep, Law.OURS, 1).run().secondsUntil(0.9);

    assertThat(deepSeconds).isGreaterThan(shallowSeconds);
  }

  @Test
  void theSameSeedIsTheSameStorm() {
    Outcome once = new Simulation(ALL_GONE, Law.OURS, 7).run();
    Outcome again = new Simulation(ALL_GONE, Law.OURS, 7).run();
    Outcome other = new Simulation(ALL_GONE, Law.OURS, 8).run();

    assertThat(attempts(again)).isEqualTo(attempts(once)).isNotEqualTo(attempts(other));
  }

  private static List<Long> attempts(Outcome outcome) {
    return IntStream.range(0, outcome.seconds()).mapToObj(outcome::attemptsIn).toList();
  }

  @Test
  void aWorldThatCannotBeIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> world(10, 3, 4))
        .withMessage("--lost is between 1 and --hubs");
    assertThatIllegalArgumentException().isThrownBy(() -> world(0, 3, 3));
  }
}
