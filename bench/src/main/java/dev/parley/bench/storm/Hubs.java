package dev.parley.bench.storm;

/**
 * What the hubs do with agents that knock. Logins are served in the order they come, at a fixed
 * rate, so the moment one is served is known when it comes and no queue has to be kept: only until
 * when each hub is busy. Times are in seconds.
 */
final class Hubs {
  /** Answers of {@link #login} that are no moment. */
  static final double REFUSED = -1;

  static final double TOO_LATE = -2;

  private final World world;
  private final double secondsALogin;
  private final double outage;
  private final double patience;
  private final double[] busyUntil;
  private final double[] answeringUntil;

  Hubs(World world) {
    this.world = world;
    this.secondsALogin = 1 / world.loginsPerSecond();
    this.outage = world.outage().toNanos() / 1e9;
    this.patience = world.patience().toNanos() / 1e9;
    this.busyUntil = new double[world.hubs()];
    this.answeringUntil = new double[world.hubs()];
  }

  boolean areAllDown(double now) {
    return now < outage && world.lost() == world.hubs();
  }

  private boolean isDown(int hub, double now) {
    return hub < world.lost() && now < outage;
  }

  /**
   * When the agent is in; {@link #REFUSED} where nobody listens or the queue is full, {@link
   * #TOO_LATE} when its turn comes after its patience. That turn is wasted: a hub learns that an
   * agent has gone only by serving it.
   */
  double login(int hub, double now) {
    if (isDown(hub, now)) {
      return REFUSED;
    }
    double begins = Math.max(busyUntil[hub], now);
    if ((begins - now) * world.loginsPerSecond() >= world.queueMax()) {
      return REFUSED;
    }
    busyUntil[hub] = begins + secondsALogin;
    return busyUntil[hub] - now <= patience ? busyUntil[hub] : TOO_LATE;
  }

  /**
   * The same of a hub that keeps a turn for everybody who comes. Saying when costs a part of a
   * login and goes before logins; who does not hear it in time has no turn.
   */
  double pacedLogin(int hub, double now) {
    if (isDown(hub, now)) {
      return REFUSED;
    }
    double secondsAnAnswer = world.pacingCost() * secondsALogin;
    double answered = Math.max(answeringUntil[hub], now) + secondsAnAnswer;
    if (answered - now > patience) {
      return TOO_LATE;
    }
    answeringUntil[hub] = answered;
    busyUntil[hub] = Math.max(busyUntil[hub], now) + secondsALogin + secondsAnAnswer;
    return busyUntil[hub];
  }
}
