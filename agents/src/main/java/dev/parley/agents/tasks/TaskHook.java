package dev.parley.agents.tasks;

/** Told of tasks once what became of them is durable, by whichever hub: be short, never block. */
@FunctionalInterface
public interface TaskHook {
  void onTask(Task task);
}
