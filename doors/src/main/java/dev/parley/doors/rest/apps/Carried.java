package dev.parley.doors.rest.apps;

import dev.parley.apps.proto.HttpRequest;
import dev.parley.doors.http.Callers;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Which headers go to an app and which come back. */
final class Carried {
  /** Of one connection, or set anew. */
  private static final Set<String> OF_THE_WAY =
      Set.of(
          "connection",
          "keep-alive",
          "proxy-connection",
          "proxy-authenticate",
          "proxy-authorization",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade",
          "host",
          "content-length");

  /** By which the owner is known here: an app never sees it. */
  private static final Set<String> OF_THE_OWNER =
      Set.of("authorization", Callers.KEY.toLowerCase(Locale.ROOT), "signature", "signature-input");

  /**
   * What comes back beside {@code X-…}. Not among them: what sets cookies or clears them, lets
   * others in, asks for passwords, or speaks for the host, which is the dashboard's as well.
   */
  private static final Set<String> BACK =
      Set.of(
          "content-type",
          "content-language",
          "content-disposition",
          "content-encoding",
          "content-range",
          "accept-ranges",
          "allow",
          "age",
          "etag",
          "expires",
          "last-modified",
          "pragma",
          "retry-after",
          "warning");

  private static final Set<String> NOT_BACK =
      Set.of("x-content-type-options", "x-dns-prefetch-control", "x-frame-options");
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,256}");

  private Carried() {}

  /** One value a name, in canonical case as Go's programs expect it. */
  static void forth(HttpServerRequest from, boolean ofPage, HttpRequest.Builder to) {
    Map<String, String> joined = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    Set<String> named = namedByConnection(from);
    from.headers()
        .forEach(
            (name, value) -> {
              String lower = name.toLowerCase(Locale.ROOT);
              boolean cookie = lower.equals("cookie");
              if (OF_THE_WAY.contains(lower)
                  || OF_THE_OWNER.contains(lower)
                  || named.contains(lower)
                  || (ofPage && cookie)) {
                return;
              }
              joined.merge(
                  name,
                  cookie ? withoutLogin(value) : value,
                  (first, next) -> first + (cookie ? "; " : ", ") + next);
            });
    joined.forEach(
        (name, value) -> {
          if (!value.isEmpty() || !name.equalsIgnoreCase("cookie")) {
            to.putHeaders(canonical(name), value);
          }
        });
  }

  /** What {@code Connection} names is of the way as well. */
  private static Set<String> namedByConnection(HttpServerRequest from) {
    return from.headers().getAll("Connection").stream()
        .flatMap(value -> Arrays.stream(value.split(",")))
        .map(name -> name.strip().toLowerCase(Locale.ROOT))
        .collect(Collectors.toSet());
  }

  private static String withoutLogin(String cookies) {
    return Arrays.stream(cookies.split(";"))
        .map(String::strip)
        .filter(each -> !each.startsWith(Callers.COOKIE + "=") && !each.isEmpty())
        .collect(Collectors.joining("; "));
  }

  private static String canonical(String name) {
    StringBuilder out = new StringBuilder(name.length());
    boolean begins = true;
    for (char c : name.toLowerCase(Locale.ROOT).toCharArray()) {
      out.append(begins ? Character.toUpperCase(c) : c);
      begins = c == '-';
    }
    return out.toString();
  }

  /**
   * @param root what stands before every path that the app knows
   */
  static void back(Map<String, String> headers, String root, HttpServerResponse to) {
    headers.forEach(
        (name, value) -> {
          String lower = name.toLowerCase(Locale.ROOT);
          boolean plain =
              NAME.matcher(name).matches() && value.chars().noneMatch(c -> c < ' ' && c != '\t');
          if (!plain) {
            return;
          }
          if (lower.equals("location")) {
            if (value.startsWith("/") && !value.startsWith("//") && !value.startsWith("/\\")) {
              to.putHeader("Location", root + value);
            } else if (isRelative(value)) {
              to.putHeader("Location", value);
            }
          } else if (BACK.contains(lower)
              || (lower.startsWith("x-") && !NOT_BACK.contains(lower))) {
            to.putHeader(name, value);
          }
        });
  }

  /** Elsewhere an app sends nobody. */
  private static boolean isRelative(String location) {
    return !location.startsWith("/")
        && location.indexOf('\\') < 0
        && !location.matches("(?s)[A-Za-z][A-Za-z0-9+.-]*:.*");
  }
}
