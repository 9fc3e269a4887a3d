/**
 * Apps that hook into what agents do: who is asked at which point, in which order, and what an app
 * may not do with it.
 *
 * <p>{@link dev.parley.apps.hooks.HookAdapter} registers what an app subscribes to, and {@link
 * dev.parley.apps.hooks.HookDispatch} is what the runtime asks. Calls are made on the thread that
 * asks.
 */
@NullMarked
package dev.parley.apps.hooks;

import org.jspecify.annotations.NullMarked;
