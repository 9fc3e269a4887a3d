package dev.parley.doors.rest;

import dev.parley.agents.definitions.Definitions;

/** The rooms of the agents' runtime that the door opens on, beside turns, programs and usage. */
public record AgentRooms(Definitions definitions) {}
