/**
 * Moves everything a hub has from one kind of store to another: all of it, compared afterwards by
 * counts and checksums, and from where it was stopped if it was. What it is moved from stays as it
 * is.
 */
@NullMarked
package dev.parley.hub.migrate;

import org.jspecify.annotations.NullMarked;
