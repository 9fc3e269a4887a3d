package dev.parley.doors.oauth;

import dev.parley.identity.oauth.OAuthError;
import dev.parley.identity.oauth.RedirectUri;
import io.vertx.core.http.HttpServerResponse;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The way back to the program, which was found to be its own.
 *
 * @param state what the program wants to get back
 * @param issuer who answers (RFC 9207)
 */
record WayBack(RedirectUri uri, @Nullable String state, String issuer) {

  void give(HttpServerResponse response, String code) {
    go(response, with("code", code, null));
  }

  void refuse(HttpServerResponse response, OAuthError error) {
    go(response, refusing(error));
  }

  String refusing(OAuthError error) {
    return with("error", error.kind().wireName(), error.why());
  }

  private String with(String name, String value, @Nullable String description) {
    StringBuilder to = new StringBuilder(uri.text());
    add(to, name, value);
    if (description != null) {
      add(to, "error_description", description);
    }
    if (state != null) {
      add(to, "state", state);
    }
    add(to, "iss", issuer);
    return to.toString();
  }

  private static void add(StringBuilder to, String name, String value) {
    to.append(to.indexOf("?") < 0 ? '?' : '&')
        .append(name)
        .append('=')
        .append(URLEncoder.encode(value, StandardCharsets.UTF_8));
  }

  /** With a GET, whatever brought the browser here: a password must not go along. */
  private static void go(HttpServerResponse response, String to) {
    if (!response.ended() && !response.closed()) {
      var _ = Pages.secured(response).setStatusCode(303).putHeader("Location", to).end();
    }
  }
}
