package dev.parley.doors.http;

import io.vertx.core.http.HttpServerRequest;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Names of this hub under which pages of apps are shown: {@code app-SECRET.localhost}. Browsers
 * know that they mean this machine, and take each for a site of its own, without the cookies and
 * the storage of the dashboard. Whoever does not know the secret cannot make up such a name.
 */
public final class AppHost {
  private static final Pattern NAME =
      Pattern.compile("app-([a-z2-7]{26})\\.localhost(?::[0-9]{1,5})?");
  private static final Pattern PATH =
      Pattern.compile("/api/v1/apps/[A-Za-z0-9][A-Za-z0-9._-]{0,127}/(?:ui|api)(?:/.*)?");

  private AppHost() {}

  public static String name(String secret) {
    return "app-" + secret + ".localhost";
  }

  /** The secret in the name under which this request came, or null when it is another. */
  public static @Nullable String secret(HttpServerRequest request) {
    return secret(request.getHeader("Host"));
  }

  static @Nullable String secret(@Nullable String host) {
    Matcher name = NAME.matcher(host == null ? "" : host.toLowerCase(Locale.ROOT));
    return name.matches() ? name.group(1) : null;
  }

  /** Nothing else of the hub is under such a name. */
  static boolean serves(@Nullable String path) {
    return path != null && PATH.matcher(path).matches();
  }
}
