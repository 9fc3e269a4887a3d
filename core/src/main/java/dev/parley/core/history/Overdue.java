package dev.parley.core.history;

import dev.parley.core.message.Escalation;
import dev.parley.core.message.JsonBuffer;
import dev.parley.core.message.MessageId;
import org.jspecify.annotations.Nullable;

/**
 * That somebody is told unless a message gets far enough in time, and what has become of it.
 *
 * @param by in whose name they are told: the sender, or the agent whose setting this is
 * @param dueAt Unix milliseconds
 * @param told the message that told them, or null
 * @param endedAt when they were told, or could not be; 0 while that is open
 * @param refused why they could not be told, or null
 */
public record Overdue(
    MessageId id,
    Escalation what,
    String by,
    long dueAt,
    @Nullable MessageId told,
    long endedAt,
    @Nullable String refused) {

  public boolean isOpen() {
    return endedAt == 0;
  }

  public Overdue told(MessageId message, long now) {
    return new Overdue(id, what, by, dueAt, message, now, null);
  }

  public Overdue refused(String why, long now) {
    return new Overdue(id, what, by, dueAt, null, now, why);
  }

  /** As the sender is shown it. */
  public void writeTo(JsonBuffer out) {
    out.ascii("\"escalation\":{\"rung\":\"").ascii(what.rung().wireName());
    out.ascii("\",\"withinMs\":").number(what.withinMillis());
    out.ascii(",\"to\":").string(what.to().value());
    out.ascii(",\"dueAt\":").number(dueAt);
    out.ascii(",\"state\":\"");
    out.ascii(isOpen() ? "waiting" : told != null ? "told" : "refused").ascii("\"");
    if (told != null) {
      out.ascii(",\"messageId\":").id(told);
    }
    if (!isOpen()) {
      out.ascii(",\"at\":").number(endedAt);
    }
    if (refused != null) {
      out.ascii(",\"reason\":").string(refused);
    }
    out.ascii("}");
  }
}
