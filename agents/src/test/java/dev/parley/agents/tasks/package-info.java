@NullMarked
package dev.parley.agents.tasks;

import org.jspecify.annotations.NullMarked;
