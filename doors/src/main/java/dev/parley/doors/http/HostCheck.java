package dev.parley.doors.http;

import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.SocketAddress;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Keeps web pages out. A page on the internet can have its own name resolve to 127.0.0.1 and then
 * talk to a hub on loopback as if it were its own server (DNS rebinding). Its requests carry that
 * name as Host, so only names that nobody else can own are let in: loopback ones, configured ones,
 * and the address the connection came in on. A page with another origin is refused as well.
 */
final class HostCheck {
  private final Set<String> names;

  HostCheck(Set<String> configured) {
    this.names =
        configured.stream()
            .map(name -> name.toLowerCase(Locale.ROOT))
            .collect(Collectors.toUnmodifiableSet());
  }

  /** What is wrong with where this request says to go and come from, or null. */
  @Nullable String objection(HttpServerRequest request) {
    String host = request.getHeader("Host");
    if (host == null || request.headers().getAll("Host").size() != 1) {
      return "one Host header is needed";
    }
    String origin = request.getHeader("Origin");
    if (AppHost.secret(host) != null) {
      return ofApp(request, host, origin);
    }
    if (!isOurs(nameOf(host), request.localAddress())) {
      return "this hub is not called '"
          + abbreviated(host)
          + "'; names beside localhost have to be configured";
    }
    if (origin != null && !isSameHost(origin, host)) {
      return "pages from '" + abbreviated(origin) + "' may not talk to this hub";
    }
    return null;
  }

  /** A page of an app is in a sandbox, so that its origin is null; it has nothing else here. */
  private static @Nullable String ofApp(
      HttpServerRequest request, String host, @Nullable String origin) {
    if (!AppHost.serves(request.path())) {
      return "only an app's own pages are under this name";
    }
    return origin == null || origin.equals("null") || isSameHost(origin, host)
        ? null
        : "pages from '" + abbreviated(origin) + "' may not talk to this app";
  }

  private boolean isOurs(String name, @Nullable SocketAddress local) {
    return name.equals("localhost")
        || name.equals("[::1]")
        || isLoopbackAddress(name)
        || names.contains(name)
        || (local != null && name.equals(asHost(local.hostAddress())));
  }

  /** 127.0.0.0/8, in its ordinary spelling only. */
  private static boolean isLoopbackAddress(String name) {
    String[] parts = name.split("\\.", -1);
    if (parts.length != 4 || !parts[0].equals("127")) {
      return false;
    }
    for (String part : parts) {
      if (part.isEmpty()
          || part.length() > 3
          || !part.chars().allMatch(c -> c >= '0' && c <= '9')) {
        return false;
      }
    }
    return true;
  }

  private static boolean isSameHost(String origin, String host) {
    int scheme = origin.indexOf("://");
    return scheme > 0 && origin.substring(scheme + 3).equalsIgnoreCase(host);
  }

  private static String nameOf(String host) {
    String lower = host.toLowerCase(Locale.ROOT);
    int port = lower.lastIndexOf(':');
    return port > lower.lastIndexOf(']') ? lower.substring(0, port) : lower;
  }

  private static String asHost(@Nullable String address) {
    if (address == null) {
      return "";
    }
    return address.indexOf(':') < 0 ? address : "[" + address + "]";
  }

  private static String abbreviated(String text) {
    return text.length() <= 100 ? text : text.substring(0, 100) + "…";
  }
}
