package dev.parley.hub.config;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * How the hub is called over HTTP.
 *
 * @param hosts names beside the loopback ones that a request may have as its Host. A page of
 *     somebody who owns such a name could talk to the hub, so only names belong here that nobody
 *     else can own, such as {@code host.docker.internal}
 * @param openMetrics show {@code /metrics} without a token, to whoever can reach the owner's port
 */
public record HttpConfig(Set<String> hosts, boolean openMetrics) {
  public static final HttpConfig DEFAULT = new HttpConfig(Set.of(), false);

  private static final String KEY = "http.hosts";
  private static final String OPEN_METRICS = "http.openMetrics";
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
    List<String> given = settings.list(KEY, List.of());
    return new HttpConfig(
        new LinkedHashSet<>(given), settings.flag(OPEN_METRICS, DEFAULT.openMetrics));
  }
}
