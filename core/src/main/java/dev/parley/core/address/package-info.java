/**
 * Addresses: where a message goes ({@link dev.parley.core.address.Path}), what a subscriber asks
 * for ({@link dev.parley.core.address.Pattern}), and the names of those who talk.
 *
 * <p>Text becomes one of these values at the door and an invalid one cannot exist; whoever holds a
 * value need not check it again. What is wrong with a text is said by {@link
 * dev.parley.core.address.InvalidAddress}.
 *
 * <p>Everybody may come in. Everything here is immutable and may be used on any thread.
 */
@NullMarked
package dev.parley.core.address;

import org.jspecify.annotations.NullMarked;
