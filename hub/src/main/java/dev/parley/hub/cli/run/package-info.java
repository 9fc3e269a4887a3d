/** Commands that run a hub in this process: {@code up} for good, {@code demo} for a look. */
@NullMarked
package dev.parley.hub.cli.run;

import org.jspecify.annotations.NullMarked;
