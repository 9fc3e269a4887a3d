@NullMarked
package dev.parley.agents.turns;

import org.jspecify.annotations.NullMarked;
