@NullMarked
package dev.parley.agents.definitions;

import org.jspecify.annotations.NullMarked;
