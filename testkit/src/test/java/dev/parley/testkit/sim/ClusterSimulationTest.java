package dev.parley.testkit.sim;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * A thousand clusters of three hubs, each from a seed: {@code -Dparley.seeds=N} for more, {@code
 * -Dparley.seed=N} for the one that failed.
 */
class ClusterSimulationTest {
  private static final int HUBS = 3;
  private static final int STEPS = 300;

  @Test
  void nothingIsLostDoubledOrShownLateWhateverHappensToHubsAndLinks() {
    Long only = Long.getLong("parley.seed");
    long first = only == null ? 1 : only;
    long last = only == null ? Long.getLong("parley.seeds", 1_000) : only;
    long accepted = 0;
    long taken = 0;
    long overtakings = 0;
    for (long seed = first; seed <= last; seed++) {
      Simulation simulation = new Simulation(seed, HUBS);
      simulation.run(STEPS);
      assertThat(simulation.faults()).as("seed %d", seed).isEmpty();
      accepted += simulation.accepted();
      taken += simulation.taken();
      overtakings += simulation.overtakings();
    }
    long simulations = last - first + 1;
    assertThat(accepted).isGreaterThan(simulations * 40);
    assertThat(taken).isGreaterThan(simulations * 10);
    assertThat(overtakings).isGreaterThan(simulations * 10);
  }

  @Test
  void theSameSeedTellsTheSameStory() {
    Simulation one = new Simulation(42, HUBS);
    Simulation other = new Simulation(42, HUBS);
    one.run(STEPS);
    other.run(STEPS);

    assertThat(other.accepted()).isEqualTo(one.accepted());
    assertThat(other.taken()).isEqualTo(one.taken());
  }
}
