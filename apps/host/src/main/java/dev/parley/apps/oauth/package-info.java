/**
 * Logins of the owner at providers such as a mail service, begun for an app in the browser; the app
 * gets access tokens with its settings, and never the refresh token or the hub's secret.
 *
 * <p>Enter through {@link dev.parley.apps.oauth.AppLogins}. It blocks for the network, within
 * limits, so it is called on virtual threads.
 */
@NullMarked
package dev.parley.apps.oauth;

import org.jspecify.annotations.NullMarked;
