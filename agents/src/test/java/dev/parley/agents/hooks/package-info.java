@NullMarked
package dev.parley.agents.hooks;

import org.jspecify.annotations.NullMarked;
