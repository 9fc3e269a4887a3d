/**
 * REST under {@code /api} and server-sent events, as {@code docs/rest.md} says.
 *
 * <p>Enter through {@link dev.parley.doors.rest.RestDoor}. Every operation is declared once, with
 * its method, path, rule of access, handler and schemas; routes and the OpenAPI document are both
 * made from that. Handlers run on event loops and return futures; answers are written on the event
 * loop of their request. What blocks runs on threads of its own.
 */
@NullMarked
package dev.parley.doors.rest;

import org.jspecify.annotations.NullMarked;
