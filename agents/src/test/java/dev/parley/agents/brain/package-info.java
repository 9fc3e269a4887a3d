@NullMarked
package dev.parley.agents.brain;

import org.jspecify.annotations.NullMarked;
