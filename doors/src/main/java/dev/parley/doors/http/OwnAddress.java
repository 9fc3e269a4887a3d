package dev.parley.doors.http;

import io.vertx.core.http.HttpServerRequest;
import java.net.URI;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How this hub is called from outside, where an answer has to say so: as the request has called it,
 * which {@link HostCheck} has let through, or as the owner says where a proxy speaks TLS for it.
 *
 * @param configured scheme, host and port under which a proxy serves this hub, or null
 */
public record OwnAddress(@Nullable URI configured) {
  public static final OwnAddress AS_CALLED = new OwnAddress(null);

  private static final Pattern HOST =
      Pattern.compile("([a-z0-9._-]{1,253}|\\[[0-9a-f:.]{2,45}])(:[0-9]{1,5})?");

  /** Without a slash at its end; null when the request's Host cannot be part of an address. */
  public @Nullable String of(HttpServerRequest request) {
    String header = request.getHeader("Host");
    String host = header == null ? "" : header.toLowerCase(Locale.ROOT);
    if (configured != null && isConfigured(configured, host)) {
      return configured.toString();
    }
    if (!HOST.matcher(host).matches()) {
      return null;
    }
    return "http://" + (host.endsWith(":80") ? host.substring(0, host.length() - 3) : host);
  }

  private static boolean isConfigured(URI configured, String host) {
    String authority = configured.getRawAuthority();
    return host.equals(authority)
        || (configured.getPort() < 0
            && host.equals(authority + (configured.getScheme().equals("https") ? ":443" : ":80")));
  }
}
