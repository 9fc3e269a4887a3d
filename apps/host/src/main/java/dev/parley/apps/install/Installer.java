package dev.parley.apps.install;

import dev.parley.apps.host.AppFolder;
import dev.parley.apps.host.AppStatus;
import dev.parley.apps.host.Apps;
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
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Installs, updates, removes and quarantines the apps of this hub. To install an app is to grant
 * what its manifest asks for: {@link #inspect} shows it before. Any thread that may block; of one
 * app, one thing at a time.
 */
public final class Installer implements AutoCloseable {

  private final Apps apps;
  private final Shelves shelves;
  private final Staging staging;
  private final @Nullable AppSource source;
  private final @Nullable Trust trust;
  private final Timekeeper time;
  private final Consumer<String> owner;
  private final Versions versions;
  private final Hourly hourly;
  private final Map<String, ReentrantLock> locks = new ConcurrentHashMap<>();

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
    this.apps = apps;
    this.shelves = new Shelves(apps.folder());
    this.staging = new Staging(shelves, trust, time);
    this.source = source;
    this.trust = trust;
    this.time = time;
    this.owner = owner;
    this.versions = new Versions(apps, shelves);
    this.hourly = new Hourly(time, this::sweep);
  }

  /** Ends what a hub that died had begun. Before the apps of the folder are looked at. */
  public static void recover(Path appsFolder) throws IOException {
    new Shelves(appsFolder).recover();
  }

  /** From now on what the store revokes is looked for once an hour. */
  public Installer start() {
    hourly.start();
    return this;
  }

  // ---- coming

  /** What the app in a package asks for; whether it is signed was looked at, if that was asked. */
  public Manifest inspect(Path napp) throws InterruptedException {
    return Admission.told(
        () -> {
          try (Staged staged = staging.ofFile(napp)) {
            return staged.manifest();
          }
        });
  }

  /** The same of an app in the store. */
  public Manifest inspect(String app, @Nullable String version) throws InterruptedException {
    return Admission.told(
        () -> {
          try (Staged staged = staging.fromStore(store(), offer(app), version)) {
            return staged.manifest();
          }
        });
  }

  /** Whether there is a store that vouches for what is installed. */
  public boolean verifies() {
    return trust != null;
  }

  /** The name of the store that apps come from; empty for none. */
  public String storeName() {
    return source == null ? "" : source.name();
  }

  /** Installs the app in a package, or updates the one that is there. */
  public Outcome install(Path napp) throws InterruptedException {
    return install(napp, null);
  }

  /**
   * The same for an owner who has seen what it asks for.
   *
   * @param agreed the permissions that were seen; refused when it asks for others. Null for
   *     whatever a new app asks for, and nothing beyond what an installed one has
   */
  public Outcome install(Path napp, @Nullable Set<String> agreed) throws InterruptedException {
    return Admission.told(
        () -> {
          try (Staged staged = staging.ofFile(napp)) {
            return settled(staged, agreed);
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
    return install(app, version, null);
  }

  /**
   * The same for an owner who has seen what it asks for.
   *
   * @param agreed as for a package
   */
  public Outcome install(String app, @Nullable String version, @Nullable Set<String> agreed)
      throws InterruptedException {
    return Admission.told(
        () -> {
          Offer offer = offer(app);
          Optional<Manifest> there = installed(offer.id());
          String wanted = version == null ? offer.version() : version;
          if (there.isPresent() && there.get().version().equals(wanted)) {
            return new Outcome.AlreadyThere(there.get());
          }
          try (Staged staged = staging.fromStore(store(), offer, version)) {
            return settled(staged, agreed);
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

  private Outcome settled(Staged staged, @Nullable Set<String> agreed) throws Exception {
    Manifest manifest = staged.manifest();
    String id = manifest.id();
    Admission.requireAgreed(manifest, agreed);
    return alone(
        id,
        () -> {
          Path folder = apps.folder(id);
          if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            return versions.place(staged.folder(), manifest);
          }
          Admission.requireReplaceable(folder);
          Manifest before = new AppFolder(folder).manifest();
          if (before.version().equals(manifest.version())) {
            return new Outcome.AlreadyThere(before);
          }
          Pending pending = Pending.of(before, manifest);
          if (pending.asksForMore() && agreed == null) {
            shelves.shelve(staged.folder(), id);
            return new Outcome.WaitsForApproval(pending);
          }
          return versions.replace(staged.folder(), manifest, before);
        });
  }

  // ---- versions that ask for more

  /** What an update waits for; empty when none waits. */
  public Optional<Pending> pending(String id) {
    Optional<Manifest> before = installed(id);
    return before.flatMap(
        installed -> pendingManifest(id).map(waiting -> Pending.of(installed, waiting)));
  }

  /** What the version that waits says of itself. */
  public Optional<Manifest> pendingManifest(String id) {
    Path folder = shelves.pending(id(id));
    return Files.isDirectory(folder) ? Optional.of(ManifestReader.in(folder)) : Optional.empty();
  }

  /** Grants an update what it asks for, and makes it. */
  public Outcome approve(String id) throws InterruptedException {
    return approve(id, null);
  }

  /**
   * The same for an owner who has seen what it asks for.
   *
   * @param agreed the permissions that were seen, or null for all it asks for
   */
  public Outcome approve(String id, @Nullable Set<String> agreed) throws InterruptedException {
    return Admission.told(
        () ->
            alone(
                id,
                () -> {
                  Path folder = shelves.pending(id);
                  if (!Files.isDirectory(folder)) {
                    throw noneWaits(id);
                  }
                  Admission.requireReplaceable(apps.folder(id));
                  Manifest manifest = ManifestReader.in(folder);
                  Admission.requireAgreed(manifest, agreed);
                  // It may have been revoked while it waited.
                  var _ = staging.verified(folder, manifest);
                  return versions.replace(folder, manifest, require(id));
                }));
  }

  /** Forgets an update that asks for too much; the installed version stays. */
  public void reject(String id) throws InterruptedException {
    Admission.told(
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
    uninstall(id, /* keepData= */ false);
  }

  /**
   * Stops an app and deletes it.
   *
   * @param keepData whether its data and logs wait for it to be installed again
   */
  public void uninstall(String id, boolean keepData) throws InterruptedException {
    Admission.told(
        () ->
            alone(
                id,
                () -> {
                  if (!Files.exists(apps.folder(id), LinkOption.NOFOLLOW_LINKS)) {
                    throw notThere(id);
                  }
                  versions.changing(id, () -> shelves.remove(id, keepData));
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
        Admission.told(
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
                      versions.changing(id, () -> shelves.quarantine(id, now));
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

  /** The same, asking the store anew: it has said that something was revoked. */
  int sweepAnew() throws InterruptedException {
    if (trust != null) {
      trust.forgetRevocations();
    }
    return sweep();
  }

  // ---- looking

  /** Where an app came from; empty when it was put there by hand, or is not there. */
  public Optional<Origin> origin(String id) {
    return Origin.of(apps.folder(id));
  }

  Optional<Manifest> installed(String id) {
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

  private <T> T alone(String id, Callable<T> something) throws Exception {
    ReentrantLock lock = locks.computeIfAbsent(id(id), _ -> new ReentrantLock());
    lock.lockInterruptibly();
    try {
      return something.call();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    hourly.close();
  }
}
