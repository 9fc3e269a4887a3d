@NullMarked
package dev.parley.brains.model;

import org.jspecify.annotations.NullMarked;
