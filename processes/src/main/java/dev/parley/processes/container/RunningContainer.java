package dev.parley.processes.container;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/**
 * A container from its start to its end. An engine may go away and come back meanwhile, as it does
 * when it is upgraded. Any thread.
 */
public final class RunningContainer {
  private static final Logger LOG = LoggerFactory.getLogger(RunningContainer.class);
  private static final JsonMapper JSON = new JsonMapper();
  private static final Duration AGAIN = Duration.ofSeconds(1);
  private static final Duration AFTER_KILL = Duration.ofSeconds(5);

  /** For so many seconds an engine may be away before its container is given up. */
  private static final int AWAY_MAX = 120;

  private static final int REMOVALS_MAX = 30;

  private final Engine engine;
  private final String id;
  private final ContainerOutput output;
  private final long pid;
  private final CompletableFuture<Integer> exited = new CompletableFuture<>();
  private final Thread waiting;

  private RunningContainer(Engine engine, String id, Exchange attached, long pid) {
    this.engine = engine;
    this.id = id;
    this.pid = pid;
    this.output = new ContainerOutput(attached, this::attachAgain);
    this.waiting = Thread.ofVirtual().name("parley-container-" + pid).unstarted(this::await);
  }

  /**
   * Makes a container and starts it.
   *
   * @param name by which the engine knows it
   * @param argv empty for what its image starts
   * @param same by these labels containers are found that an earlier one has left; they are removed
   * @param labels that it bears besides
   * @throws IOException saying why not; then there is none, or it is removed as soon as the engine
   *     answers
   */
  public static RunningContainer start(
      Container container,
      String name,
      List<String> argv,
      Map<String, String> environment,
      Map<String, String> same,
      Map<String, String> labels)
      throws IOException {
    return start(
        new Engine(container.rules().engine()), container, name, argv, environment, same, labels);
  }

  static RunningContainer start(
      Engine engine,
      Container container,
      String name,
      List<String> argv,
      Map<String, String> environment,
      Map<String, String> same,
      Map<String, String> labels)
      throws IOException {
    boolean _ = engine.removeAll(same);
    Map<String, String> all = new LinkedHashMap<>(same);
    all.putAll(labels);
    String user = user(container, engine);
    Exchange attached = null;
    try {
      String id = engine.create(name, wanted(container, argv, environment, all, user));
      attached = engine.attach(id);
      engine.start(id);
      RunningContainer running = new RunningContainer(engine, id, attached, engine.pid(id));
      running.waiting.start();
      return running;
    } catch (IOException e) {
      if (attached != null) {
        attached.close();
      }
      // Whether there is one now is not known when the engine has not answered.
      var _ = Thread.startVirtualThread(() -> removeSoon(engine, labels));
      throw e;
    }
  }

  private static byte[] wanted(
      Container container,
      List<String> argv,
      Map<String, String> environment,
      Map<String, String> labels,
      String user) {
    ContainerRules rules = container.rules();
    Map<String, Object> limits = new LinkedHashMap<>();
    limits.put("NetworkMode", rules.network());
    limits.put("Memory", rules.memoryBytes());
    limits.put("MemorySwap", rules.memoryBytes());
    limits.put("NanoCpus", (long) (rules.cpus() * 1e9));
    limits.put("PidsLimit", rules.processes());
    limits.put("CapDrop", List.of("ALL"));
    limits.put("SecurityOpt", List.of("no-new-privileges"));
    limits.put("ReadonlyRootfs", !rules.rootWritable());
    limits.put("Tmpfs", Map.of("/tmp", "rw,nosuid,nodev,size=" + rules.memoryBytes() / 2));
    limits.put("Mounts", mounts(container));
    limits.put("RestartPolicy", Map.of("Name", "no"));
    // What it writes is in the hub's log, which has a limit, and nowhere else.
    limits.put("LogConfig", Map.of("Type", "none"));
    if (rules.hub().equals("host.docker.internal")) {
      limits.put("ExtraHosts", List.of("host.docker.internal:host-gateway"));
    }
    Map<String, String> variables = new LinkedHashMap<>(environment);
    variables.put("HOME", Container.HOME);
    Map<String, Object> wanted = new LinkedHashMap<>();
    wanted.put("Image", rules.image());
    if (!argv.isEmpty()) {
      wanted.put("Entrypoint", List.of(argv.getFirst()));
      wanted.put("Cmd", argv.subList(1, argv.size()));
    }
    wanted.put("Env", variables.entrySet().stream().map(Objects::toString).toList());
    wanted.put("WorkingDir", Container.WORKSPACE);
    wanted.put("User", user);
    wanted.put("Labels", labels);
    wanted.put("HostConfig", limits);
    return JSON.writeValueAsBytes(wanted);
  }

