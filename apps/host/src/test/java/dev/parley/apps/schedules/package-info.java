@NullMarked
package dev.parley.apps.schedules;

import org.jspecify.annotations.NullMarked;
