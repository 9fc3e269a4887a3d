package dev.parley.identity.oauth;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Where a browser may be sent with a code: an https page, a program on the same machine, or a
 * program that has a scheme of its own. Compared character by character; only the port of a program
 * on the same machine may be any, for it takes one that is free (RFC 8252).
 */
public record RedirectUri(String text) {
  private static final int LENGTH_MAX = 1_000;
  private static final Pattern PRINTABLE = Pattern.compile("[!-~&&[^\"'<>\\\\^`{|}]]+");
  private static final Pattern HOST = Pattern.compile("[A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+]");
  private static final Pattern SCHEME = Pattern.compile("[a-z][a-z0-9+.-]*");
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

  /** Those that a browser would act on itself. */
  private static final Set<String> BROWSERS_OWN =
      Set.of(
          "javascript",
          "data",
          "vbscript",
          "file",
          "blob",
          "about",
          "filesystem",
          "view-source",
          "chrome",
          "ws",
          "wss",
          "ftp",
          "mailto",
          "tel",
          "sms",
          "intent",
          "jar",
          "urn");

  /**
   * @throws OAuthError when nobody is to be sent there
   */
  public RedirectUri {
    URI uri = parsed(text);
    String scheme = scheme(uri);
    boolean good =
        switch (scheme) {
          case "https" -> hasHost(uri);
          case "http" -> isLoopback(uri);
          default -> SCHEME.matcher(scheme).matches() && !BROWSERS_OWN.contains(scheme);
        };
    if (!good) {
      throw bad("it is https, http to localhost, or has a scheme of the program's own");
    }
    if (uri.getRawFragment() != null || uri.getRawUserInfo() != null) {
      throw bad("it has no fragment and names no user");
    }
  }

  private static URI parsed(String text) {
    if (text.length() > LENGTH_MAX || !PRINTABLE.matcher(text).matches()) {
      throw bad("it has at most " + LENGTH_MAX + " characters, those of an address");
    }
    try {
      return new URI(text);
    } catch (URISyntaxException e) {
      throw bad("it is no address");
    }
  }

  private static OAuthError bad(String why) {
    return new OAuthError(OAuthError.Kind.INVALID_REDIRECT_URI, "a redirect URI: " + why);
  }

  private static String scheme(URI uri) {
    return uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
  }

  private static boolean hasHost(URI uri) {
    return uri.getHost() != null && HOST.matcher(uri.getHost()).matches();
  }

  private static boolean isWeb(URI uri) {
    return scheme(uri).equals("http") || scheme(uri).equals("https");
  }

  private static boolean isLoopback(URI uri) {
    return uri.getHost() != null && LOOPBACK.contains(uri.getHost());
  }

  /** Was this registered by whoever asks for that? */
  boolean admits(String asked) {
    if (text.equals(asked)) {
      return true;
    }
    URI own = URI.create(text);
    if (!scheme(own).equals("http")) {
      return false;
    }
    URI other;
    try {
      other = URI.create(new RedirectUri(asked).text);
    } catch (OAuthError e) {
      return false;
    }
    return scheme(other).equals("http")
        && own.getHost().equals(other.getHost())
        && Objects.equals(own.getRawPath(), other.getRawPath())
        && Objects.equals(own.getRawQuery(), other.getRawQuery());
  }

  /** As a person reads it: where one will end up. */
  public String place() {
    URI uri = URI.create(text);
    return isWeb(uri) ? uri.getRawAuthority() : "a program for " + scheme(uri) + " links";
  }

  /** Is it a program on the machine of whoever is sent there? */
  public boolean isLoopback() {
    URI uri = URI.create(text);
    return scheme(uri).equals("http") && isLoopback(uri);
  }

  /** As a content security policy names it, which has no words for addresses of IPv6. */
  public String source() {
    URI uri = URI.create(text);
    return isWeb(uri) && !uri.getHost().startsWith("[")
        ? scheme(uri) + "://" + uri.getRawAuthority()
        : scheme(uri) + ":";
  }
}
