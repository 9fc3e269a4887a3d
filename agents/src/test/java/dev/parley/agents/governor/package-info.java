@NullMarked
package dev.parley.agents.governor;

import org.jspecify.annotations.NullMarked;
