/**
 * What it takes on a disk for a name to survive a loss of power: {@link
 * dev.parley.core.disk.Folders}, for every room that keeps files. Blocks; for any thread but an
 * event loop.
 */
@NullMarked
package dev.parley.core.disk;

import org.jspecify.annotations.NullMarked;
