package dev.parley.doors.rest.shape;

import dev.parley.agents.approvals.Approval;
import dev.parley.agents.schedules.Says;
import dev.parley.agents.schedules.Schedule;
import dev.parley.agents.schedules.Timing;
import dev.parley.agents.tasks.Task;
import dev.parley.core.message.JsonBuffer;
import dev.parley.doors.json.Shapes;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Tasks, requests for leave and schedules, as REST and its events show them. */
public final class WorkShapes {
  private WorkShapes() {}

  public static void task(JsonBuffer out, Task task) {
    openTask(out, task);
    out.ascii("}");
  }

  /** Without its last brace. */
  public static void openTask(JsonBuffer out, Task task) {
    out.ascii("{\"id\":").string(task.id());
    out.ascii(",\"state\":").string(task.status().wireName());
    out.ascii(",\"from\":").string(task.from());
    out.ascii(",\"assignees\":");
    Shapes.list(out, task.assignees(), JsonBuffer::string);
    out.ascii(",\"title\":").string(task.title());
    out.ascii(",\"messageId\":").string(task.messageId());
    out.ascii(",\"createdAt\":").number(task.createdAt());
    out.ascii(",\"changedAt\":").number(task.changedAt());
    out.ascii(",\"by\":").string(task.by());
    text(out, ",\"note\":", task.note());
    text(out, ",\"resultId\":", task.resultId());
  }

  public static void approval(JsonBuffer out, Approval approval) {
    out.ascii("{\"id\":").string(approval.id());
    out.ascii(",\"asker\":").string(approval.asker());
    out.ascii(",\"approvers\":");
    Shapes.list(out, approval.approvers(), JsonBuffer::string);
    out.ascii(",\"what\":").string(approval.what());
    out.ascii(",\"sha256\":").string(approval.sha256());
    out.ascii(",\"state\":").string(approval.state().wireName());
    out.ascii(",\"askedAt\":").number(approval.askedAt());
    out.ascii(",\"expiresAt\":").number(approval.expiresAt());
    if (approval.at() > 0) {
      out.ascii(",\"decidedAt\":").number(approval.at());
    }
    text(out, ",\"by\":", approval.by());
    text(out, ",\"door\":", approval.door());
    text(out, ",\"reason\":", approval.reason());
    out.ascii("}");
  }

  public static void schedule(JsonBuffer out, Schedule schedule) {
    out.ascii("{\"agentId\":").string(schedule.agent().value());
    out.ascii(",\"name\":").string(schedule.name());
    switch (schedule.timing()) {
      case Timing.Cron cron -> {
        out.ascii(",\"cron\":").string(cron.expression());
        out.ascii(",\"zone\":").string(cron.zone().getId());
      }
      case Timing.Once(long at) ->
          out.ascii(",\"at\":").string(Instant.ofEpochMilli(at).toString());
    }
    Says says = schedule.says();
    out.ascii(",\"path\":").string(says.path());
    out.ascii(",\"messageType\":").string(says.type().wireName());
    text(out, ",\"content\":", says.content());
    String payload = says.payload();
    if (payload != null) {
      out.ascii(",\"payload\":").raw(payload);
    }
    out.ascii(",\"missed\":").string(schedule.missed().wireName());
    out.ascii(",\"enabled\":").bool(schedule.enabled());
    out.ascii(",\"byOwner\":").bool(schedule.byOwner());
    if (schedule.next() > 0) {
      out.ascii(",\"next\":").number(schedule.next());
    }
    out.ascii(",\"runs\":").number(schedule.runs());
    out.ascii(",\"createdAt\":").number(schedule.createdAt()).ascii("}");
  }

  private static void text(JsonBuffer out, String name, @Nullable String value) {
    if (value != null) {
      out.ascii(name).string(value);
    }
  }
}
