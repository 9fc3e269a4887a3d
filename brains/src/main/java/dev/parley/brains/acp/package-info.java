/**
 * Brains that are harnesses which stay, spoken with over the Agent Client Protocol: JSON-RPC, one
 * message a line, on the standard input and output of a process (docs/adr/0072). Enter through
 * {@link dev.parley.brains.acp.AcpBrain}.
 *
 * <p>{@code run} blocks, on the virtual thread of its turn. What a harness writes is read on a
 * platform thread of its process and written to it on another.
 */
@NullMarked
package dev.parley.brains.acp;

import org.jspecify.annotations.NullMarked;
