/**
 * Apps that reach another platform for people: what is said there comes in as messages on {@code
 * platform/place}, from the agent {@code channel:platform}, and what agents send there or answer
 * goes out.
 *
 * <p>Carried by {@code comm.bridge}, so what comes in is stored before the next is taken, and what
 * goes out waits in an inbox until the app has it.
 */
@NullMarked
package dev.parley.apps.channels;

import org.jspecify.annotations.NullMarked;
