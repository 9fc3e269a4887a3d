/**
 * The hub as a model sees it: its tools, resources and prompts. Every call acts as the participant
 * that made it. What others wrote is handed over as data, with its origin beside it.
 *
 * <p>Enter through {@link dev.parley.doors.mcp.tools.ParleyCatalog}. Handlers block, on threads of
 * their own.
 */
@NullMarked
package dev.parley.doors.mcp.tools;

import org.jspecify.annotations.NullMarked;
