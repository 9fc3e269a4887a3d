package dev.parley.agents.governor;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Something that was stopped, and what a person has said to it.
 *
 * @param scope what is stopped: a chain by its first message, two agents, or an agent's day
 * @param agents those it is about
 * @param chain the messages that led to it, the newest first
 * @param limit what it may reach: repeats of a chain; of budgets tokens
 * @param costLimit of budgets
 * @param allowed a person has let it go on, up to the limit
 * @param at when it was last stopped, Unix milliseconds
 * @param told when a person was last told; 0 when it was told of something like it instead
 * @param by who let it go on
 */
public record Stop(
    String id,
    Kind kind,
    String scope,
    List<String> agents,
    List<String> chain,
    String why,
    long limit,
    long costLimit,
    boolean allowed,
    long at,
    long told,
    @Nullable String by) {
  private static final JsonMapper JSON = new JsonMapper();

  /** What was too much. */
  public enum Kind {
    /** Messages that cause each other go round in a circle. */
    CHAIN,
    /** Two agents do nothing but answer each other. */
    PAIR,
    /** An agent has spent its budget of the day. */
    AGENT_BUDGET,
    /** A chain of messages has. */
    CHAIN_BUDGET;

    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }

    boolean isBudget() {
      return this == AGENT_BUDGET || this == CHAIN_BUDGET;
    }
  }

  public Stop {
    agents = List.copyOf(agents);
    chain = List.copyOf(chain);
  }

  /** The same for the same scope, so that hubs which stop it at once stop one thing. */
  static String idOf(String scope) {
    return UUID.nameUUIDFromBytes(scope.getBytes(StandardCharsets.UTF_8))
        .toString()
        .replace("-", "")
        .substring(0, 16);
  }

  byte[] toJson() {
    return JSON.writeValueAsBytes(this);
  }

  static Stop of(byte[] json) {
    return JSON.readValue(json, Stop.class);
  }

  Stop allowedBy(String who, long newLimit, long newCostLimit) {
    return new Stop(
        id, kind, scope, agents, chain, why, newLimit, newCostLimit, true, at, told, who);
  }
}
