package dev.parley.apps.host;

import dev.parley.apps.host.AppStatus.State;
import dev.parley.apps.manifest.ManifestReader;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.ledger.Records;
import dev.parley.core.store.Folders;
import dev.parley.core.time.Timekeeper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The apps in a folder: started with the hub, watched over, and started anew when they change. */
public final class HostedApps implements Apps {
  private static final Logger LOG = LoggerFactory.getLogger(HostedApps.class);

  /** How often every app is asked whether it is well. */
  static final Duration CHECK_EVERY = Duration.ofSeconds(15);

  /** Files that have not changed between two looks are whole. */
  static final Duration LOOK_EVERY = Duration.ofMillis(500);

  private static final Duration CLOSING_MAX = Duration.ofSeconds(5);

  /** More are not even looked at. */
  private static final int FOLDERS_MAX = 1_000;

  /** Several at a time, but not all of them when the hub starts. */
  private static final int STARTING_MAX = 4;

  /** Folders beside that of an app which hold what it may become. */
  private static final List<String> NOT_APPS = List.of(".updating", ".pending");

  private final AppsConfig config;
  private final Means means;
  private final Map<String, Seat> seats = new ConcurrentSkipListMap<>();
  private final Map<String, Optional<String>> seen = new ConcurrentHashMap<>();
  private final Semaphore startingAtOnce = new Semaphore(STARTING_MAX);
  private final AtomicBoolean looking = new AtomicBoolean();
  private Timekeeper.@Nullable Alarm nextCheck;
  private Timekeeper.@Nullable Alarm nextLook;
  private boolean closed;

  private HostedApps(AppsConfig config, Means means) {
    this.config = config;
    this.means = means;
  }

