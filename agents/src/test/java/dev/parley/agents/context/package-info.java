@NullMarked
package dev.parley.agents.context;

import org.jspecify.annotations.NullMarked;
