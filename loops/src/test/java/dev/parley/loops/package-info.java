@NullMarked
package dev.parley.loops;

import org.jspecify.annotations.NullMarked;
