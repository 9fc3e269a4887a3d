/**
 * Folders that agents have on this machine: homes of their programs, and where their tools work.
 * Nobody but the hub's user may look into them, and who gets the name of an agent that is gone
 * finds nothing of it.
 *
 * <p>Enter through {@link dev.parley.agents.folders.AgentFolders}. Blocking calls.
 */
@NullMarked
package dev.parley.agents.folders;

import org.jspecify.annotations.NullMarked;
