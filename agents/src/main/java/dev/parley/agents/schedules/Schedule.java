package dev.parley.agents.schedules;

import dev.parley.core.address.AgentId;

/**
 * A schedule as it stands.
 *
 * @param agent as whom it sends
 * @param byOwner whether somebody made it who owns the agent; the agent itself cannot change it
 *     then
 * @param next when it fires, Unix milliseconds; 0 when it does not
 * @param setAt what time it was when that was decided
 * @param runs how many runs there have been
 */
public record Schedule(
    AgentId agent,
    String name,
    Timing timing,
    Says says,
    Missed missed,
    boolean enabled,
    boolean byOwner,
    long next,
    long setAt,
    long runs,
    long createdAt) {

  String key() {
    return key(agent, name);
  }

  static String key(AgentId agent, String name) {
    return agent.value() + "/" + name;
  }

  /** Does it wait for its time? */
  boolean isWaiting() {
    return enabled && next > 0;
  }

  Schedule starting(boolean isEnabled, long now) {
    long first = isEnabled ? timing.next(now).orElse(0) : 0;
    return new Schedule(
        agent, name, timing, says, missed, isEnabled, byOwner, first, now, runs, createdAt);
  }

  Schedule triggered(long newRuns) {
    return new Schedule(
        agent,
        name,
        timing,
        says,
        missed,
        enabled,
        byOwner,
        next,
        setAt,
        runs + newRuns,
        createdAt);
  }

  Schedule after(long newRuns, long newNext, long now) {
    // One that has no next time has done what it was for.
    return new Schedule(
        agent,
        name,
        timing,
        says,
        missed,
        enabled && newNext > 0,
        byOwner,
        newNext,
        now,
        runs + newRuns,
        createdAt);
  }
}
