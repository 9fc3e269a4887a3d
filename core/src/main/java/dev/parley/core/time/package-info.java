/** Time as something handed in, so that a test can hold it still and move it on. */
@NullMarked
package dev.parley.core.time;

import org.jspecify.annotations.NullMarked;
