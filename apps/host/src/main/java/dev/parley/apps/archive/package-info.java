/**
 * Packages of apps, {@code .napp}: a tar that is packed with gzip. {@link
 * dev.parley.apps.archive.Packer} writes them, {@link dev.parley.apps.archive.Extractor} takes them
 * apart and trusts nothing in them. The tar is read and written here, because every kind of member
 * that is not understood has to be refused, and libraries understand more than that.
 *
 * <p>Everything blocks; nothing is shared between threads.
 */
@NullMarked
package dev.parley.apps.archive;

import org.jspecify.annotations.NullMarked;
