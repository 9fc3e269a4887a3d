package dev.parley.agents.programs;

import dev.parley.core.address.AgentId;

/**
 * What somebody wants started.
 *
 * @param prompt what the agent is to do, or empty
 */
public record Order(AgentId agent, String command, String prompt) {}
