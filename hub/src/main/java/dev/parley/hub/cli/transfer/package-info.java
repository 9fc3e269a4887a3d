/** {@code parley export} and {@code parley import}. */
@NullMarked
package dev.parley.hub.cli.transfer;

import org.jspecify.annotations.NullMarked;
