/**
 * What both ends of a wire have to agree on: the hub's doors and the clients of other hubs read and
 * write with the same code. Knows core alone, and neither sockets nor threads.
 */
@NullMarked
package dev.parley.wire;

import org.jspecify.annotations.NullMarked;
