package dev.parley.comm.gateway;

import dev.parley.core.time.Timekeeper;
import java.util.random.RandomGenerator;

/** The network, time and chance, handed in so that a test can turn them. */
record Surroundings(Dialing dialing, Timekeeper time, RandomGenerator random) {}
