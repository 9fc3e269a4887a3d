package dev.parley.identity.keys;

import dev.parley.core.address.AgentId;

/**
 * With what an agent has shown who it is.
 *
 * @param incarnation of that agent, and of no other that has its name later
 */
public record KeyLogin(AgentId agent, String incarnation, String keyId) {}
