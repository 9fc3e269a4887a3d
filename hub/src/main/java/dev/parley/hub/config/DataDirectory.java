package dev.parley.hub.config;

import dev.parley.client.json.JsonException;
import dev.parley.client.json.JsonObject;
import dev.parley.client.json.JsonWriter;
import dev.parley.core.store.Folders;
import dev.parley.core.store.OwnersFile;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The folder a hub lives in. Only its owner may look into it: it holds everybody's messages and the
 * owner's token.
 */
public record DataDirectory(Path path) {
  public static final String CONFIG = "parley.yaml";
  public static final String OWNER_TOKEN = "owner-token";
  public static final String RUNNING = "hub.json";
  public static final String LOCK = "hub.lock";

  /** The embedded store; a backup is a copy of it. */
  public static final String STORE = "store";

  /** What the shared log of a cluster comes to; it may be deleted while no hub uses it. */
  public static final String CLUSTER_VIEW = "cluster-view";

  /** The search index, which may be deleted at any time. */
  public static final String SEARCH = "search";

  public static final String BLOBS = "blobs";

  /** What is known of programs that the hub has started, and what they write. */
  public static final String PROGRAMS = "programs";

  /** Definitions of agents, which the owner writes. */
  public static final String AGENTS = "agents";

  /** Like the programs', of harnesses that think for agents, and the home of each agent's. */
  public static final String HARNESSES = "harnesses";

  /** The folder of each agent in which its tools work, and what is known of running commands. */
  public static final String WORKSPACES = "workspaces";

  /** The same of programs whose tools definitions of agents name. */
  public static final String MCP = "mcp";

  /** What is known of programs that wake agents. */
  public static final String WAKING = "waking";

  /** The index of what agents remember, which may be deleted while no hub runs. */
  public static final String MEMORY = "memory";

  /** Of the store of apps: the keys with which it signs, and the list of what it does not take. */
  public static final String APP_STORE = "app-store";

  /** Native apps, each in a folder of its own. */
  public static final String APPS = "apps";

  /** The logins of the owner that apps may use. */
  public static final String APP_LOGINS = "app-logins.json";

  /** What is known of running apps, and where they listen. */
  public static final String APP_RUN = "app-run";

  private static final List<String> OF_THE_HUB =
      List.of(
          CONFIG,
          RUNNING,
          LOCK,
          STORE,
          CLUSTER_VIEW,
          SEARCH,
          BLOBS,
          PROGRAMS,
          AGENTS,
          HARNESSES,
          WORKSPACES,
          MCP,
          WAKING,
          MEMORY,
          APP_STORE,
          APPS,
          APP_LOGINS,
          APP_RUN);

  /** Where a running hub can be reached. */
  public record Running(String host, int port, int agentPort, long pid) {

    /** From this machine; a hub bound to every address is on loopback too. */
    public URI webSocket() {
      boolean everywhere = host.equals("0.0.0.0") || host.equals("::");
      String name = everywhere ? HubConfig.HOST : host.contains(":") ? "[" + host + "]" : host;
      return URI.create("ws://" + name + ":" + port + "/ws");
    }
  }

  /** The one asked for, or {@code PARLEY_DATA}, or {@code ~/.parley}. */
  public static DataDirectory chosen(@Nullable Path flag, Map<String, String> environment) {
    String variable = environment.get("PARLEY_DATA");
    Path path =
        flag != null
            ? flag
            : variable != null && !variable.isBlank()
                ? Path.of(variable)
                : home(environment).resolve(".parley");
    return new DataDirectory(path.toAbsolutePath().normalize());
  }

  /** As shells see it: Java asks the user database and overlooks {@code HOME}. */
  private static Path home(Map<String, String> environment) {
    String variable = environment.getOrDefault("HOME", "");
    return Path.of(variable.isBlank() ? System.getProperty("user.home") : variable);
  }

  /** Makes it if it is not there; true when it was not. */
  public boolean create() throws IOException {
    if (Files.isDirectory(path)) {
      return false;
    }
    Path parent = path.getParent();
    if (parent != null) {
      Folders.create(parent);
    }
    if (isPosix(path)) {
      Files.createDirectory(
          path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    } else {
      Files.createDirectory(path);
    }
    if (parent != null) {
      Folders.sync(parent);
    }
    return true;
  }

  /**
   * Closes what the hub keeps here to everybody but the owner, if it is open: the folder itself and
   * everything of the hub's own in it. The owner's token is left as it is: one that others could
   * read is no secret any more, and refused when it is read. So is what is not the hub's, such as
   * mailboxes of others.
   *
   * @return how many files and folders were open
   */
  public int close() throws IOException {
    Path folder = path.toRealPath();
    boolean open = Folders.isOpen(folder);
    int closed = 0;
    for (String name : OF_THE_HUB) {
      Path each = folder.resolve(name);
      // Where nobody else comes in, what is open deep inside is not reached.
      if (Files.exists(each) && (open || Folders.isOpen(each))) {
        closed += Folders.close(each);
      }
    }
    if (open) {
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
      closed++;
    }
    return closed;
  }

  public Path ownerToken() {
    return path.resolve(OWNER_TOKEN);
  }

  /** Keeps every other hub out until it is closed. */
  public DataLock lock() throws IOException {
    return DataLock.take(path, LOCK);
  }

  /** Says where the hub answers; for the owner's eyes, and whole or not at all. */
  public void announce(Running hub) throws IOException {
    OwnersFile.write(
        path,
        RUNNING,
        new JsonWriter()
            .put("host", hub.host)
            .put("port", hub.port)
            .put("agentPort", hub.agentPort)
            .put("pid", hub.pid)
            .toBytes());
  }

  public void withdraw() throws IOException {
    Files.deleteIfExists(path.resolve(RUNNING));
  }

  /** What the last hub said; it may have died since. */
  public Optional<Running> running() throws IOException {
    try {
      JsonObject hub = JsonObject.parse(Files.readAllBytes(path.resolve(RUNNING)));
      return Optional.of(
          new Running(
              hub.text("host", HubConfig.HOST),
              (int) hub.number("port", 0),
              (int) hub.number("agentPort", 0),
              hub.number("pid", 0)));
    } catch (NoSuchFileException | JsonException e) {
      return Optional.empty();
    }
  }

  private static boolean isPosix(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }
}
