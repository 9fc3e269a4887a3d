package dev.parley.doors.rest;

import dev.parley.agents.context.Pins;
import dev.parley.agents.definitions.Definitions;
import dev.parley.agents.logs.Logs;
import dev.parley.agents.memory.Memories;
import dev.parley.agents.schedules.Schedules;
import dev.parley.agents.wake.Wakes;

/** The rooms of the agents' runtime that the door opens on, beside turns, programs and usage. */
public record AgentRooms(
    Definitions definitions,
    Schedules schedules,
    Memories memories,
    Pins pins,
    Logs logs,
    Wakes wakes) {}
