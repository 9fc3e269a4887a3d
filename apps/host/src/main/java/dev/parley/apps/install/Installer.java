package dev.parley.apps.install;

import dev.parley.apps.host.AppFolder;
import dev.parley.apps.host.AppStatus;
import dev.parley.apps.host.Apps;
import dev.parley.apps.host.RunningApp;
import dev.parley.apps.install.AppSource.Offer;
import dev.parley.apps.install.Staging.Staged;
import dev.parley.apps.manifest.Manifest;
import dev.parley.apps.manifest.ManifestReader;
import dev.parley.apps.signature.Trust;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.time.Timekeeper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Installs, updates, removes and quarantines the apps of this hub. To install an app is to grant
 * what its manifest asks for: {@link #inspect} shows it before. Any thread that may block; of one
 * app, one thing at a time.
 */
public final class Installer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Installer.class);
  private static final Duration SWEEP_EVERY = Duration.ofHours(1);

  private final Apps apps;
  private final Shelves shelves;
  private final Staging staging;
  private final @Nullable AppSource source;
  private final @Nullable Trust trust;
  private final Timekeeper time;
  private final Consumer<String> owner;
  private final Map<String, ReentrantLock> locks = new ConcurrentHashMap<>();
  private Timekeeper.@Nullable Alarm nextSweep;
  private boolean closed;

  /**
   * @param source the store to install from, or null for none
   * @param trust what that store says of whom to trust; null when there is none
   * @param owner told in words what happened to an app without being asked for
   */
  public Installer(
      Apps apps,
      @Nullable AppSource source,
      @Nullable Trust trust,
      Timekeeper time,
      Consumer<String> owner) {
    this(apps, new Shelves(apps.folder()), source, trust, time, owner);
  }

  Installer(
      Apps apps,
      Shelves shelves,
      @Nullable AppSource source,
      @Nullable Trust trust,
      Timekeeper time,
      Consumer<String> owner) {
    this.apps = apps;
    this.shelves = shelves;
    this.staging = new Staging(shelves, trust, time);
    this.source = source;
    this.trust = trust;
    this.time = time;
    this.owner = owner;
  }

  /** Ends what a hub that died had begun. Before the apps of the folder are looked at. */
  public static void recover(Path appsFolder) throws IOException {
    new Shelves(appsFolder).recover();
  }

  /** From now on what the store revokes is looked for once an hour. */
  public Installer start() {
    sweepLater();
    return this;
  }

  // ---- coming

  /** What the app in a package asks for. */
  public Manifest inspect(Path napp) throws InterruptedException {
    return told(
        () -> {
          try (Staged staged = staging.ofFile(napp)) {
            return staged.manifest();
          }
        });
  }

  /** The same of an app in the store. */
  public Manifest inspect(String app, @Nullable String version) throws InterruptedException {
    return told(
        () -> {
          try (Staged staged = staging.fromStore(store(), offer(app), version)) {
            return staged.manifest();
          }
        });
  }

  /** Installs the app in a package, or updates the one that is there. */
  public Outcome install(Path napp) throws InterruptedException {
    return told(
        () -> {
          try (Staged staged = staging.ofFile(napp)) {
            return settled(staged);
          }
        });
  }

  /**
   * Installs an app of the store, or updates the one that is there.
   *
   * @param app its id in the store, its slug, or the id of its manifest
   * @param version null for the newest
   */
  public Outcome install(String app, @Nullable String version) throws InterruptedException {
    return told(
        () -> {
          Offer offer = offer(app);
          Optional<Manifest> there = installed(offer.id());
          String wanted = version == null ? offer.version() : version;
          if (there.isPresent() && there.get().version().equals(wanted)) {
            return new Outcome.AlreadyThere(there.get());
          }
          try (Staged staged = staging.fromStore(store(), offer, version)) {
            return settled(staged);
          }
        });
  }

  /** Brings the newest version of an installed app. */
  public Outcome update(String id) throws InterruptedException {
    require(id);
    return install(origin(id).map(Origin::storeId).orElse(id), null);
  }

  private AppSource store() {
    if (source == null) {
      throw new Refused(ErrorCode.CONFLICT, "no store is configured: set apps.store");
    }
    return source;
  }

  private Offer offer(String app) throws IOException, InterruptedException {
    return store()
        .offer(app)
        .orElseThrow(
            () ->
                new Refused(
                    ErrorCode.NOT_FOUND, "the store " + store().name() + " has no app " + app));
  }

  private Outcome settled(Staged staged) throws Exception {
    Manifest manifest = staged.manifest();
    String id = manifest.id();
    return alone(
        id,
        () -> {
          Path folder = apps.folder(id);
          if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            return placed(staged);
          }
          requireReplaceable(folder);
          Manifest before = new AppFolder(folder).manifest();
          if (before.version().equals(manifest.version())) {
            return new Outcome.AlreadyThere(before);
          }
          Pending pending = Pending.of(before, manifest);
          if (pending.asksForMore()) {
            shelves.shelve(staged.folder(), id);
            return new Outcome.WaitsForApproval(pending);
          }
          return replaced(staged.folder(), manifest, before);
        });
  }

  private static void requireReplaceable(Path folder) {
    AppFolder app = new AppFolder(folder);
    if (app.isSideloaded()) {
      throw new Refused(
          ErrorCode.CONFLICT, app.id() + " is a link that somebody made by hand; remove it first");
    }
    if (app.isQuarantined()) {
      throw new Refused(
          ErrorCode.CONFLICT, app.id() + " is quarantined: it was revoked. Uninstall it first");
    }
  }

  private Outcome placed(Staged staged) throws Exception {
    String id = staged.manifest().id();
    changing(id, () -> shelves.place(staged.folder(), id));
    try {
      AppStatus _ = apps.launch(id);
    } catch (Refused e) {
      changing(id, () -> shelves.remove(id));
      throw new Refused(
          e.code(), id + " could not be launched and was not installed: " + e.getMessage());
    }
    return new Outcome.Installed(staged.manifest());
  }

  /** Puts a new version in place; the old one comes back unless the new one runs. */
  private Outcome replaced(Path staged, Manifest manifest, Manifest before) throws Exception {
    String id = manifest.id();
    if (shelves.hasOld(id)) {
      changing(id, () -> shelves.rollBack(id));
    }
    boolean stopped =
        apps.find(id).filter(app -> app.state() == AppStatus.State.STOPPED).isPresent();
    String problem = "";
    try {
      changing(id, () -> swapped(staged, id));
      if (!stopped && !runs(manifest)) {
        AppStatus _ = apps.launch(id);
      }
    } catch (Refused e) {
      problem = String.valueOf(e.getMessage());
    }
    if (problem.isEmpty()) {
      shelves.letGoOfOld(id);
      return new Outcome.Updated(manifest, before.version());
    }
    if (shelves.hasOld(id)) {
      changing(id, () -> shelves.rollBack(id));
    }
    launchAgain(id, stopped);
    throw new Refused(
        ErrorCode.CONFLICT,
        "version %s of %s did not become healthy, so version %s is back: %s"
            .formatted(manifest.version(), id, before.version(), problem));
  }

  private void swapped(Path staged, String id) throws IOException {
    try {
      shelves.swap(staged, id);
    } catch (IOException e) {
      if (shelves.hasOld(id)) {
        shelves.rollBack(id);
      }
      throw e;
    }
  }

  private boolean runs(Manifest manifest) {
    return apps.running(manifest.id())
        .map(RunningApp::manifest)
        .filter(running -> running.version().equals(manifest.version()))
        .isPresent();
  }

  private void launchAgain(String id, boolean stopped) throws InterruptedException {
    if (!stopped && apps.running(id).isEmpty()) {
      try {
        AppStatus _ = apps.launch(id);
      } catch (Refused e) {
        LOG.warn("the app {} is back in its version before, and does not run: {}", id, e.getMessage());
      }
    }
  }

  // ---- versions that ask for more

  /** What an update waits for; empty when none waits. */
  public Optional<Pending> pending(String id) {
    Path folder = shelves.pending(id(id));
    Optional<Manifest> before = installed(id);
    return before.isPresent() && Files.isDirectory(folder)
        ? Optional.of(Pending.of(before.get(), ManifestReader.in(folder)))
        : Optional.empty();
  }

  /** Grants an update what it asks for, and makes it. */
  public Outcome approve(String id) throws InterruptedException {
    return told(
        () ->
            alone(
                id,
                () -> {
                  Path folder = shelves.pending(id);
                  if (!Files.isDirectory(folder)) {
                    throw noneWaits(id);
                  }
                  requireReplaceable(apps.folder(id));
                  Manifest manifest = ManifestReader.in(folder);
                  // It may have been revoked while it waited.
                  var _ = staging.verified(folder, manifest);
                  return replaced(folder, manifest, require(id));
                }));
  }

  /** Forgets an update that asks for too much; the installed version stays. */
  public void reject(String id) throws InterruptedException {
    told(
        () ->
            alone(
                id,
                () -> {
                  if (!Files.isDirectory(shelves.pending(id(id)))) {
                    throw noneWaits(id);
                  }
                  shelves.discard(shelves.pending(id));
                  return true;
                }));
  }

  private static Refused noneWaits(String id) {
    return new Refused(ErrorCode.NOT_FOUND, "no update of " + id + " waits for approval");
  }

  // ---- going

  /** Stops an app and deletes it with all it has. */
  public void uninstall(String id) throws InterruptedException {
    told(
        () ->
            alone(
                id,
                () -> {
                  if (!Files.exists(apps.folder(id), LinkOption.NOFOLLOW_LINKS)) {
                    throw notThere(id);
                  }
                  changing(id, () -> shelves.remove(id));
                  return true;
                }));
  }

  /**
   * Takes an app out of use and tells the owner; its data and logs stay.
   *
   * @param why in words, for the owner
   * @return false when it is not there, was so before, or is only linked
   */
  public boolean quarantine(String id, String why) throws InterruptedException {
    boolean done =
        told(
            () ->
                alone(
                    id,
                    () -> {
                      AppFolder folder = new AppFolder(apps.folder(id));
                      if (!Files.isDirectory(folder.path(), LinkOption.NOFOLLOW_LINKS)
                          || folder.isQuarantined()) {
                        return false;
                      }
                      Instant now = Instant.ofEpochMilli(time.millis());
                      changing(id, () -> shelves.quarantine(id, now));
                      return true;
                    }));
    if (done) {
      owner.accept(
          "The app " + id + " was taken out of use: " + why + ". Its data and logs are kept.");
    }
    return done;
  }

  /** Quarantines what the store has revoked; returns how many that were. */
  public int sweep() throws InterruptedException {
    if (trust == null) {
      return 0;
    }
    List<String> revoked = new ArrayList<>(trust.revoked());
    int count = 0;
    for (AppStatus each : apps.all()) {
      if (revoked.contains(each.id()) && quarantine(each.id(), "the store has revoked it")) {
        count++;
      }
    }
    return count;
  }

  /**
   * What the store tells. Whether it was the store is for the caller to know; that something was
   * revoked is looked up there all the same.
   */
  public void onEvent(StoreEvent event) throws InterruptedException {
    boolean there = installed(event.id()).isPresent();
    boolean fromStore = origin(event.id()).filter(from -> from.store() != null).isPresent();
    switch (event.type()) {
      case INSTALLED -> {
        if (!there) {
          said(install(event.id(), null));
        }
      }
      case UPDATED -> {
        if (fromStore) {
          said(install(event.id(), null));
        }
      }
      case UNINSTALLED -> {
        if (fromStore) {
          uninstall(event.id());
        }
      }
      case REVOKED -> {
        if (trust != null) {
          trust.forgetRevocations();
          int _ = sweep();
        }
      }
    }
  }

  private void said(Outcome outcome) {
    switch (outcome) {
      case Outcome.Installed(Manifest app) ->
          owner.accept("The app " + app.id() + " " + app.version() + " was installed.");
      case Outcome.Updated(Manifest app, String from) ->
          owner.accept(
              "The app " + app.id() + " was updated from " + from + " to " + app.version() + ".");
      case Outcome.WaitsForApproval(Pending pending) ->
          owner.accept(
              "Version " + pending.version() + " of the app " + pending.id() + " asks for more"
                  + " permissions and waits for your approval.");
      case Outcome.AlreadyThere _ -> {}
    }
  }

  // ---- looking

  /** Where an app came from; empty when it was put there by hand, or is not there. */
  public Optional<Origin> origin(String id) {
    return Origin.of(apps.folder(id));
  }

  private Optional<Manifest> installed(String id) {
    return Files.isRegularFile(apps.folder(id).resolve(ManifestReader.FILE))
        ? Optional.of(ManifestReader.in(apps.folder(id)))
        : Optional.empty();
  }

  private Manifest require(String id) {
    return installed(id).orElseThrow(() -> notThere(id));
  }

  private static Refused notThere(String id) {
    return new Refused(ErrorCode.NOT_FOUND, "there is no app " + id);
  }

  /** Checked before it becomes a part of a path. */
  private String id(String id) {
    return String.valueOf(apps.folder(id).getFileName());
  }

  // ---- one at a time

  /** Changes a folder. */
  private interface Change {
    void make() throws IOException;
  }

  private void changing(String id, Change change) throws Exception {
    var _ =
        apps.changing(
            id,
            () -> {
              change.make();
              return true;
            });
  }

  private <T> T alone(String id, Callable<T> something) throws Exception {
    ReentrantLock lock = locks.computeIfAbsent(id(id), _ -> new ReentrantLock());
    lock.lockInterruptibly();
    try {
      return something.call();
    } finally {
      lock.unlock();
    }
  }

  /** What goes wrong with files or on the way to the store, in words. */
  private static <T> T told(Callable<T> something) throws InterruptedException {
    try {
      return something.call();
    } catch (InterruptedException | RuntimeException e) {
      throw e;
    } catch (IOException e) {
      String text = String.valueOf(e.getMessage());
      boolean full = text.contains("No space left") || text.contains("quota");
      throw new Refused(
          full ? ErrorCode.STORE_FULL : ErrorCode.STORE_UNAVAILABLE, "it came to nothing: " + text);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private synchronized void sweepLater() {
    if (!closed) {
      nextSweep =
          time.after(
              SWEEP_EVERY, () -> Thread.ofVirtual().name("parley-revocations").start(this::hourly));
    }
  }

  private void hourly() {
    try {
      int _ = sweep();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      LOG.warn("what the store has revoked could not be looked for: {}", e.toString());
    }
    sweepLater();
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (nextSweep != null) {
      nextSweep.cancel();
    }
  }
}
