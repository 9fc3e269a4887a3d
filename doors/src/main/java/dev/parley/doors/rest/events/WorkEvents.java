package dev.parley.doors.rest.events;

import dev.parley.agents.approvals.Approval;
import dev.parley.agents.schedules.Schedule;
import dev.parley.agents.tasks.Task;
import dev.parley.agents.turns.TurnEvent;
import dev.parley.doors.rest.shape.TurnShapes;
import dev.parley.doors.rest.shape.WorkShapes;
import dev.parley.identity.authority.Authority;
import dev.parley.identity.authority.Sight;

/** What agents do and what becomes of it, for those who may ask for it. The feed's thread. */
final class WorkEvents {
  private final AgentWork work;
  private final Authority authority;

  WorkEvents(AgentWork work, Authority authority) {
    this.work = work;
    this.authority = authority;
  }

  void task(Task task, EventWriter.Sink sink) {
    sink.accept(
        -1, "task", out -> WorkShapes.task(out, task), who -> work.tasks().isFor(who, task));
  }

  void approval(Approval approval, EventWriter.Sink sink) {
    sink.accept(
        -1,
        "approval",
        out -> WorkShapes.approval(out, approval),
        who -> work.approvals().isFor(who, approval));
  }

  void schedule(Schedule schedule, boolean deleted, EventWriter.Sink sink) {
    sink.accept(
        -1,
        "schedule",
        out -> {
          out.ascii("{\"change\":\"").ascii(deleted ? "removed" : "updated");
          out.ascii("\",\"schedule\":");
          WorkShapes.schedule(out, schedule);
          out.ascii("}");
        },
        who -> authority.sight(who, schedule.agent()) == Sight.ALL);
  }

  Event turn(TurnEvent event) {
    return Event.passing(
        "turn",
        out -> TurnShapes.event(out, event),
        who -> authority.reads(who, event.session().agent()));
  }
}
