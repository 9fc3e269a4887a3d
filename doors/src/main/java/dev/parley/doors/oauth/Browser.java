package dev.parley.doors.oauth;

import dev.parley.identity.Token;
import io.vertx.core.http.Cookie;
import io.vertx.core.http.CookieSameSite;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The browser that has a page open: it holds a random cookie, and the page what follows from it and
 * from the address of the page. A form that another page has sent has neither.
 *
 * @param secret the cookie's
 * @param query of the page's address, as it came
 */
record Browser(String secret, String query, boolean tls) {
  private static final String COOKIE = "parley-consent";
  private static final Pattern SECRET = Pattern.compile("[A-Za-z0-9_-]{40,80}");
  private static final long SECONDS = 3_600;

  /** A tab that is open already keeps its cookie. */
  static Browser of(HttpServerRequest request, String hub) {
    Cookie cookie = request.getCookie(COOKIE);
    String query = request.query();
    return new Browser(
        cookie != null && SECRET.matcher(cookie.getValue()).matches()
            ? cookie.getValue()
            : Token.generate().secret(),
        query == null ? "" : query,
        hub.startsWith("https:"));
  }

  void remember(HttpServerResponse response) {
    response.addCookie(
        Cookie.cookie(COOKIE, secret)
            .setHttpOnly(true)
            .setSecure(tls)
            .setSameSite(CookieSameSite.LAX)
            .setPath("/oauth")
            .setMaxAge(SECONDS));
  }

  /** What a form of the page carries. */
  String csrf() {
    return Token.hash(secret + "\n" + query + "\nform");
  }

  boolean isKnown(@Nullable String csrf) {
    return csrf != null && Token.sameHash(csrf(), csrf);
  }

  /** What somebody who signs in signs in for. */
  String binding() {
    return secret + "\n" + query + "\nticket";
  }

  @Override
  public String toString() {
    return "Browser";
  }
}
