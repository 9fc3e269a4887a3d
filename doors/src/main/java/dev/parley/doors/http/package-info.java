/**
 * The two ports and what every request to them goes through: is it meant for this machine (Host,
 * Origin), is there room for another connection, and which room does the path lead to.
 *
 * <p>Enter through {@link dev.parley.doors.http.HttpDoor}; other doors hand it {@link
 * dev.parley.doors.http.Route}s and know nothing of each other. Everything runs on event loops and
 * must not block.
 */
@NullMarked
package dev.parley.doors.http;

import org.jspecify.annotations.NullMarked;
