/**
 * Brains that need more than the JDK: models, harnesses and programs that think for agents. A
 * package for each; they know {@code agents} and not each other.
 */
@NullMarked
package dev.parley.brains;

import org.jspecify.annotations.NullMarked;
