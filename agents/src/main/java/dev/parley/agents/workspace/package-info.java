/**
 * What a brain may do on this machine: {@code shell} and {@code file}, in the agent's own folder
 * and nowhere else, in turns of the owner and of the hub itself alone.
 *
 * <p>Commands run in the sandbox of {@code dev.parley.processes.sandbox}. Files are read and
 * written by the hub, which follows no link and leaves the folder on no path. Blocking calls on the
 * turn's thread; an interrupt ends them.
 */
@NullMarked
package dev.parley.agents.workspace;

import org.jspecify.annotations.NullMarked;
