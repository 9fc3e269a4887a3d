package dev.parley.core.participants;

/**
 * Where an agent begins: what lies before it was sent under its name by another one, which is
 * deleted, or by the owner.
 *
 * @param number of the first message that can be the agent's
 * @param sent the position in the outbox of its name where its own begin
 */
public record Beginning(long number, long sent) {

  /** Of agents that older hubs made, and of those that come with imported messages. */
  public static final Beginning OF_TIME = new Beginning(0, 0);
}
