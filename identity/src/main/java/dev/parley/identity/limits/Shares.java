package dev.parley.identity.limits;

import dev.parley.core.address.AgentId;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.identity.Principal;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A number of places of which one agent gets only so many, and the last tenth only the owner, who
 * therefore gets in however many agents there are. Any thread.
 */
public final class Shares {
  private static final int OWNERS_SHARE = 10;

  private final String what;
  private final String setting;
  private final int max;
  private final String agentSetting;
  private final int perAgentMax;
  private final AtomicInteger taken = new AtomicInteger();
  private final ConcurrentHashMap<AgentId, Integer> ofAgent = new ConcurrentHashMap<>();

  /**
   * @param what there are places for, in the plural
   * @param setting what {@code max} is called in the configuration
   * @param agentSetting what {@code perAgentMax} is called there
   */
  public Shares(String what, String setting, int max, String agentSetting, int perAgentMax) {
    this.what = what;
    this.setting = setting;
    this.max = max;
    this.agentSetting = agentSetting;
    this.perAgentMax = perAgentMax;
  }

  /** As many as anybody likes. */
  public static Shares unlimited() {
    return new Shares("", "", Integer.MAX_VALUE, "", Integer.MAX_VALUE);
  }

  /** How many are taken. */
  public int taken() {
    return taken.get();
  }

  /**
   * Takes a place until it is {@link #release released}.
   *
   * @throws Refused when there is none for this one
   */
  public void take(Principal who) {
    int most = who.isOwner() ? max : max - max / OWNERS_SHARE;
    if (taken.incrementAndGet() > most) {
      taken.decrementAndGet();
      throw new Refused(
          ErrorCode.OVERLOADED,
          "all places for " + what + " are taken; " + setting + " is " + max + ": try again later");
    }
    if (who instanceof Principal.AgentPrincipal(AgentId agent)
        && ofAgent.merge(agent, 1, Integer::sum) > perAgentMax) {
      release(who);
      throw new Refused(
          ErrorCode.OVERLOADED,
          "'" + agent + "' has " + perAgentMax + " " + what + "; " + agentSetting + " says so");
    }
  }

  public void release(Principal who) {
    taken.decrementAndGet();
    if (who instanceof Principal.AgentPrincipal(AgentId agent)) {
      ofAgent.computeIfPresent(agent, (_, count) -> count == 1 ? null : count - 1);
    }
  }
}
