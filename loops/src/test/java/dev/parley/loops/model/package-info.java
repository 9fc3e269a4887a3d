@NullMarked
package dev.parley.loops.model;

import org.jspecify.annotations.NullMarked;
