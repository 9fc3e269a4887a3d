/**
 * Golden vectors of the envelope: what a sender writes, and the envelope that is stored or the
 * reason for which it is refused. Every reader of envelopes is tested with the same ones.
 */
@NullMarked
package dev.parley.testkit.envelope;

import org.jspecify.annotations.NullMarked;
