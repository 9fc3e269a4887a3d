package dev.parley.hub.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How the hub is called over HTTP.
 *
 * @param hosts names beside the loopback ones that a request may have as its Host. A page of
 *     somebody who owns such a name could talk to the hub, so only names belong here that nobody
 *     else can own, such as {@code host.docker.internal}
 * @param openMetrics show {@code /metrics} without a token, to whoever can reach the owner's port
 * @param publicUrl scheme, host and port under which a proxy serves this hub, or null; its host is
 *     one of the names by then
 */
public record HttpConfig(Set<String> hosts, boolean openMetrics, @Nullable URI publicUrl) {
  public static final HttpConfig DEFAULT = new HttpConfig(Set.of(), false, null);

  private static final String KEY = "http.hosts";
  private static final String OPEN_METRICS = "http.openMetrics";
  private static final String PUBLIC_URL = "http.publicUrl";
  private static final int HOSTS_MAX = 100;

  /** A name or an IPv4 address: no port, no scheme, no wildcard. */
  private static final Pattern HOST =
      Pattern.compile("[a-z0-9_]([a-z0-9_-]{0,62})(\\.[a-z0-9_][a-z0-9_-]{0,62}){0,31}");

  private static final Pattern IPV6 = Pattern.compile("\\[[0-9a-f:.]{2,45}]");

  public HttpConfig {
    if (hosts.size() > HOSTS_MAX) {
      throw new BadConfig(KEY, hosts.size() + " names", "at most " + HOSTS_MAX + " names");
    }
    for (String host : hosts) {
      if (!HOST.matcher(host).matches() && !IPV6.matcher(host).matches()) {
        throw new BadConfig(
            KEY, host, "names without scheme, port or wildcard, such as host.docker.internal");
      }
    }
    hosts = Set.copyOf(hosts);
  }

  static HttpConfig of(Settings settings) {
    Set<String> hosts = new LinkedHashSet<>(settings.list(KEY, List.of()));
    URI publicUrl = publicUrl(settings.text(PUBLIC_URL, "").strip().toLowerCase(Locale.ROOT));
    if (publicUrl != null) {
      hosts.add(publicUrl.getHost());
    }
    return new HttpConfig(hosts, settings.flag(OPEN_METRICS, DEFAULT.openMetrics), publicUrl);
  }

  /** What others are told has no path, for the hub answers at the root of a name. */
  private static @Nullable URI publicUrl(String text) {
    if (text.isEmpty()) {
      return null;
    }
    try {
      URI url = new URI(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
      boolean whole = url.getHost() != null && url.getScheme().matches("https?");
      if (whole
          && url.getRawUserInfo() == null
          && (url.getScheme() + "://" + url.getRawAuthority()).equals(url.toString())) {
        return url;
      }
    } catch (URISyntaxException _) {
      // said below
    }
    throw new BadConfig(PUBLIC_URL, text, "an address without a path, such as https://hub.example");
  }
}
