/**
 * Schedules: messages that an agent sends at times which were said before, once or again and again.
 * A schedule is a record; a firing sends its message, notes the run and sets the next time in one
 * commit, so that of several hubs, and of several lives of one, exactly one fires. Enter through
 * {@link dev.parley.agents.schedules.Schedules}. Times are told by the clock on which the hubs
 * agree (docs/adr/0050); while they do not, nothing fires. Any thread; deciding runs on virtual
 * ones.
 */
@NullMarked
package dev.parley.agents.schedules;

import org.jspecify.annotations.NullMarked;
