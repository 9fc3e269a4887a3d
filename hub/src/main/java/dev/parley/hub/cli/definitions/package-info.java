/** Commands about definitions of agents as files: {@code parley agents apply} and {@code new}. */
@NullMarked
package dev.parley.hub.cli.definitions;

import org.jspecify.annotations.NullMarked;
