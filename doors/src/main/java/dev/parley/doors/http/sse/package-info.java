/**
 * Server-sent events, for every door that streams: {@link dev.parley.doors.http.sse.EventOutput} is
 * one response that a client reads events from.
 *
 * <p>Any thread may write; the event loop of the connection does. What an event says and how a
 * client catches up are the door's business.
 */
@NullMarked
package dev.parley.doors.http.sse;

import org.jspecify.annotations.NullMarked;
