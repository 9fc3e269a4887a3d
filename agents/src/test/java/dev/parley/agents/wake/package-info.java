@NullMarked
package dev.parley.agents.wake;

import org.jspecify.annotations.NullMarked;
