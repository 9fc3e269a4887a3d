/**
 * Carries messages between the hub and the active plugin, so that everybody in the hub takes part
 * in what is said elsewhere by ordinary messages on {@code comm/{plugin}/{topic}}.
 *
 * <p>Each plugin has an agent of the hub's owner, {@code comm:{plugin}}, which nobody can come in
 * as. {@link dev.parley.comm.bridge.Inbound} stores what is heard as that agent's messages, exactly
 * once. {@link dev.parley.comm.bridge.Outbound} sends on what lies in that agent's inbox, where
 * everything waits that is sent to those paths or in answer to its messages, until the other side
 * has it.
 */
@NullMarked
package dev.parley.comm.bridge;

import org.jspecify.annotations.NullMarked;
