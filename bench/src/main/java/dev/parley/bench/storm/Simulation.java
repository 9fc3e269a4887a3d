package dev.parley.bench.storm;

import java.util.SplittableRandom;

/**
 * One storm under one law. Of an agent it notes how many waits it has had and which address is
 * next.
 */
final class Simulation {
  private static final double TICKS_A_SECOND = 100;

  /** A day, or so many tries an agent: who is not back by then counts as lost. */
  private static final long TICKS_MAX = (long) (24 * 3600 * TICKS_A_SECOND);

  private static final int ATTEMPTS_AN_AGENT_MAX = 100;

  private final World world;
  private final Law law;
  private final SplittableRandom random;
  private final Hubs hubs;
  private final Wheel wheel;
  private final double patience;

  private final Outcome outcome;

  Simulation(World world, Law law, long seed) {
    this.world = world;
    this.law = law;
    this.random = new SplittableRandom(seed);
    this.hubs = new Hubs(world);
    this.patience = world.patience().toNanos() / 1e9;
    double longest = law.backoff().cap().toNanos() / 1e9 * (1 + law.backoff().jitter()) + patience;
    this.wheel = new Wheel(world.stranded(), (int) (longest * TICKS_A_SECOND) + 2);
    this.outcome = new Outcome(law, world.stranded());
  }

  Outcome run() {
    // Its own hub has just gone: an agent that goes elsewhere begins with its second address.
    boolean begins = law.atOnceElsewhere() && world.addresses() > 1;
    for (int agent = world.stranded() - 1; agent >= 0; agent--) {
      if (begins) {
        wheel.plan(agent, 0, noted(0, 1));
      } else {
        planAfterWait(agent, 0, 0, 0);
      }
    }
    for (long tick = 0; isGoingOn(tick); tick++) {
      int agent = wheel.take(tick);
      while (Wheel.isSomebody(agent)) {
        int following = wheel.following(agent);
        act(agent, wheel.note(agent), tick / TICKS_A_SECOND);
        agent = following;
      }
    }
    return outcome;
  }

  /** Some laws never let all come back: work that comes too late then fills the hubs for good. */
  private boolean isGoingOn(long tick) {
    return outcome.returned() < world.stranded()
        && tick < TICKS_MAX
        && outcome.attemptsAnAgent() < ATTEMPTS_AN_AGENT_MAX;
  }

  /** The rest of a turn through the addresses, or one of them; then in, or the next wait. */
  private void act(int agent, int note, double now) {
    int waits = note >>> 8;
    int from = note & 0xFF;
    int end = law.atOnceElsewhere() ? world.addresses() : from + 1;
    if (hubs.areAllDown(now)) {
      outcome.onAttempts(now, end - from);
      planAfterWait(agent, waits, end, now);
      return;
    }
    for (int address = from; address < end; address++) {
      int hub = hub(agent, address);
      double in = law.paced() ? hubs.pacedLogin(hub, now) : hubs.login(hub, now);
      if (in == Hubs.REFUSED) {
        continue;
      }
      outcome.onAttempts(now, address - from + 1);
      if (in >= 0) {
        outcome.onBack(in);
      } else {
        onPatienceOver(agent, waits, address + 1, end, now + patience);
      }
      return;
    }
    outcome.onAttempts(now, end - from);
    planAfterWait(agent, waits, end, now);
  }

  private void onPatienceOver(int agent, int waits, int nextAddress, int end, double when) {
    if (nextAddress < end) {
      wheel.plan(agent, tick(when), noted(waits, nextAddress));
    } else {
      planAfterWait(agent, waits, end, when);
    }
  }

  private void planAfterWait(int agent, int waits, int nextAddress, double now) {
    double wait = law.backoff().after(waits, random).toNanos() / 1e9;
    wheel.plan(agent, tick(now + wait), noted(waits + 1, nextAddress % world.addresses()));
  }

  private static int noted(int waits, int address) {
    return waits << 8 | address;
  }

  private static long tick(double seconds) {
    return (long) Math.ceil(seconds * TICKS_A_SECOND);
  }

  /**
   * The hub at an agent's address, worked out rather than kept. The first is the one it lost, each
   * other is drawn from all the rest; that two of them are the same is as rare as hubs are many.
   */
  private int hub(int agent, int address) {
    int home = agent % world.lost();
    if (address == 0) {
      return home;
    }
    // The upper half of a product scales evenly and needs no division.
    long chance = mixed(((long) address << 32) | agent) >>> 32;
    int distance = 1 + (int) ((chance * (world.hubs() - 1)) >>> 32);
    int hub = home + distance;
    return hub < world.hubs() ? hub : hub - world.hubs();
  }

  /** The finisher of SplitMix64. */
  private static long mixed(long value) {
    long z = value + 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
