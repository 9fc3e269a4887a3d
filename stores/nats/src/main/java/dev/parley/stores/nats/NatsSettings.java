package dev.parley.stores.nats;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where the cluster's servers are, and how a hub uses them.
 *
 * @param servers {@code nats://} or {@code tls://} URLs of some of the cluster's servers
 * @param name prefix of the stream, so that several clusters of hubs may share servers
 * @param replicas servers that keep the log; an entry counts once most of them have it
 * @param patience how long one append may take in all
 * @param ca a PEM file of the authorities that sign the servers' certificates; null for those that
 *     Java knows. With one, every connection is to be TLS
 */
public record NatsSettings(
    List<String> servers,
    String name,
    int replicas,
    NatsLogin login,
    Duration patience,
    @Nullable Path ca) {
  public static final String NAME = "parley";
  public static final int REPLICAS = 3;

  /** Servers take five to seven seconds to elect another leader. */
  public static final Duration PATIENCE = Duration.ofSeconds(20);

  private static final int SERVERS_MAX = 32;
  private static final Pattern NAMES = Pattern.compile("[A-Za-z0-9_-]{1,32}");

  /** Where nothing else is said. */
  public static NatsSettings of(List<String> servers) {
    return new NatsSettings(servers, NAME, REPLICAS, new NatsLogin.None(), PATIENCE);
  }

  public NatsSettings(
      List<String> servers, String name, int replicas, NatsLogin login, Duration patience) {
    this(servers, name, replicas, login, patience, null);
  }

  public NatsSettings {
    servers = List.copyOf(servers);
    require("nats.servers", !servers.isEmpty() && servers.size() <= SERVERS_MAX, "1 to 32 URLs");
    servers.forEach(
        url -> require("nats.servers", isServer(url), "URLs like nats://HOST:4222 or tls://…"));
    long logins = servers.stream().map(url -> URI.create(url).getUserInfo()).distinct().count();
    require("nats.servers", logins == 1, "URLs with the same login, or all without");
    require("nats.name", NAMES.matcher(name).matches(), "1 to 32 of A-Z a-z 0-9 _ -");
    require("nats.replicas", replicas >= 1 && replicas <= 5, "1 to 5");
    require(
        "nats.patience",
        patience.toMillis() >= 500
            && patience.compareTo(LogStream.DUPLICATES_KNOWN_FOR.dividedBy(2)) <= 0,
        "half a second to five minutes");
  }

  private static boolean isServer(String url) {
    try {
      URI uri = new URI(url);
      return List.of("nats", "tls").contains(String.valueOf(uri.getScheme()))
          && uri.getHost() != null;
    } catch (URISyntaxException e) {
      return false;
    }
  }

  private static void require(String key, boolean fits, String what) {
    if (!fits) {
      // Without the value: it may hold a password.
      throw new IllegalArgumentException(key + " must be " + what);
    }
  }

  @Override
  public String toString() {
    return "NatsSettings[servers=%s, name=%s, replicas=%d, login=%s, patience=%s]"
        .formatted(Connector.withoutLogins(servers), name, replicas, login, patience);
  }
}
