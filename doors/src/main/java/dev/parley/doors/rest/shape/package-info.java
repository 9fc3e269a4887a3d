/** How things look in answers and events where they look otherwise than on {@code /ws}. */
@NullMarked
package dev.parley.doors.rest.shape;

import org.jspecify.annotations.NullMarked;
