/**
 * The hub as a model sees it: its tools, resources and prompts. Every call acts as the participant
 * that made it. What others wrote is handed over as data, with its origin beside it and the notice
 * before it, and only so much of it as a model can take ({@link
 * dev.parley.doors.mcp.tools.Preview}). What is shown and not marked comes again ({@link
 * dev.parley.doors.mcp.tools.Showings}).
 *
 * <p>Enter through {@link dev.parley.doors.mcp.tools.ParleyCatalog}. Handlers block, on threads of
 * their own.
 */
@NullMarked
package dev.parley.doors.mcp.tools;

import org.jspecify.annotations.NullMarked;
