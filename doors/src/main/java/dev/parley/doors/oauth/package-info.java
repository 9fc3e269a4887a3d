/**
 * The hub as an authorization server over HTTP: what programs read to find it, the pages on which
 * people sign in and agree, and where codes and refresh tokens become access tokens. {@link
 * dev.parley.doors.oauth.OAuthDoor} is the entrance; what is decided is decided by {@code
 * identity.oauth}. Everything runs on event loops and never waits.
 */
@NullMarked
package dev.parley.doors.oauth;

import org.jspecify.annotations.NullMarked;
