/**
 * What people meet of apps: their pages, what these ask of their apps, and how apps come and go.
 * For {@link dev.parley.doors.rest.RestDoor} alone.
 *
 * <p>A page of an app is a stranger's. It is shown under a host name of its own that is good for
 * one app and a short time, in a sandbox; docs/adr/0094 says how that holds. Requests arrive on
 * event loops; files and apps are asked on virtual threads.
 */
@NullMarked
package dev.parley.doors.rest.apps;

import org.jspecify.annotations.NullMarked;
