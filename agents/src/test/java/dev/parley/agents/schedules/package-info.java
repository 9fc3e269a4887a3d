@NullMarked
package dev.parley.agents.schedules;

import org.jspecify.annotations.NullMarked;
