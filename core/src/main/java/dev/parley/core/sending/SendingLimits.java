package dev.parley.core.sending;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Sender;
import dev.parley.core.participants.Targets;

/**
 * How much one agent may cause by sending. The owner is held only by what the hub takes at all.
 *
 * @param copiesPerMessageMax inboxes that one message of an agent may reach
 * @param waitingMax requests that wait for replies at this hub, of all together
 * @param waitingPerAgentMax the same, of one agent
 */
public record SendingLimits(int copiesPerMessageMax, int waitingMax, int waitingPerAgentMax) {
  public static final SendingLimits DEFAULT = new SendingLimits(100_000, 100_000, 10_000);

  /** What agents leave of all places that wait, so that the owner gets one. */
  private static final int OWNERS_SHARE = 10;

  void checkCopies(Sender from, Targets targets) {
    int copies = targets.inboxes();
    if (copies > copiesPerMessageMax && from.behalf() == Sender.Behalf.AGENT) {
      throw new Refused(
          ErrorCode.TOO_LARGE,
          "the message would reach "
              + copies
              + " inboxes; limits.copiesPerMessageMax is "
              + copiesPerMessageMax);
    }
  }

  void checkWaiting(Sender from, int all, int ofAgent) {
    boolean owner = from.behalf() != Sender.Behalf.AGENT;
    if (!owner && ofAgent >= waitingPerAgentMax) {
      throw new Refused(
          ErrorCode.OVERLOADED,
          "'"
              + from.name()
              + "' waits for "
              + ofAgent
              + " replies; limits.waitingRequestsPerAgentMax is "
              + waitingPerAgentMax);
    }
    if (all >= (owner ? waitingMax : waitingMax - waitingMax / OWNERS_SHARE)) {
      throw new Refused(
          ErrorCode.OVERLOADED,
          all + " requests wait for replies; limits.waitingRequestsMax is " + waitingMax);
    }
  }
}
