/**
 * How the hub takes part in conversations elsewhere: plugins that reach other systems, of which
 * exactly one is active.
 *
 * <p>Enter through {@link dev.parley.comm.CommPlugins}. A {@link dev.parley.comm.CommPlugin} knows
 * nothing of the hub's messages: it is told topics and texts, and tells them. What it is told and
 * tells is carried in and out of the hub by {@code comm.bridge}; which one runs, with which
 * settings, is decided by {@code comm.service}. Knows core, identity, the wire and the client's
 * socket.
 */
@NullMarked
package dev.parley.comm;

import org.jspecify.annotations.NullMarked;
