@NullMarked
package dev.parley.memory;

import org.jspecify.annotations.NullMarked;
