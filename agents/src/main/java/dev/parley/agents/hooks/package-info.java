/**
 * The ten points at which apps may look at what agents do, and change it.
 *
 * @see dev.parley.agents.hooks.HookPoint
 */
@NullMarked
package dev.parley.agents.hooks;

import org.jspecify.annotations.NullMarked;
