package dev.parley.apps.host;

import dev.parley.apps.binary.NativeBinary;
import dev.parley.apps.manifest.Manifest;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.time.Timekeeper;
import dev.parley.processes.Ending;
import dev.parley.processes.ProcessHooks;
import dev.parley.processes.ProcessSpec;
import dev.parley.processes.Processes;
import dev.parley.processes.ProcessesConfig;
import dev.parley.processes.SupervisedProcess;
import dev.parley.processes.sandbox.Limits;
import dev.parley.processes.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Starts the processes of apps and waits until they answer. Any thread that may block. */
final class Launcher implements AutoCloseable {
  private static final Duration GRACE = Duration.ofSeconds(2);
  private static final long LOG_BYTES_MAX = 2 << 20;
  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
  private static final Duration PAUSE_MAX = Duration.ofMillis(800);
  private static final int WORDS_MAX = 500;
  private static final List<String> PASSED_ON =
      List.of("PATH", "HOME", "TMPDIR", "LANG", "LC_ALL", "TZ");

  private final AppsConfig config;
  private final LaunchGate gate;
  private final Processes processes;
  private final Sockets sockets;
  private final Channels channels = new Channels();

  Launcher(AppsConfig config, LaunchGate gate, Timekeeper time) {
    this.config = config;
    this.gate = gate;
    this.processes =
        Processes.open(
            new ProcessesConfig(
                config.runFolder(),
                // One that is started anew runs beside the one that it replaces.
                2 * config.runningMax(),
                "apps.runningMax",
                GRACE,
                LOG_BYTES_MAX,
                config.confinement()),
            time::millis,
            _ -> {});
    this.sockets = Sockets.open(config.runFolder().resolve("sockets"));
  }

  /**
   * What has passed every check that needs no process.
   *
   * @param warnings what people should know although it may be launched
   */
  record Cleared(AppFolder folder, Manifest manifest, Path binary, List<String> warnings) {}

  /**
   * Looks at everything that can be looked at beforehand.
   *
   * @throws Refused saying why it cannot be launched; nothing is changed then
   */
  Cleared clear(AppFolder folder) throws InterruptedException {
    if (folder.isQuarantined()) {
      throw new Refused(ErrorCode.CONFLICT, "it is quarantined");
    }
    Manifest manifest = folder.manifest();
    Path binary = folder.binary();
    List<String> warnings = new ArrayList<>(gate.check(folder, manifest));
    NativeBinary.Format _ = NativeBinary.check(binary);
    manifest.provides().stream()
        .filter(each -> !AppLife.isPermitted(manifest, each.kind()))
        .map(
            each ->
                "'"
                    + each
                    + "' is left out: it needs a permission that begins with '"
                    + each.kind().permissionPrefix()
                    + ":'")
        .forEach(warnings::add);
    return new Cleared(folder, manifest, binary, warnings);
  }

  /**
   * Starts it and returns when it has answered that it is well.
   *
   * @param beside what runs of it already and is to run on
   * @param settings asked for whenever they are needed
   * @param started told of the process, so that the wait for it can be ended by stopping it
   * @throws Refused when it could not be started or does not answer; then nothing of it is left
   */
  AppLife start(
      Cleared cleared,
      @Nullable AppLife beside,
      Supplier<Map<String, String>> settings,
      Consumer<SupervisedProcess> started)
      throws InterruptedException {
    AppFolder folder = cleared.folder();
    if (beside == null) {
      folder.killLeftover(cleared.binary());
    }
    Sockets.Place place = null;
    SupervisedProcess process = null;
    AppLife life = null;
    boolean well = false;
    try {
      folder.prepare();
      place = sockets.make();
      process =
          processes.start(
              spec(cleared, place, beside),
              ProcessHooks.NONE,
              folder.logs().resolve("stdout.log"),
              folder.logs().resolve("stderr.log"));
      started.accept(process);
      awaitSocket(cleared.manifest(), process, place);
      life = new AppLife(cleared, process, place, channels.to(place.called()), settings, this);
      life.writePid();
      life.requireHealth();
      well = true;
      return life;
    } catch (IOException e) {
      throw new Refused(
          ErrorCode.STORE_UNAVAILABLE, "its folder cannot be used: " + e.getMessage());
    } finally {
      if (life != null && !well) {
        life.end();
      } else if (!well) {
        undo(process, place);
      }
    }
  }

