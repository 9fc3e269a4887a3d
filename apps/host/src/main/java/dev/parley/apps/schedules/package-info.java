/**
 * Apps that keep time in the hub's place: while one runs, the hub's own schedules rest, the tool
 * {@code schedule} speaks with the app, and what the app says has come due is a message to the
 * agent whose it is.
 */
@NullMarked
package dev.parley.apps.schedules;

import org.jspecify.annotations.NullMarked;
