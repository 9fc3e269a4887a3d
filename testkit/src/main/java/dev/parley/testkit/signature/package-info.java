/**
 * Signatures that others have made, with what they are over: the examples of RFC 9421, and the
 * challenge of {@code /ws}. For tests of every module; read from the class path.
 */
@NullMarked
package dev.parley.testkit.signature;

import org.jspecify.annotations.NullMarked;
