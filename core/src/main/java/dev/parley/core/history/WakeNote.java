package dev.parley.core.history;

import dev.parley.core.message.JsonBuffer;

/**
 * That a recipient was told that it has a message.
 *
 * @param at Unix milliseconds
 * @param outcome {@code trying}, {@code told} or {@code failed}
 * @param reason why it failed; else empty
 */
public record WakeNote(String agent, String way, long at, String outcome, String reason) {

  /** As the sender is shown it. */
  public void writeTo(JsonBuffer out) {
    out.ascii("{\"agentId\":").string(agent);
    out.ascii(",\"way\":").string(way);
    out.ascii(",\"at\":").number(at);
    out.ascii(",\"outcome\":").string(outcome);
    if (!reason.isEmpty()) {
      out.ascii(",\"reason\":").string(reason);
    }
    out.ascii("}");
  }
}
