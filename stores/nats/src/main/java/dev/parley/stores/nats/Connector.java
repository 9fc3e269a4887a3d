package dev.parley.stores.nats;

import dev.parley.core.store.StoreException;
import dev.parley.core.store.StoreException.Reason;
import io.nats.client.AuthenticationException;
import io.nats.client.Connection;
import io.nats.client.Nats;
import io.nats.client.Options;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import javax.net.ssl.SSLHandshakeException;

/** Connects to the servers as the settings say, and stays connected for good. */
final class Connector {
  private static final Duration RECONNECT_WAIT = Duration.ofMillis(100);
  private static final Duration PING = Duration.ofSeconds(2);

  private static final Set<PosixFilePermission> OWNERS =
      Set.of(
          PosixFilePermission.OWNER_READ,
          PosixFilePermission.OWNER_WRITE,
          PosixFilePermission.OWNER_EXECUTE);

  private Connector() {}

  static Connection connect(NatsSettings settings, Reconnects reconnects) {
    try {
      return Nats.connect(options(settings, reconnects));
    } catch (IOException e) {
      throw notConnected(settings, reconnects, e);
    } catch (InterruptedException e) {
      throw NatsFailures.interrupted("answer");
    }
  }

  private static StoreException notConnected(
      NatsSettings settings, Reconnects reconnects, IOException e) {
    // The library tells its listener why, and its caller only that.
    Exception why = Objects.requireNonNullElse(reconnects.lastFailure(), e);
    String servers = withoutLogins(settings.servers()).toString();
    String what;
    if (reconnects.isRefused() || isCausedBy(AuthenticationException.class, e)) {
      what = "the NATS servers at " + servers + " refuse the login";
    } else if (isCausedBy(SSLHandshakeException.class, why)) {
      what =
          "the certificates of the NATS servers at "
              + servers
              + " are not trusted ("
              + why.getMessage()
              + "): nats.ca must name the authority that signed them, and they must be for the"
              + " names in nats.servers";
    } else {
      what =
          "no NATS server answers at "
              + servers
              + ", or none lets us in ("
              + why.getMessage()
              + ")";
    }
    return new StoreException(Reason.FAILED, what, e);
  }

  private static boolean isCausedBy(Class<? extends Exception> kind, Exception e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (kind.isInstance(cause)) {
        return true;
      }
    }
    return false;
  }

  private static Options options(NatsSettings settings, Reconnects reconnects) {
    var options =
        new Options.Builder()
            // The library puts URLs into its messages as they are.
            .servers(withoutLogins(settings.servers()).toArray(String[]::new))
            .connectionName("parley-" + host())
            .connectionTimeout(shorter(settings.patience(), Duration.ofSeconds(2)))
            .maxReconnects(-1)
            .reconnectWait(RECONNECT_WAIT)
            .reconnectJitter(RECONNECT_WAIT)
            // What was not sent is sent again by those who know whether it is still wanted.
            .reconnectBufferSize(0)
            .pingInterval(PING)
            .maxPingsOut(2)
            .reportNoResponders()
            .connectionListener(reconnects)
            .errorListener(reconnects);
    Path authorities = settings.ca();
    if (authorities != null
        || settings.servers().stream().anyMatch(server -> server.startsWith("tls:"))) {
      options.sslContext(Tls.context(authorities));
    }
    switch (login(settings)) {
      case NatsLogin.None _ -> {}
      case NatsLogin.Password(String user, String password) ->
          options.userInfo(user.toCharArray(), password.toCharArray());
      case NatsLogin.Token(String token) -> options.token(token.toCharArray());
      case NatsLogin.Credentials(Path file) ->
          options.authHandler(Nats.credentials(ownersOnly(file).toString()));
    }
    return options.build();
  }

  private static NatsLogin login(NatsSettings settings) {
    return settings.servers().stream()
        .map(server -> URI.create(server).getUserInfo())
        .filter(Objects::nonNull)
        .findFirst()
        .map(Connector::login)
        .orElse(settings.login());
  }

  private static NatsLogin login(String userInfo) {
    int colon = userInfo.indexOf(':');
    return colon < 0
        ? new NatsLogin.Token(userInfo)
        : new NatsLogin.Password(userInfo.substring(0, colon), userInfo.substring(colon + 1));
  }

  private static Path ownersOnly(Path file) {
    try {
      if (!OWNERS.containsAll(Files.getPosixFilePermissions(file))) {
        throw new StoreException(
            Reason.FAILED, "others may read " + file + ": chmod 600 it before it is used");
      }
      return file;
    } catch (IOException e) {
      throw new StoreException(Reason.FAILED, "cannot read the credentials in " + file, e);
    }
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "unnamed";
    }
  }

  static List<String> withoutLogins(List<String> servers) {
    return servers.stream().map(Connector::withoutLogin).toList();
  }

  static String withoutLogin(String server) {
    URI uri = URI.create(server);
    return uri.getScheme() + "://" + uri.getHost() + (uri.getPort() < 0 ? "" : ":" + uri.getPort());
  }
}
