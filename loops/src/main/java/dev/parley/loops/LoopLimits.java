package dev.parley.loops;

import dev.parley.core.address.AgentId;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;

/**
 * How much there may be. They hold whoever asks: the owner raises the setting that a refusal names.
 *
 * @param loopsPerAgentMax loops that an agent is a member of
 * @param channelsPerLoopMax channels of a loop
 * @param membersPerLoopMax members of a loop
 * @param invitationsPerLoopMax invitation codes of a loop
 * @param conversationsPerAgentMax direct conversations and streams that an agent takes part in
 */
public record LoopLimits(
    int loopsPerAgentMax,
    int channelsPerLoopMax,
    int membersPerLoopMax,
    int invitationsPerLoopMax,
    int conversationsPerAgentMax) {
  public static final LoopLimits DEFAULT = new LoopLimits(200, 500, 5_000, 50, 10_000);

  void checkLoops(AgentId agent, int before) {
    check(before, loopsPerAgentMax, "'" + agent + "' is in %d loops", "loops.perAgentMax");
  }

  void checkChannels(int before) {
    check(before, channelsPerLoopMax, "the loop has %d channels", "loops.channelsMax");
  }

  void checkMembers(int before) {
    check(before, membersPerLoopMax, "the loop has %d members", "loops.membersMax");
  }

  void checkInvitations(int before) {
    check(before, invitationsPerLoopMax, "the loop has %d invitations", "loops.invitationsMax");
  }

  void checkConversations(AgentId agent, int before) {
    String what = "'" + agent + "' takes part in %d conversations";
    check(before, conversationsPerAgentMax, what, "loops.conversationsPerAgentMax");
  }

  private static void check(int before, int max, String what, String setting) {
    if (before >= max) {
      throw new Refused(ErrorCode.CONFLICT, what.formatted(before) + "; " + setting + " is " + max);
    }
  }
}
