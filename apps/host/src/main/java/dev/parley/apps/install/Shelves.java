package dev.parley.apps.install;

import dev.parley.core.store.Folders;
import dev.parley.core.store.OwnersFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The folder of all apps and what lies beside them, out of the sight of whoever looks for apps:
 *
 * <pre>
 *  ID/              an app
 *  .staging/UUID/   a package that is being taken apart
 *  .pending/ID/     a version that waits for its owner's word
 *  .old/ID/         the version before, until the new one is known to run
 *  .kept/ID/        data and logs of an app that was removed without them
 *  .trash/UUID/     what is being deleted
 * </pre>
 *
 * <p>Folders change places by being renamed, and after every single step {@link #recover} comes to
 * the old version or to the new one. What data and logs an app has move with the version in use.
 */
final class Shelves {
  static final String QUARANTINED = ".quarantined";
  private static final Logger LOG = LoggerFactory.getLogger(Shelves.class);
  private static final String STAGING = ".staging";
  private static final String PENDING = ".pending";
  private static final String OLD = ".old";
  private static final String LEFT = ".kept";
  private static final String TRASH = ".trash";
  private static final List<String> KEPT = List.of("data", "logs");

  /** Told before each step; what it throws ends the hub there, as far as a test is concerned. */
  @FunctionalInterface
  interface Step {
    void before(String what) throws IOException;
  }

  private final Path apps;
  private final Step step;

  Shelves(Path apps) {
    this(apps, _ -> {});
  }

  Shelves(Path apps, Step step) {
    this.apps = apps;
    this.step = step;
  }

  /** Before anything looks at the apps: brings to an end what a hub that died had begun. */
  void recover() throws IOException {
    for (String shelf : List.of(STAGING, PENDING, OLD, LEFT, TRASH)) {
      make(apps.resolve(shelf));
    }
    for (Path old : in(apps.resolve(OLD))) {
      String id = String.valueOf(old.getFileName());
      LOG.warn("the update of the app {} was broken off; its version before is back", id);
      rollBack(id);
    }
    for (Path left : in(apps.resolve(LEFT))) {
      if (Files.isDirectory(app(String.valueOf(left.getFileName())))) {
        giveBack(String.valueOf(left.getFileName()));
      }
    }
    for (Path app : in(apps)) {
      if (Files.exists(app.resolve(QUARANTINED))) {
        disarm(app);
      }
    }
    try (Stream<Path> staged = Files.list(apps.resolve(STAGING))) {
      for (Path each : staged.toList()) {
        discard(each);
      }
    }
    for (Path each : in(apps.resolve(TRASH))) {
      delete(each);
    }
  }

  private static void make(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      Folders.create(
          folder,
          folder.getFileSystem().supportedFileAttributeViews().contains("posix")
              ? new FileAttribute<?>[] {
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
              }
              : new FileAttribute<?>[0]);
    }
  }

  private static List<Path> in(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries
          .filter(each -> Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS))
          .sorted()
          .toList();
    }
  }

  /** A place for a package to be taken apart, or downloaded to; nothing is there yet. */
  Path staging() {
    return apps.resolve(STAGING).resolve(UUID.randomUUID().toString());
  }

  Path pending(String id) {
    return apps.resolve(PENDING).resolve(id);
  }

  private Path app(String id) {
    return apps.resolve(id);
  }

  private Path old(String id) {
    return apps.resolve(OLD).resolve(id);
  }

  private Path left(String id) {
    return apps.resolve(LEFT).resolve(id);
  }

  /** Puts a new app in its place, with what an earlier one of the id has left. */
  void place(Path staged, String id) throws IOException {
    move("place", staged, app(id));
    giveBack(id);
  }

  /** Whether an app that was removed has left its data. */
  boolean hasLeft(String id) {
    return Files.isDirectory(left(id));
  }

  private void giveBack(String id) throws IOException {
    if (hasLeft(id)) {
      for (String kept : KEPT) {
        if (!Files.exists(app(id).resolve(kept))) {
          carry(kept, left(id), app(id));
        }
      }
      discard(left(id));
    }
  }

  private void leave(String id) throws IOException {
    discard(left(id));
    if (KEPT.stream().anyMatch(kept -> Files.exists(app(id).resolve(kept)))) {
      step.before("make room");
      make(left(id));
      for (String kept : KEPT) {
        carry(kept, app(id), left(id));
      }
    }
  }

  /** Puts a new version in the place of the old one, which is kept until it is let go. */
  void swap(Path staged, String id) throws IOException {
    move("set aside", app(id), old(id));
    move("place", staged, app(id));
    for (String kept : KEPT) {
      carry(kept, old(id), app(id));
    }
  }

  /** Whether an update was begun and neither kept nor taken back. */
  boolean hasOld(String id) {
    return Files.exists(old(id), LinkOption.NOFOLLOW_LINKS);
  }

  /** The new version runs. */
  void letGoOfOld(String id) throws IOException {
    discard(old(id));
  }

  /** The old version comes back, with the data as they are now. */
  void rollBack(String id) throws IOException {
    if (Files.exists(app(id), LinkOption.NOFOLLOW_LINKS)) {
      for (String kept : KEPT) {
        if (!Files.exists(old(id).resolve(kept))) {
          carry(kept, app(id), old(id));
        }
      }
      Path trash = trash();
      move("take away", app(id), trash);
      move("bring back", old(id), app(id));
      delete(trash);
    } else {
      move("bring back", old(id), app(id));
    }
  }

  private void carry(String name, Path from, Path to) throws IOException {
    if (Files.exists(from.resolve(name))) {
      move("carry " + name, from.resolve(name), to.resolve(name));
    }
  }

  /** Keeps a version until its owner has decided; one that waited before is forgotten. */
  void shelve(Path staged, String id) throws IOException {
    discard(pending(id));
    move("shelve", staged, pending(id));
  }

  /**
   * Deletes an app, of one that is a link the link.
   *
   * @param keepData whether its data and logs wait for it to be installed again
   */
  void remove(String id, boolean keepData) throws IOException {
    discard(pending(id));
    if (Files.isSymbolicLink(app(id))) {
      step.before("remove the link");
      Files.delete(app(id));
      return;
    }
    if (keepData) {
      leave(id);
    } else {
      discard(left(id));
    }
    discard(app(id));
  }

  /** Takes an app out of use; data and logs stay. The mark comes first: it is what counts. */
  void quarantine(String id, Instant at) throws IOException {
    discard(pending(id));
    step.before("mark");
    OwnersFile.write(
        app(id), QUARANTINED, ("revoked at " + at + "\n").getBytes(StandardCharsets.UTF_8));
    disarm(app(id));
  }

  private void disarm(Path app) throws IOException {
    for (String name : List.of("binary", "app", "app.sock")) {
      step.before("delete " + name);
      Files.deleteIfExists(app.resolve(name));
    }
    Folders.sync(app);
  }

  /** Gone in one step, then deleted bit by bit. */
  void discard(Path folder) throws IOException {
    if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      Path trash = trash();
      move("discard", folder, trash);
      step.before("delete");
      delete(trash);
    }
  }

  /** What cannot be deleted now is tried again at the next start: it is out of the way already. */
  private static void delete(Path trash) {
    try {
      Folders.delete(trash);
    } catch (IOException e) {
      LOG.warn("{} cannot be deleted: {}", trash, e.toString());
    }
  }

  private Path trash() {
    return apps.resolve(TRASH).resolve(UUID.randomUUID().toString());
  }

  private void move(String what, Path from, Path to) throws IOException {
    step.before(what);
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    sync(to);
    sync(from);
  }

  private static void sync(Path moved) throws IOException {
    Path parent = moved.getParent();
    if (parent != null && Files.isDirectory(parent)) {
      Folders.sync(parent);
    }
  }
}
