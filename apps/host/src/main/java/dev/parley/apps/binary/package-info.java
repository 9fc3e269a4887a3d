/**
 * Which programs may be apps: native ones, and nothing that another program would interpret.
 *
 * @see dev.parley.apps.binary.NativeBinary
 */
@NullMarked
package dev.parley.apps.binary;

import org.jspecify.annotations.NullMarked;
