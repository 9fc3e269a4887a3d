package dev.parley.hub.cli;

import dev.parley.client.Backoff;
import dev.parley.client.ClientOptions;
import dev.parley.client.ParleyException;
import dev.parley.hub.cli.account.Session;
import dev.parley.hub.cli.account.SessionFile;
import dev.parley.hub.cli.account.Sessions;
import dev.parley.hub.config.DataDirectory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Where the hub is and who to be there, from flags, environment and data directory. */
final class HubAddress {
  /**
   * Somebody may be looking at a command that waits: it looks for its hub more often than agents.
   */
  private static final Backoff WATCHED =
      new Backoff(Duration.ofMillis(100), Duration.ofSeconds(30), 0.25);

  private static final int PROBE_MILLIS = 1_000;

  private final Globals globals;
  private final Map<String, String> environment;
  private final DataDirectory data;

  HubAddress(Globals globals, Map<String, String> environment) {
    this.globals = globals;
    this.environment = environment;
    this.data = DataDirectory.chosen(globals.data, environment);
  }

  ClientOptions options() {
    URI[] addresses = addresses().toArray(URI[]::new);
    KeyFile file = keyFile();
    if (file != null) {
      String agent = named();
      if (agent == null) {
        throw CliError.usage("whose key is this? Say --as AGENT");
      }
      return ClientOptions.agent(agent, file.key(), addresses).withBackoff(WATCHED);
    }
    String own = ownToken();
    String named = named();
    if (own != null) {
      return (named == null
              ? ClientOptions.owner(own, addresses)
              : ClientOptions.agent(named, own, addresses))
          .withBackoff(WATCHED);
    }
    Session session = session();
    if (session != null) {
      Sessions sessions = new Sessions(new SessionFile(data));
      Session fresh = sessions.fresh(session);
      String agent = named == null ? fresh.agentId() : named;
      return ClientOptions.agent(agent, () -> token(sessions, fresh), addresses)
          .withBackoff(WATCHED);
    }
    return ClientOptions.owner(ownerToken(), addresses).withBackoff(WATCHED);
  }

  /** A command that waits outlives the token it began with, and then asks for another. */
  private static String token(Sessions sessions, Session session) throws IOException {
    try {
      return sessions.fresh(session).accessToken();
    } catch (CliError refusal) {
      if (refusal.isUnauthorized()) {
        throw new ParleyException(
            ParleyException.UNAUTHORIZED, String.valueOf(refusal.getMessage()));
      }
      throw new IOException(refusal.getMessage(), refusal);
    }
  }

  /** Whom commands act for, if anybody was named or has logged in. */
  @Nullable String agent() {
    String named = named();
    Session session = named == null ? session() : null;
    return session == null ? named : session.agentId();
  }

  private @Nullable String named() {
    String said = globals.as == null ? environment.get("PARLEY_AS") : globals.as;
    KeyFile file = said == null ? keyFile() : null;
    return file == null ? said : file.agentId();
  }

  private @Nullable KeyFile keyFile() {
    if (globals.key == null) {
      return null;
    }
    if (globals.token != null || globals.tokenFile != null) {
      throw CliError.usage("show a key or a token, not both");
    }
    return KeyFile.read(globals.key);
  }

  /**
   * The session, where commands use it. A token that was given goes before it, and so does the
   * owner's at the hub of the data directory. At an address that was given only the session of that
   * address is good.
   */
  @Nullable Session session() {
    if (hasOwnToken()) {
      return null;
    }
    List<URI> given = given();
    boolean ownersHub = Files.exists(data.ownerToken());
    if (ownersHub && (given.isEmpty() || running().filter(given::contains).isPresent())) {
      return null;
    }
    Session session = new SessionFile(data).read();
    return session != null && (given.isEmpty() || session.isAt(given)) ? session : null;
  }

  List<URI> addresses() {
    List<URI> given = given();
    if (!given.isEmpty()) {
      return given;
    }
    Session session = session();
    return session != null
        ? session.addresses()
        : List.of(
            running()
                .orElseThrow(
                    () -> CliError.noHub("no hub runs on " + data.path() + "; " + start())));
  }

  /** What was said about where the hub is; empty when nothing was. */
  private List<URI> given() {
    if (globals.urls != null) {
      return parsed("--url", globals.urls);
    }
    String variable = environment.get("PARLEY_URL");
    return variable == null ? List.of() : parsed("PARLEY_URL", List.of(variable.split(",", -1)));
  }

  private Optional<URI> running() {
    try {
      return data.running().map(DataDirectory.Running::webSocket);
    } catch (IOException e) {
      throw CliError.failed("cannot read " + data.path() + ": " + e.getMessage());
    }
  }

  /** What to type to get a hub where this command looked for one. */
  String start() {
    boolean usual = globals.data == null && environment.get("PARLEY_DATA") == null;
    return "start one with: parley up" + (usual ? "" : " --data " + data.path());
  }

  private static List<URI> parsed(String origin, List<String> urls) {
    return urls.stream().map(url -> parsed(origin, url.strip())).distinct().toList();
  }

  private static URI parsed(String origin, String url) {
    try {
      String webSocket = url.replaceFirst("^http", "ws");
      URI address = URI.create(webSocket);
      boolean bare = address.getRawPath() == null || address.getRawPath().length() <= 1;
      boolean whole = address.getScheme() != null && address.getHost() != null;
      if (whole) {
        return bare ? address.resolve("/ws") : address;
      }
    } catch (IllegalArgumentException e) {
      // Said below.
    }
    throw CliError.usage(
        origin + ": '" + url + "' is no address; it looks like ws://127.0.0.1:3000/ws");
  }

  /**
   * For what is asked over HTTP, a request at a time: the first address that takes connections.
   * When none does it is the first, and asking there says so.
   */
  static URI answering(List<URI> addresses) {
    for (URI address : addresses.size() == 1 ? List.<URI>of() : addresses) {
      int usual = "wss".equals(address.getScheme()) ? 443 : 80;
      int port = address.getPort() < 0 ? usual : address.getPort();
      try (var socket = new Socket()) {
        socket.connect(new InetSocketAddress(address.getHost(), port), PROBE_MILLIS);
        return address;
      } catch (IOException e) {
        // The next one, then.
      }
    }
    return addresses.getFirst();
  }

  /** One that was given, as opposed to the owner's in the data directory. */
  private @Nullable String ownToken() {
    if (globals.token != null) {
      return globals.token;
    }
    if (globals.tokenFile != null) {
      return read(globals.tokenFile);
    }
    String file = environment.get("PARLEY_TOKEN_FILE");
    String variable = environment.get("PARLEY_TOKEN");
    return variable != null || file == null ? variable : read(Path.of(file));
  }

  private boolean hasOwnToken() {
    return globals.token != null
        || globals.tokenFile != null
        || globals.key != null
        || environment.containsKey("PARLEY_TOKEN")
        || environment.containsKey("PARLEY_TOKEN_FILE");
  }

  private String ownerToken() {
    return read(data.ownerToken());
  }

  private static String read(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (NoSuchFileException e) {
      throw CliError.failed(
          "there is no token in "
              + file
              + "; give one with --token-file, or log in with: parley login EMAIL");
    } catch (IOException e) {
      throw CliError.failed("cannot read the token in " + file + ": " + e.getMessage());
    }
  }
}
