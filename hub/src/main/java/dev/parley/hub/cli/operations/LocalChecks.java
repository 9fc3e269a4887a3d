package dev.parley.hub.cli.operations;

import dev.parley.hub.cli.output.Sizes;
import dev.parley.hub.config.AgentsConfig;
import dev.parley.hub.config.AppsSettings;
import dev.parley.hub.config.BadConfig;
import dev.parley.hub.config.ConfigSources;
import dev.parley.hub.config.DataDirectory;
import dev.parley.hub.config.HubConfig;
import dev.parley.processes.container.ContainerRules;
import dev.parley.processes.container.Engine;
import dev.parley.processes.sandbox.Confinement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** What can be checked without a hub: this machine and the data directory. */
final class LocalChecks {
  private static final long SPACE_FAIL = 100L << 20;
  private static final long SPACE_WARN = 1L << 30;
  private static final Path LIMITS = Path.of("/proc/self/limits");

  /** Beside the connections: the store's files, the log, the jars. */
  private static final int OTHER_FILES = 2000;

  /** Parley is younger than this; a clock that says otherwise is wrong. */
  private static final Instant EARLIEST = Instant.parse("2026-01-01T00:00:00Z");

  private final DataDirectory data;
  private final Map<String, String> environment;

  LocalChecks(DataDirectory data, Map<String, String> environment) {
    this.data = data;
    this.environment = environment;
  }

  List<Finding> run() throws IOException {
    List<Finding> findings = new ArrayList<>();
    findings.add(java());
    findings.add(clock());
    findings.add(sandbox());
    if (Files.isDirectory(data.path())) {
      findings.add(permissions());
      findings.add(space());
    } else {
      findings.add(
          Finding.warn("data directory", data.path() + " is not there yet", "parley up makes it"));
    }
    addConfiguration(findings);
    return findings;
  }

  private static Finding java() {
    Runtime.Version version = Runtime.version();
    return version.feature() >= 25
        ? Finding.ok("java", version.toString())
        : Finding.fail("java", version.toString(), "install a JDK 25");
  }

  private static Finding clock() {
    Instant now = Instant.now();
    return now.isAfter(EARLIEST)
        ? Finding.ok("clock", now.toString())
        : Finding.fail("clock", now.toString(), "set the clock: ids and expiry depend on it");
  }

  private static Finding sandbox() {
    Confinement here = Confinement.here();
    return here.works()
        ? Finding.ok("sandbox", here.description())
        : Finding.warn(
            "sandbox",
            here.description(),
            "install bubblewrap: programs and tools of agents that ask for a sandbox do not start"
                + " without");
  }

  private Finding permissions() throws IOException {
    Path path = data.path();
    if (!Files.isWritable(path)) {
      return Finding.fail("data directory", path + " cannot be written", "make it yours");
    }
    if (path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Set<PosixFilePermission> open = Files.getPosixFilePermissions(path);
      open.removeAll(
          Set.of(
              PosixFilePermission.OWNER_READ,
              PosixFilePermission.OWNER_WRITE,
              PosixFilePermission.OWNER_EXECUTE));
      if (!open.isEmpty()) {
        return Finding.warn(
            "data directory", path + " is open to others", "close it: chmod 700 " + path);
      }
    }
    return Finding.ok("data directory", path.toString());
  }

  private Finding space() throws IOException {
    long free = Files.getFileStore(data.path()).getUsableSpace();
    String detail = Sizes.bytes(free) + " free";
    if (free < SPACE_FAIL) {
      return Finding.fail("disk", detail, "make room: a full disk accepts no messages");
    }
    return free < SPACE_WARN
        ? Finding.warn("disk", detail, "make room, or set retention.inboxDays")
        : Finding.ok("disk", detail);
  }

  private void addConfiguration(List<Finding> findings) {
    HubConfig config;
    try {
      config = new ConfigSources().read(data.path(), environment, Map.of());
      findings.add(Finding.ok("configuration", "every setting is known and in its range"));
    } catch (BadConfig e) {
      findings.add(
          Finding.fail("configuration", String.valueOf(e.getMessage()), "correct that setting"));
      config = HubConfig.defaults(data.path());
    }
    findings.add(containers(config.agents()));
    findings.add(apps(config.apps()));
    findings.add(openFiles(config.limits().connectionsMax() + OTHER_FILES));
    findings.addAll(new ClusterChecks(config.store()).run());
  }

  private static Finding containers(AgentsConfig agents) {
    Path socket = agents.engine();
    List<String> images =
        agents.commands().values().stream()
            .flatMap(command -> Stream.ofNullable(command.container()))
            .map(ContainerRules::image)
            .distinct()
            .sorted()
            .toList();
    try {
      Engine engine = new Engine(socket);
      String detail = engine.description() + " at " + socket;
      for (String image : images) {
        if (!engine.hasImage(image)) {
          return Finding.warn(
              "containers",
              detail + " has no image " + image,
              "pull or build it: the hub does not");
        }
      }
      return Finding.ok("containers", detail);
    } catch (IOException e) {
      String detail = "no engine at " + socket + ": " + e.getMessage();
      return images.isEmpty()
          ? Finding.ok("containers", detail + "; no command asks for one")
          : Finding.warn(
              "containers", detail, "start Docker or Podman, or set agents.containerEngine");
    }
  }

  private static Finding openFiles(int needed) {
    long limit = openFilesMax();
    if (limit < 0) {
      return Finding.ok("open files", "this system does not tell its limit");
    }
    return limit >= needed
        ? Finding.ok("open files", "up to " + limit)
        : Finding.warn(
            "open files",
            "up to " + limit + ", fewer than limits.connectionsMax may need",
            "raise it before parley up: ulimit -n " + needed);
  }

  private static Finding apps(AppsSettings apps) {
    if (!apps.enabled()) {
      return Finding.ok("apps", "are switched off by apps.enabled");
    }
    if (!apps.sandbox()) {
      return Finding.warn(
          "apps",
          "run with all rights of the hub's user, because apps.sandbox is false",
          "set apps.sandbox to true");
    }
    return Confinement.here().works()
        ? Finding.ok("apps", "run in a sandbox")
        : Finding.warn(
            "apps",
            "are not launched here, because there is no sandbox",
            "install bubblewrap; apps.sandbox: false launches them with all rights of the hub's"
                + " user");
  }

  private static long openFilesMax() {
    try (var lines = Files.lines(LIMITS)) {
      return lines
          .filter(line -> line.startsWith("Max open files"))
          .map(line -> line.substring(26).strip().split("\\s+", 2)[0])
          .mapToLong(soft -> soft.equals("unlimited") ? Long.MAX_VALUE : Long.parseLong(soft))
          .findFirst()
          .orElse(-1);
    } catch (IOException e) {
      return -1;
    }
  }
}