  private static List<Map<String, Object>> mounts(Container container) {
    List<Map<String, Object>> mounts = new ArrayList<>();
    mounts.add(mount(container.workspace(), Container.WORKSPACE, false));
    mounts.add(mount(container.home(), Container.HOME, false));
    container.rules().writable().forEach(each -> mounts.add(mount(each, each.toString(), false)));
    container.rules().readable().forEach(each -> mounts.add(mount(each, each.toString(), true)));
    return mounts;
  }

  private static Map<String, Object> mount(Path source, String target, boolean readOnly) {
    return Map.of(
        "Type", "bind", "Source", source.toString(), "Target", target, "ReadOnly", readOnly);
  }

  /** What it makes in its workspace is the hub's user's; a rootless engine's root is that one. */
  private static String user(Container container, Engine engine) throws IOException {
    String wanted = container.rules().user();
    if (!wanted.isEmpty()) {
      return wanted;
    }
    if (engine.isRootless()) {
      return "0:0";
    }
    try {
      Map<String, Object> owner = Files.readAttributes(container.home(), "unix:uid,gid");
      return owner.get("uid") + ":" + owner.get("gid");
    } catch (UnsupportedOperationException | IllegalArgumentException e) {
      return ""; // this system has no such numbers
    }
  }

  /** The number of its first process on the engine's machine, or 0. */
  public long pid() {
    return pid;
  }

  /** What it writes, until it has exited. By one thread. */
  public InputStream output() {
    return output;
  }

  /** Completes with its exit code; with -1 when nobody knows it. */
  public CompletableFuture<Integer> exited() {
    return exited.copy();
  }

  private void await() {
    int code = -1;
    try {
      for (int away = 0; away < AWAY_MAX; away++) {
        try {
          code = engine.awaitExit(id);
          return;
        } catch (EngineRefusal e) {
          if (e.isNotFound()) {
            LOG.warn("somebody has removed the container {}", id);
            return;
          }
          complain(away, e);
        } catch (IOException e) {
          complain(away, e);
        }
        Thread.sleep(AGAIN);
      }
      LOG.warn("the container {} is given up: its engine does not come back", id);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      exited.complete(code);
    }
  }

  private void complain(int away, IOException e) {
    if (away == 0) {
      LOG.warn("the engine at {} is away: {}", engine.socket(), e.getMessage());
    }
  }

  /** For whoever reads what it writes, when that has ended. */
  private @Nullable Exchange attachAgain() throws IOException {
    for (int away = 0; away < AWAY_MAX; away++) {
      try {
        if (await(AGAIN)) {
          return null;
        }
        // Podman would make one that has exited anew, for whoever attaches to it.
        if (engine.pid(id) > 0) {
          return engine.attach(id);
        }
      } catch (EngineRefusal e) {
        return null;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return null;
      } catch (IOException e) {
        // It is tried again.
      }
    }
    return null;
  }

  /** Whether it has exited by then. */
  private boolean await(Duration longest) throws InterruptedException {
    try {
      int _ = exited.get(longest.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Asks it to end, and kills it when the grace is over.
   *
   * @return whether it had to be killed, or could not even be
   */
  public boolean end(Duration grace) throws InterruptedException {
    long deadline = System.nanoTime() + grace.toNanos();
    signal("SIGTERM");
    if (await(Duration.ofNanos(Math.max(1, deadline - System.nanoTime())))) {
      return false;
    }
    long last = System.nanoTime() + AFTER_KILL.toNanos();
    do {
      signal("SIGKILL");
    } while (!await(AGAIN) && System.nanoTime() < last);
    return true;
  }

  private void signal(String signal) {
    try {
      engine.signal(id, signal);
    } catch (EngineRefusal e) {
      if (!e.isNotFound() && !e.isSoAlready()) {
        LOG.warn("the container {} was not sent {}: {}", id, signal, e.getMessage());
      }
    } catch (IOException e) {
      LOG.warn("the container {} could not be sent {}: {}", id, signal, e.getMessage());
    }
  }

  /** Nothing of it is left in the engine; as soon as that answers. */
  public void forget() {
    waiting.interrupt();
    output.close();
    try {
      engine.remove(id);
    } catch (IOException e) {
      var _ =
          Thread.startVirtualThread(
              () -> removeSoon(() -> engine.remove(id), "the container " + id));
    }
  }

  private interface Removal {
    void run() throws IOException;
  }

  private static void removeSoon(Engine engine, Map<String, String> labels) {
    removeSoon(
        () -> {
          boolean _ = engine.removeAll(labels);
        },
        "what was left of a container");
  }

  private static void removeSoon(Removal removal, String what) {
    try {
      for (int times = 0; times < REMOVALS_MAX; times++) {
        try {
          removal.run();
          return;
        } catch (IOException e) {
          Thread.sleep(AGAIN.multipliedBy(2));
        }
      }
      LOG.warn("{} could not be removed", what);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
