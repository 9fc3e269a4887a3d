/**
 * The bodies of requests: {@link dev.parley.doors.http.body.BodyReader} has them whole in memory,
 * {@link dev.parley.doors.http.body.BodyPump} brings them piece by piece to a thread that may
 * block.
 *
 * <p>For every door with bodies; both are bounded in bytes and in time. Called on the request's
 * event loop.
 */
@NullMarked
package dev.parley.doors.http.body;

import org.jspecify.annotations.NullMarked;
