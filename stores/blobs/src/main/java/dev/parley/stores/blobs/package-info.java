/**
 * Blobs as files, named by their SHA-256, in folders by its first two digits; beside each its
 * content type. Enter through {@link dev.parley.stores.blobs.FileBlobs}. Everything blocks.
 */
@NullMarked
package dev.parley.stores.blobs;

import org.jspecify.annotations.NullMarked;
