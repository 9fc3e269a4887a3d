package dev.parley.client;

import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/** Time and chance, handed in so that a test can turn them. */
record Surroundings(LongSupplier nanoTime, RandomGenerator random, Pause pause) {

  interface Pause {
    void of(Duration wait) throws InterruptedException;
  }

  static Surroundings real() {
    return new Surroundings(System::nanoTime, new java.util.SplittableRandom(), Thread::sleep);
  }
}
