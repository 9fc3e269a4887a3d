package dev.parley.apps.install;

import dev.parley.apps.host.AppFolder;
import dev.parley.apps.host.AppStatus;
import dev.parley.apps.host.AppStatus.State;
import dev.parley.apps.host.Apps;
import dev.parley.apps.host.LaunchGate;
import dev.parley.apps.host.RunningApp;
import dev.parley.apps.manifest.Capability;
import dev.parley.apps.manifest.Manifest;
import dev.parley.apps.manifest.ManifestReader;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import io.grpc.Channel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;

/**
 * A host whose apps run as soon as they are launched, unless their program says that it is sick.
 */
final class FakeApps implements Apps {
  static final String SICK = "sick";

  private final Path folder;
  private final Map<String, State> states = new TreeMap<>();
  private final Map<String, Manifest> running = new TreeMap<>();
  LaunchGate gate = LaunchGate.OPEN;

  FakeApps(Path folder) {
    this.folder = folder;
  }

  @Override
  public List<AppStatus> all() {
    try (var folders = Files.list(folder)) {
      return folders
          .map(each -> String.valueOf(each.getFileName()))
          .filter(id -> !id.startsWith("."))
          .sorted()
          .map(this::status)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private AppStatus status(String id) {
    return new AppStatus(
        id, Optional.empty(), states.getOrDefault(id, State.FAILED), "", List.of(), 0, 0, 0);
  }

  @Override
  public Optional<AppStatus> find(String id) {
    return Files.isDirectory(folder(id)) ? Optional.of(status(id)) : Optional.empty();
  }

  @Override
  public Optional<RunningApp> running(String id) {
    Manifest manifest = running.get(id);
    return manifest == null ? Optional.empty() : Optional.of(new Fake(manifest));
  }

  private record Fake(Manifest manifest) implements RunningApp {
    @Override
    public Channel channel() {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean offers(Capability.Kind kind) {
      return true;
    }

    @Override
    public Map<String, String> settings() {
      return Map.of();
    }
  }

  @Override
  public AppStatus launch(String id) throws InterruptedException {
    AppFolder app = new AppFolder(folder(id));
    boolean _ = running.remove(id) != null;
    states.put(id, State.FAILED);
    if (app.isQuarantined()) {
      throw new Refused(ErrorCode.CONFLICT, id + " is quarantined");
    }
    Manifest manifest = app.manifest();
    List<String> _ = gate.check(app, manifest);
    if (program(app).contains(SICK)) {
      throw new Refused(ErrorCode.TIMEOUT, id + " is not healthy");
    }
    states.put(id, State.RUNNING);
    running.put(id, manifest);
    return status(id);
  }

  private static String program(AppFolder app) {
    try {
      return Files.readString(app.binary(), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public AppStatus stop(String id) {
    boolean _ = running.remove(id) != null;
    states.put(id, State.STOPPED);
    return status(id);
  }

  @Override
  public <T> T changing(String id, Callable<T> change) throws Exception {
    boolean ran = running.remove(id) != null;
    try {
      return change.call();
    } finally {
      if (ran && Files.exists(folder(id))) {
        try {
          AppStatus _ = launch(id);
        } catch (Refused e) {
          states.put(id, State.FAILED);
        }
      }
    }
  }

  @Override
  public Path folder() {
    return folder;
  }

  @Override
  public Path folder(String id) {
    if (!ManifestReader.isId(id)) {
      throw new Refused(ErrorCode.BAD_REQUEST, "no app can be called so");
    }
    return folder.resolve(id);
  }

  @Override
  public Map<String, String> settings(String id) {
    return Map.of();
  }

  @Override
  public void set(String id, Map<String, String> changes, Set<String> secret) {}

  @Override
  public Set<String> secrets(String id) {
    return Set.of();
  }

  @Override
  public void close() {}
}
