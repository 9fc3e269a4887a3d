package dev.parley.agents.schedules;

/** Told of schedules once what became of them is durable, by whichever hub: never block. */
public interface ScheduleHook {
  /** It was made or changed, or has fired. */
  void onSchedule(Schedule schedule);

  void onDeleted(Schedule schedule);
}
