@NullMarked
package dev.parley.apps.hooks;

import org.jspecify.annotations.NullMarked;