  /**
   * Ends what a hub that was killed has left running. Nothing is launched before {@link #start}.
   *
   * @param adapters what uses apps, in the order in which they are attached
   */
  public static HostedApps open(
      AppsConfig config,
      Records records,
      Timekeeper time,
      LaunchGate gate,
      List<Adapter> adapters) {
    try {
      Folders.create(
          config.folder(),
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make " + config.folder(), e);
    }
    return new HostedApps(
        config,
        new Means(
            new Launcher(config, gate, time),
            adapters,
            new KeptSettings(records, SecretKey.in(config.hubFolder())),
            time,
            new Places(config.runningMax()),
            new LongAdder(),
            new Background()));
  }

  /** Launches the apps that are there, a few at a time, and watches over them; does not wait. */
  public synchronized HostedApps start() {
    if (config.enabled()) {
      ids().forEach(id -> inBackground(seat(id)));
      checkLater();
      lookLater();
    }
    return this;
  }

  private void inBackground(Seat seat) {
    if (seat.await()) {
      means.background().run(() -> launch(seat));
    }
  }

  private void launch(Seat seat) {
    try {
      startingAtOnce.acquire();
      try {
        seat.launchUnlessStopped();
      } finally {
        startingAtOnce.release();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      seat.awaitNoMore();
    }
  }

  private Seat seat(String id) {
    return seats.computeIfAbsent(id, each -> new Seat(new AppFolder(folder(each)), means));
  }

  private synchronized void checkLater() {
    if (!closed) {
      nextCheck = means.time().after(CHECK_EVERY, this::checkAll);
    }
  }

  private void checkAll() {
    checkLater();
    seats.values().forEach(seat -> means.background().run(seat::check));
  }

  private synchronized void lookLater() {
    if (!closed) {
      nextLook = means.time().after(LOOK_EVERY, this::lookAgain);
    }
  }

  private void lookAgain() {
    lookLater();
    // Alarms must be short, and files can be slow.
    if (looking.compareAndSet(false, true)) {
      means
          .background()
          .run(
              () -> {
                try {
                  look();
                } finally {
                  looking.set(false);
                }
              });
    }
  }

  private void look() {
    List<String> ids = ids();
    for (String id : ids) {
      Optional<String> now = new AppFolder(config.folder().resolve(id)).fingerprint();
      boolean still = now.equals(seen.put(id, now));
      if (still && now.isPresent()) {
        Seat seat = seat(id);
        if (seat.isChanged(now)) {
          inBackground(seat);
        }
      }
    }
    seen.keySet().retainAll(ids);
    for (Seat seat : List.copyOf(seats.values())) {
      if (!Files.isDirectory(seat.folder().path()) && !seat.isBusy()) {
        seats.remove(seat.folder().id(), seat);
        leave(seat);
      }
    }
  }

  private static void leave(Seat seat) {
    try {
      seat.leave();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The folders that are apps, or links to such. */
  private List<String> ids() {
    try (Stream<Path> folders = Files.list(config.folder())) {
      return folders
          .limit(FOLDERS_MAX)
          .filter(folder -> isAppsName(folder.getFileName().toString()))
          .filter(folder -> new AppFolder(folder).hasManifest())
          .map(folder -> folder.getFileName().toString())
          .sorted()
          .toList();
    } catch (IOException e) {
      LOG.warn("cannot look into {}: {}", config.folder(), e.toString());
      return List.of();
    }
  }

  private static boolean isAppsName(String name) {
    return ManifestReader.isId(name) && NOT_APPS.stream().noneMatch(name::endsWith);
  }

  @Override
  public List<AppStatus> all() {
    return seats.values().stream().map(Seat::status).toList();
  }

  @Override
  public Optional<AppStatus> find(String id) {
    return Optional.ofNullable(seats.get(id)).map(Seat::status);
  }

  @Override
  public Optional<RunningApp> running(String id) {
    return Optional.ofNullable(seats.get(id)).flatMap(Seat::running);
  }

  @Override
  public AppStatus launch(String id) throws InterruptedException {
    requireEnabled();
    return present(id).launch();
  }

  private void requireEnabled() {
    if (!config.enabled()) {
      throw new Refused(ErrorCode.CONFLICT, "apps are switched off here: set apps.enabled to true");
    }
    synchronized (this) {
      if (closed) {
        throw new Refused(ErrorCode.SHUTTING_DOWN, "the hub is going down");
      }
    }
  }

  private Seat present(String id) {
    Seat seat = seats.get(id);
    if (seat == null && new AppFolder(folder(id)).hasManifest()) {
      seat = seat(id);
    }
    if (seat == null) {
      throw new Refused(ErrorCode.NOT_FOUND, "there is no app '" + id + "'");
    }
    return seat;
  }

  @Override
  public AppStatus stop(String id) throws InterruptedException {
    return present(id).stop();
  }

  @Override
  public <T> T changing(String id, Callable<T> change) throws Exception {
    Seat seat = seat(id);
    try {
      return seat.changing(change);
    } finally {
      if (!Files.isDirectory(seat.folder().path())) {
        seats.remove(id, seat);
        means.settings().forget(id);
      }
    }
  }

  @Override
  public Path folder() {
    return config.folder();
  }

  @Override
  public Path folder(String id) {
    if (!isAppsName(id)) {
      throw new Refused(ErrorCode.BAD_REQUEST, "no app can be called so");
    }
    return config.folder().resolve(id);
  }

  @Override
  public Map<String, String> settings(String id) {
    return means.settings().values(id);
  }

  @Override
  public void set(String id, Map<String, String> changes, Set<String> secret)
      throws InterruptedException {
    present(id).set(changes, secret);
  }

  @Override
  public Set<String> secrets(String id) {
    return means.settings().secrets(id);
  }

  /** Whether something that an alarm has begun goes on. */
  boolean isBusy() {
    return means.background().isBusy();
  }

  /** What metrics show of them. */
  public void addTo(Map<String, Long> numbers) {
    numbers.put("appsRunning", count(State.RUNNING));
    numbers.put("appsFailed", count(State.FAILED));
    numbers.put("appsUnhealthy", count(State.UNHEALTHY));
    numbers.put("appRestarts", means.restarts().sum());
  }

  private long count(State state) {
    return seats.values().stream().filter(seat -> seat.status().state() == state).count();
  }

  /** Ends all apps, within seconds, and leaves what the owner wishes of each as it is. */
  @Override
  public void close() {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      if (nextCheck != null) {
        nextCheck.cancel();
      }
      if (nextLook != null) {
        nextLook.cancel();
      }
    }
    List<Thread> leaving =
        seats.values().stream().map(seat -> Thread.startVirtualThread(() -> leave(seat))).toList();
    long deadline = System.nanoTime() + CLOSING_MAX.toNanos();
    try {
      for (Thread each : leaving) {
        boolean _ = each.join(Duration.ofNanos(Math.max(1, deadline - System.nanoTime())));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    means.launcher().close();
  }
}
