/** Programs of the computer that tests start. */
@NullMarked
package dev.parley.testkit.process;

import org.jspecify.annotations.NullMarked;
