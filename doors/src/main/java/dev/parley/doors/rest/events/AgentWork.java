package dev.parley.doors.rest.events;

import dev.parley.agents.approvals.Approvals;
import dev.parley.agents.schedules.Schedules;
import dev.parley.agents.tasks.Tasks;
import dev.parley.agents.turns.Turns;

/** Where agents work, of which events tell. */
public record AgentWork(Turns turns, Tasks tasks, Approvals approvals, Schedules schedules) {}
