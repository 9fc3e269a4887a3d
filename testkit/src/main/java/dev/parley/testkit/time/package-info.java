/** A clock that tests move by hand. */
@NullMarked
package dev.parley.testkit.time;

import org.jspecify.annotations.NullMarked;
