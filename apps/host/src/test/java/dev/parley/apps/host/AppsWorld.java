package dev.parley.apps.host;

import static org.awaitility.Awaitility.await;

import dev.parley.apps.host.AppStatus.State;
import dev.parley.core.broker.Broker;
import dev.parley.core.broker.BrokerConfig;
import dev.parley.processes.sandbox.Confinement;
import dev.parley.processes.sandbox.Limits;
import dev.parley.testkit.store.MemoryStore;
import dev.parley.testkit.time.ManualTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A hub's apps in a folder, with real processes and a clock that is moved by hand. */
final class AppsWorld implements AutoCloseable {
  static final String ID = "com.example.a";
  static final long NOW = 1_000_000_000_000L;

  /** Small, so that reaching it is quick; roomy enough for a healthy app. */
  static final Limits LIMITS = new Limits(64L << 20, 40, 0, 4L << 20, 64, Duration.ZERO);

  final Path folder;
  final ManualTime time = new ManualTime(NOW);
  final List<Adapter> adapters = new ArrayList<>();

  /** What adapters were told, in order. */
  final List<String> told = new CopyOnWriteArrayList<>();

  final Map<String, String> environment = new HashMap<>();
  final Map<String, Backend> backends = new HashMap<>();
  private final Broker broker;
  private final List<HostedApps> opened = new ArrayList<>();
  private @Nullable Limits limits;
  private Supplier<Confinement> confinement = Confinement::here;
  private LaunchGate gate = LaunchGate.OPEN;
  private Duration patience = Duration.ofSeconds(30);
  private int runningMax = 10;
  private boolean enabled = true;

  AppsWorld(Path folder) {
    this.folder = folder;
    this.broker = new Broker(new MemoryStore(), time, BrokerConfig.DEFAULT).start();
    environment.put("PATH", System.getenv("PATH"));
    environment.put("HOME", "/home/owner");
    environment.put("SECRET_TOKEN", "s3cret");
  }

  AppsWorld inSandbox(Limits some) {
    limits = some;
    return this;
  }

  AppsWorld confinement(Confinement other) {
    confinement = () -> other;
    return this;
  }

  AppsWorld gate(LaunchGate other) {
    gate = other;
    return this;
  }

  AppsWorld patience(Duration other) {
    patience = other;
    return this;
  }

  AppsWorld runningMax(int max) {
    runningMax = max;
    return this;
  }

  AppsWorld disabled() {
    enabled = false;
    return this;
  }

  Path apps() {
    return folder.resolve("hub").resolve("apps");
  }

  Path app(String id) {
    return apps().resolve(id);
  }

  HostedApps open() {
    Path hub = folder.resolve("hub");
    try {
      Files.createDirectories(hub);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    HostedApps apps =
        HostedApps.open(
            new AppsConfig(
                enabled,
                apps(),
                hub,
                hub.resolve("app-run"),
                environment,
                runningMax,
                limits,
                confinement,
                patience),
            broker.records(),
            time,
            gate,
            adapters);
    opened.add(apps);
    return apps;
  }

  /** A folder with a program of the tests, and someone who answers for it. */
  Path install(String id, String more, String... behaviour) {
    return put("relay", id, "'provides':['tool:a']" + more, behaviour);
  }

  Path put(String program, String id, String fields, String... behaviour) {
    try {
      Path app = Files.createDirectories(app(id));
      Backend _ = backends.computeIfAbsent(id, _ -> new Backend(app.resolve("data")));
      Files.writeString(app.resolve("behaviour"), String.join("\n", behaviour));
      putProgram(app, program);
      manifest(id, "1.0.0", fields);
      return app;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  void putProgram(Path app, String program) throws IOException {
    Path draft = Files.copy(TestApps.compiled(program), app.resolve("binary.draft"));
    Files.move(draft, app.resolve("binary"), StandardCopyOption.ATOMIC_MOVE);
  }

  void manifest(String id, String version, String fields) throws IOException {
    Path draft =
        Files.writeString(
            app(id).resolve("manifest.draft"),
            "{'id':'%s','name':'An app','version':'%s',%s}"
                .formatted(id, version, fields)
                .replace('\'', '"'));
    Files.move(draft, app(id).resolve("manifest.json"), StandardCopyOption.REPLACE_EXISTING);
  }

  Backend backend() {
    return backends.get(ID);
  }

  /** An adapter that notes what it is told. */
  AppsWorld noting() {
    adapters.add(
        app -> {
          String who = app.manifest().version();
          told.add("attach " + who);
          return new Adapter.Attachment() {
            @Override
            public void configured() {
              told.add("configured " + who);
            }

            @Override
            public void settingsChanged() {
              told.add("settings " + who);
            }

            @Override
            public void close() {
              told.add("close " + who);
            }
          };
        });
    return this;
  }

  /** Until it is so, and everything that was begun has been done. */
  static void awaitState(HostedApps apps, String id, State state) {
    await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () ->
                apps.find(id).map(AppStatus::state).filter(state::equals).isPresent()
                    && !apps.isBusy());
  }

  static AppStatus status(HostedApps apps, String id) {
    return apps.find(id).orElseThrow();
  }

  /** How often the program was started, by the versions it was told. */
  List<String> starts(String id) throws IOException {
    Path file = app(id).resolve("data").resolve("starts");
    return Files.exists(file) ? Files.readAllLines(file) : List.of();
  }

  @Override
  public void close() {
    opened.forEach(HostedApps::close);
    backends.values().forEach(Backend::close);
    broker.close();
  }
}
