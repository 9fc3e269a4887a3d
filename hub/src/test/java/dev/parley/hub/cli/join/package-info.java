@NullMarked
package dev.parley.hub.cli.join;

import org.jspecify.annotations.NullMarked;
