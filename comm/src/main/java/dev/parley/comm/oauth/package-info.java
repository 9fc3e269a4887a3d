/**
 * Logging in at another hub, with OAuth 2.1 and PKCE in the owner's browser or with a password, and
 * keeping the tokens that come of it fresh.
 *
 * <p>Enter through {@link dev.parley.comm.oauth.RemoteLogin}. Everything here blocks for the
 * network, within limits, so it is called on virtual threads.
 */
@NullMarked
package dev.parley.comm.oauth;

import org.jspecify.annotations.NullMarked;
