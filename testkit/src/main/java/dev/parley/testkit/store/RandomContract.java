package dev.parley.testkit.store;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever happens in whatever order: a store says what the obvious {@link Model} says. */
public interface RandomContract extends StoreFixture {

  @ParameterizedTest
  @ValueSource(longs = {1, 7, 42})
  default void aStoreAgreesWithTheObviousModelWhateverHappens(long seed) {
    new RandomWalk(this, seed).run(100);
  }
}
