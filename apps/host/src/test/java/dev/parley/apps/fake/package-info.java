@NullMarked
package dev.parley.apps.fake;

import org.jspecify.annotations.NullMarked;
