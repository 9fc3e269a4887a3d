package dev.parley.agents.tools;

import dev.parley.agents.brain.BrainRequest;
import dev.parley.agents.brain.TurnOrigin;
import dev.parley.core.address.AgentId;
import dev.parley.core.message.Door;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.Sender;
import dev.parley.identity.Principal;
import dev.parley.identity.Visit;
import org.jspecify.annotations.Nullable;

/**
 * The turn in which a tool is used. What follows from it (who acts, on whose behalf) follows from
 * the request of the hub and cannot be said otherwise.
 */
public record ToolUse(BrainRequest request, boolean isByHand) {

  public ToolUse(BrainRequest request) {
    this(request, false);
  }

  /** Not in a turn: nothing was said that this would be a reaction to. */
  static ToolUse byHand(BrainRequest request) {
    return new ToolUse(request, true);
  }

  public AgentId agent() {
    return request.session().agent();
  }

  public TurnOrigin origin() {
    return TurnOrigin.of(request);
  }

  /** The agent, acting by itself. */
  public Visit visit() {
    return new Visit(new Principal.AgentPrincipal(agent()), Door.HUB, "");
  }

  public Sender sender() {
    return visit().senderAs(agent().value());
  }

  /** To what all that is done in this turn is a reaction; null for what is done by hand. */
  public @Nullable MessageId cause() {
    return isByHand ? null : request.newest().id();
  }
}
