/** Scripts with which a shell completes {@code parley} commands and options. */
@NullMarked
package dev.parley.hub.cli.completion;

import org.jspecify.annotations.NullMarked;
