package dev.parley.agents.tasks;

import dev.parley.agents.context.Knowledge;
import dev.parley.core.address.AgentId;
import dev.parley.core.message.Door;
import dev.parley.identity.Principal;
import dev.parley.identity.Visit;
import java.util.List;

/**
 * The tasks an agent works on, by name and state alone: what was asked for is known in the task's
 * own session, and no other one may know what was said there.
 */
public final class KnownTasks implements Knowledge {
  private static final int LOOKED_AT = 50;
  private static final int SHOWN = 10;

  private final Tasks tasks;

  public KnownTasks(Tasks tasks) {
    this.tasks = tasks;
  }

  @Override
  public List<Piece> of(AgentId agent, String about) {
    Visit itself = new Visit(new Principal.AgentPrincipal(agent), Door.HUB, "");
    return tasks.list(itself, task -> task.isOf(agent.value()), Long.MAX_VALUE, LOOKED_AT).stream()
        .filter(task -> task.isOpen() && task.assignees().contains(agent.value()))
        .limit(SHOWN)
        .map(
            task ->
                new Piece(
                    "task",
                    "%s, from %s: %s".formatted(task.id(), task.from(), task.status().wireName())))
        .toList();
  }
}
