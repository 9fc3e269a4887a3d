@NullMarked
package dev.parley.apps.channels;

import org.jspecify.annotations.NullMarked;
