package dev.parley.doors.http;

import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.SocketAddress;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Whom somebody means who signs for this hub. A program on another port of the machine could hand
 * on what was signed for it, with the Host that was meant for it: so the port has to be the one the
 * request came in on, unless its name is configured, which a proxy in front has then.
 */
public final class Audience {
  private static final int USUAL_PORT = 80;

  private Audience() {}

  /** The Host of a request, in lower case, or null when that is not this hub. */
  public static @Nullable String of(HttpServerRequest request, Set<String> configuredNames) {
    String host = request.getHeader("Host");
    SocketAddress local = request.localAddress();
    if (host == null || local == null) {
      return null;
    }
    String lower = host.toLowerCase(Locale.ROOT);
    int colon = lower.lastIndexOf(':');
    boolean ported = colon > lower.lastIndexOf(']');
    String name = ported ? lower.substring(0, colon) : lower;
    if (configuredNames.stream().anyMatch(name::equalsIgnoreCase)) {
      return lower;
    }
    String port = ported ? lower.substring(colon + 1) : Integer.toString(USUAL_PORT);
    return port.equals(Integer.toString(local.port())) ? lower : null;
  }
}
