/**
 * The ten points at which apps may look at what agents do, and change it. The runtime asks through
 * {@link dev.parley.agents.hooks.Hooks} and knows no apps; who is asked, in which order and for how
 * long is decided behind it.
 *
 * @see dev.parley.agents.hooks.HookPoint
 */
@NullMarked
package dev.parley.agents.hooks;

import org.jspecify.annotations.NullMarked;
