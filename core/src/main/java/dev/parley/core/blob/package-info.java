/**
 * The port to large things that messages refer to: bytes named by their SHA-256. The core never
 * looks into them.
 */
@NullMarked
package dev.parley.core.blob;

import org.jspecify.annotations.NullMarked;
