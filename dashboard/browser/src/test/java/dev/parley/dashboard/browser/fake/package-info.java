/**
 * A stand-in for the hub that speaks {@code docs/rest.md} over real HTTP and server-sent events, in
 * memory. It does what the real one cannot be made to do on demand: lose a connection, hold back an
 * answer, contain names that the real one would refuse.
 */
package dev.parley.dashboard.browser.fake;
