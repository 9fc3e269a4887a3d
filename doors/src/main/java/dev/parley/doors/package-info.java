/**
 * One package a protocol: decode, authenticate, call a service, encode. Doors are strangers to each
 * other; what they share about HTTP lives in {@code dev.parley.doors.http}. Event loops run this
 * code, so nothing here waits.
 */
@NullMarked
package dev.parley.doors;

import org.jspecify.annotations.NullMarked;
