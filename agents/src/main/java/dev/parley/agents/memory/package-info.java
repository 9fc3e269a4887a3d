/**
 * What agents remember, whichever lane they think in: things they know ({@code tacit}), what
 * happened on a day ({@code daily}), and what they know of somebody or something ({@code entity}).
 * {@link dev.parley.agents.memory.Memories} is what tools of brains use; {@link
 * dev.parley.agents.memory.KeptMemories} keeps them in records, which are the truth, and has a
 * {@link dev.parley.agents.memory.MemoryIndex} follow. Reading and recalling block.
 */
@NullMarked
package dev.parley.agents.memory;

import org.jspecify.annotations.NullMarked;
