/** The Java client of the hub. Uses only the types of core. */
@NullMarked
package dev.parley.client;

import org.jspecify.annotations.NullMarked;
