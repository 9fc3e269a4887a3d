/**
 * Who has vouched for an app: the signatures in its package, the keys of the store that made them,
 * and what the store has revoked since.
 *
 * <p>Asking the store blocks, and so does verifying; any thread.
 */
@NullMarked
package dev.parley.apps.signature;

import org.jspecify.annotations.NullMarked;
