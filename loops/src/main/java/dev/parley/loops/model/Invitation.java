package dev.parley.loops.model;

import dev.parley.core.address.AgentId;
import dev.parley.identity.TypedCode;

/**
 * Lets whoever knows the code join, as often as it is used, until it is deleted.
 *
 * @param code as {@link TypedCode#normalised} leaves it
 * @param createdAt Unix milliseconds
 */
public record Invitation(String code, AgentId creator, long createdAt) {}
