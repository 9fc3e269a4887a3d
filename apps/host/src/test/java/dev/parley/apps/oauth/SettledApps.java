package dev.parley.apps.oauth;

import dev.parley.apps.host.AppStatus;
import dev.parley.apps.host.Apps;
import dev.parley.apps.host.RunningApp;
import dev.parley.apps.manifest.Manifest;
import dev.parley.apps.manifest.Manifest.OAuthNeed;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** One app that keeps its settings and does nothing. */
final class SettledApps implements Apps {
  private final String id;
  private final Map<String, String> settings = new HashMap<>();
  private final Set<String> secrets = new HashSet<>();
  private List<OAuthNeed> needs;
  private CountDownLatch set = new CountDownLatch(1);

  SettledApps(String id, List<OAuthNeed> needs) {
    this.id = id;
    this.needs = needs;
  }

  synchronized void needs(List<OAuthNeed> other) {
    needs = other;
  }

  /** What waits until settings are set again. */
  synchronized Runnable onceSet() {
    CountDownLatch next = new CountDownLatch(1);
    set = next;
    return () -> {
      try {
        if (!next.await(20, TimeUnit.SECONDS)) {
          throw new AssertionError("nothing was set");
        }
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    };
  }

  @Override
  public synchronized List<AppStatus> all() {
    Manifest manifest =
        new Manifest(
            id, "Mail", "1.0.0", "", "local", List.of(), Set.of(), Set.of(), needs, Duration.ZERO);
    return List.of(
        new AppStatus(id, Optional.of(manifest), AppStatus.State.RUNNING, "", List.of(), 0, 0, 1));
  }

  @Override
  public Optional<AppStatus> find(String wanted) {
    return all().stream().filter(app -> app.id().equals(wanted)).findFirst();
  }

  @Override
  public Optional<RunningApp> running(String wanted) {
    return Optional.empty();
  }

  @Override
  public AppStatus launch(String wanted) {
    throw new UnsupportedOperationException();
  }

  @Override
  public AppStatus stop(String wanted) {
    throw new UnsupportedOperationException();
  }

  @Override
  public <T> T changing(String wanted, Callable<T> change) throws Exception {
    return change.call();
  }

  @Override
  public Path folder() {
    throw new UnsupportedOperationException();
  }

  @Override
  public Path folder(String wanted) {
    throw new UnsupportedOperationException();
  }

  @Override
  public synchronized Map<String, String> settings(String wanted) {
    return Map.copyOf(settings);
  }

  @Override
  public synchronized void set(String wanted, Map<String, String> changes, Set<String> secret) {
    settings.putAll(changes);
    secrets.addAll(secret);
    set.countDown();
  }

  @Override
  public synchronized Set<String> secrets(String wanted) {
    return Set.copyOf(secrets);
  }

  @Override
  public void close() {}
}
