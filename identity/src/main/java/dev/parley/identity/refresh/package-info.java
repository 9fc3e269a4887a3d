/**
 * Refresh tokens, with which a person stays logged in. Enter through {@link
 * dev.parley.identity.refresh.RefreshTokens}.
 */
@NullMarked
package dev.parley.identity.refresh;

import org.jspecify.annotations.NullMarked;
