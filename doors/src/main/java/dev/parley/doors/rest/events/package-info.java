/**
 * Server-sent events: what happens in the hub, told to whoever listens at {@code /api/events}.
 *
 * <p>Hooks of the core only put what happened into a bounded queue ({@link
 * dev.parley.doors.rest.events.HubChanges}). One thread, the {@link
 * dev.parley.doors.rest.events.EventFeed}'s, makes events of it, keeps the last ones in a ring, and
 * hands them to readers, each of which writes on its own event loop. While nobody listens there are
 * no hooks.
 */
@NullMarked
package dev.parley.doors.rest.events;

import org.jspecify.annotations.NullMarked;