  private void undo(@Nullable SupervisedProcess process, Sockets.@Nullable Place place)
      throws InterruptedException {
    try {
      if (process != null) {
        var _ = stop(process);
      }
    } finally {
      if (place != null) {
        place.close();
      }
    }
  }

  /** Also when the thread that asks may not wait. */
  Ending stop(SupervisedProcess process) throws InterruptedException {
    try {
      return process.stop();
    } catch (InterruptedException e) {
      processes.discard(process.name());
      throw e;
    }
  }

  /** How long an app may take to answer. */
  Duration patience() {
    return config.patience();
  }

  private ProcessSpec spec(Cleared cleared, Sockets.Place place, @Nullable AppLife beside)
      throws IOException {
    AppFolder folder = cleared.folder();
    Manifest manifest = cleared.manifest();
    Map<String, String> variables = new HashMap<>();
    for (String name : PASSED_ON) {
      String value = config.environment().get(name);
      if (value != null) {
        variables.put(name, value);
      }
    }
    variables.put("NEBO_APP_DIR", folder.path().toString());
    variables.put("NEBO_APP_SOCK", place.listening().toString());
    variables.put("NEBO_APP_ID", manifest.id());
    variables.put("NEBO_APP_NAME", manifest.name());
    variables.put("NEBO_APP_VERSION", manifest.version());
    variables.put("NEBO_APP_DATA", folder.data().toString());
    // No id has such a sign in it: two names for each app, and none of another's.
    String name = manifest.id() + "~1";
    String other = manifest.id() + "~2";
    return new ProcessSpec(
        beside != null && beside.processName().equals(name) ? other : name,
        "app " + manifest.version(),
        List.of(cleared.binary().toString()),
        folder.path(),
        variables,
        List.of(),
        Map.of(),
        sandbox(folder, manifest, place));
  }

  private @Nullable Sandbox sandbox(AppFolder folder, Manifest manifest, Sockets.Place place)
      throws IOException {
    Limits limits = config.limits();
    return limits == null
        ? null
        : Sandbox.of(AppsConfig.SANDBOX, folder.data())
            .reading(folder.path())
            // The same, unless it is an app under development that is only linked there.
            .reading(folder.path().toRealPath())
            .writing(place.shared())
            .hiding(config.hubFolder())
            .withNetwork(manifest.permitsAny("network"))
            .withLimits(limits);
  }

  private static void awaitSocket(Manifest manifest, SupervisedProcess process, Sockets.Place place)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + manifest.startupTimeout().toNanos();
    Duration pause = FIRST_PAUSE;
    while (!place.isReady()) {
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        throw new Refused(
            ErrorCode.TIMEOUT,
            "it did not listen within "
                + manifest.startupTimeout().toSeconds()
                + " s"
                + lastWords(process));
      }
      if (hasEnded(process, Math.min(left, pause.toNanos()))) {
        throw new Refused(ErrorCode.CONFLICT, "it ended before it listened" + lastWords(process));
      }
      pause = pause.multipliedBy(2).compareTo(PAUSE_MAX) < 0 ? pause.multipliedBy(2) : PAUSE_MAX;
    }
  }

  private static boolean hasEnded(SupervisedProcess process, long withinNanos)
      throws InterruptedException {
    try {
      var _ = process.ended().get(withinNanos, TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw Refused.of(e);
    }
  }

  private static String lastWords(SupervisedProcess process) {
    String said = process.lastOutput().replaceAll("\\p{Cntrl}+", " ");
    return said.isEmpty() ? "" : ": " + said.substring(Math.max(0, said.length() - WORDS_MAX));
  }

  /** Ends everything that still runs. */
  @Override
  public void close() {
    processes.close();
    channels.close();
  }
}
