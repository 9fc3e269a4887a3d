@NullMarked
package dev.parley.agents.memory;

import org.jspecify.annotations.NullMarked;
