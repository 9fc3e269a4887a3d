/**
 * The agent runtime, measured in this process: what only the runtime itself takes would be lost
 * between processes. Started by {@code scenario}, on the thread of the bench.
 */
@NullMarked
package dev.parley.bench.runtime;

import org.jspecify.annotations.NullMarked;
