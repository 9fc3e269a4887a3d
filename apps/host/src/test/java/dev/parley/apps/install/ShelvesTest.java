package dev.parley.apps.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.core.store.Folders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whenever a hub is killed, the next one finds the old version of an app or the new one, whole. */
class ShelvesTest {
  private static final String ID = "com.example.app";

  /** The hub is gone. */
  private static final class Killed extends Error {
    private static final long serialVersionUID = 1L;
  }

  @TempDir private Path root;
  private Path apps;

  @BeforeEach
  void begin() throws IOException {
    anew();
  }

  private void anew() throws IOException {
    Folders.delete(root.resolve("apps"));
    apps = Files.createDirectory(root.resolve("apps"));
    new Shelves(apps).recover();
  }

  /** Something that a hub does, before which it may be killed at any step. */
  private interface Doing {
    void with(Shelves shelves) throws IOException;
  }

  private interface Look {
    void at(String when) throws IOException;
  }

  /** Does it with a kill before each of its steps, and looks after the next hub has recovered. */
  private int killedAtEachStep(Doing before, Doing doing, Look look) throws IOException {
    for (int step = 0; ; step++) {
      anew();
      before.with(new Shelves(apps));
      List<String> steps = new ArrayList<>();
      int last = step;
      Shelves mortal =
          new Shelves(
              apps,
              what -> {
                steps.add(what);
                if (steps.size() > last) {
                  throw new Killed();
                }
              });
      boolean survived = true;
      try {
        doing.with(mortal);
      } catch (Killed e) {
        survived = false;
      }
      String when = survived ? "never killed" : "killed before " + steps.getLast() + " of " + steps;
      recoverUnderFire(when);
      look.at(when);
      tidy(when);
      if (survived) {
        return step;
      }
    }
  }

  /** The next hub is killed as well, at every step, until one comes through. */
  private void recoverUnderFire(String when) throws IOException {
    for (int step = 0; step < 100; step++) {
      int last = step;
      List<String> steps = new ArrayList<>();
      try {
        new Shelves(
                apps,
                what -> {
                  steps.add(what);
                  if (steps.size() > last) {
                    throw new Killed();
                  }
                })
            .recover();
        return;
      } catch (Killed e) {
        // and again
      }
    }
    throw new AssertionError("never recovered, " + when);
  }

  private void tidy(String when) throws IOException {
    for (String shelf : List.of(".staging", ".old", ".trash")) {
      assertThat(apps.resolve(shelf)).as("%s, %s", shelf, when).isEmptyDirectory();
    }
  }

  private Path staged(Shelves shelves, String version) {
    try {
      Path folder = Files.createDirectory(shelves.staging());
      Files.writeString(folder.resolve("manifest.json"), version);
      Files.writeString(folder.resolve("binary"), version);
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void installed(Shelves shelves) throws IOException {
    shelves.place(staged(shelves, "1"), ID);
    Files.createDirectory(apps.resolve(ID).resolve("data"));
    Files.writeString(apps.resolve(ID).resolve("data/notes"), "kept");
    Files.createDirectory(apps.resolve(ID).resolve("logs"));
    Files.writeString(apps.resolve(ID).resolve("logs/stdout.log"), "said");
  }

  private String version() throws IOException {
    Path app = apps.resolve(ID);
    String version = Files.readString(app.resolve("manifest.json"));
    assertThat(app.resolve("binary")).hasContent(version);
    return version;
  }

  private void assertDataKept(String when) {
    assertThat(apps.resolve(ID).resolve("data/notes")).as(when).hasContent("kept");
    assertThat(apps.resolve(ID).resolve("logs/stdout.log")).as(when).hasContent("said");
  }

  @Test
  void anInstallationIsThereOrNot() throws IOException {
    int steps =
        killedAtEachStep(
            _ -> {},
            shelves -> shelves.place(staged(shelves, "1"), ID),
            when -> {
              if (Files.exists(apps.resolve(ID))) {
                assertThat(version()).as(when).isEqualTo("1");
              }
            });
    assertThat(steps).isEqualTo(1);
    assertThat(version()).isEqualTo("1");
  }

  /** Until the new version is known to run, the old one is what a hub that was killed leaves. */
  @Test
  void anUpdateLeavesTheOldOrTheNewVersionWithItsData() throws IOException {
    List<String> versions = new ArrayList<>();
    int steps =
        killedAtEachStep(
            this::installed,
            shelves -> {
              shelves.swap(staged(shelves, "2"), ID);
              shelves.letGoOfOld(ID);
            },
            when -> {
              versions.add(version());
              assertDataKept(when);
            });
    assertThat(steps).isGreaterThanOrEqualTo(6);
    assertThat(versions).startsWith("1").endsWith("2");
    assertThat(versions).isSorted();
  }

  @Test
  void whatIsRolledBackIsTheOldVersionWithItsData() throws IOException {
    int steps =
        killedAtEachStep(
            this::installed,
            shelves -> {
              shelves.swap(staged(shelves, "2"), ID);
              shelves.rollBack(ID);
            },
            when -> {
              assertThat(version()).as(when).isEqualTo("1");
              assertDataKept(when);
            });
    assertThat(steps).isGreaterThanOrEqualTo(8);
  }

  @Test
  void whatIsRemovedIsGoneOrWhole() throws IOException {
    int steps =
        killedAtEachStep(
            shelves -> {
              installed(shelves);
              shelves.shelve(staged(shelves, "2"), ID);
            },
            shelves -> shelves.remove(ID, false),
            when -> {
              if (Files.exists(apps.resolve(ID))) {
                assertThat(version()).as(when).isEqualTo("1");
                assertDataKept(when);
              }
            });
    assertThat(steps).isGreaterThanOrEqualTo(4);
    assertThat(apps.resolve(ID)).doesNotExist();
  }

  /** Removed without them, it finds its data and logs again whenever it comes back. */
  @Test
  void whatIsRemovedMayLeaveItsData() throws IOException {
    int steps =
        killedAtEachStep(
            this::installed,
            shelves -> shelves.remove(ID, true),
            when -> {
              if (!Files.exists(apps.resolve(ID))) {
                Shelves next = new Shelves(apps);
                next.place(staged(next, "1"), ID);
              }
              assertThat(version()).as(when).isEqualTo("1");
              assertDataKept(when);
              assertThat(apps.resolve(".kept")).as(when).isEmptyDirectory();
            });
    assertThat(steps).isGreaterThanOrEqualTo(4);
  }

  @Test
  void whatWasLeftComesBackWithAnInstallationThatIsKilled() throws IOException {
    int steps =
        killedAtEachStep(
            shelves -> {
              installed(shelves);
              shelves.remove(ID, true);
            },
            shelves -> shelves.place(staged(shelves, "2"), ID),
            when -> {
              if (!Files.exists(apps.resolve(ID))) {
                Shelves next = new Shelves(apps);
                next.place(staged(next, "2"), ID);
              }
              assertDataKept(when);
            });
    assertThat(steps).isGreaterThanOrEqualTo(4);
  }

  /** With the mark nothing of it can be started, whatever else was done. */
  @Test
  void whatIsQuarantinedKeepsItsDataAndLosesItsProgram() throws IOException {
    int steps =
        killedAtEachStep(
            shelves -> {
              installed(shelves);
              shelves.shelve(staged(shelves, "2"), ID);
            },
            shelves -> shelves.quarantine(ID, Instant.EPOCH),
            when -> {
              assertDataKept(when);
              boolean marked = Files.exists(apps.resolve(ID).resolve(".quarantined"));
              assertThat(Files.exists(apps.resolve(ID).resolve("binary")))
                  .as(when)
                  .isEqualTo(!marked);
            });
    assertThat(steps).isGreaterThanOrEqualTo(5);
    assertThat(apps.resolve(ID).resolve(".quarantined"))
        .hasContent("revoked at 1970-01-01T00:00:00Z");
    assertThat(apps.resolve(".pending")).isEmptyDirectory();
  }

  @Test
  void aVersionThatWaitsIsTheOneOfBeforeOrTheNewOneOrNone() throws IOException {
    int steps =
        killedAtEachStep(
            shelves -> {
              installed(shelves);
              shelves.shelve(staged(shelves, "2"), ID);
            },
            shelves -> shelves.shelve(staged(shelves, "3"), ID),
            when -> {
              assertThat(version()).as(when).isEqualTo("1");
              Path waiting = apps.resolve(".pending").resolve(ID);
              if (Files.exists(waiting)) {
                assertThat(Files.readString(waiting.resolve("manifest.json")))
                    .as(when)
                    .isIn("2", "3");
              }
            });
    assertThat(steps).isGreaterThanOrEqualTo(3);
  }

  @Test
  void ofALinkOnlyTheLinkIsRemoved() throws IOException {
    Path elsewhere = Files.createDirectory(root.resolve("mine"));
    Files.writeString(elsewhere.resolve("manifest.json"), "mine");
    Files.createSymbolicLink(apps.resolve(ID), elsewhere);
    new Shelves(apps).remove(ID, false);
    assertThat(apps.resolve(ID)).doesNotExist();
    assertThat(elsewhere.resolve("manifest.json")).hasContent("mine");
  }

  @Test
  void aDiskThatFailsInTheMiddleLosesNothing() throws IOException {
    Shelves shelves = new Shelves(apps);
    installed(shelves);
    Path next = staged(shelves, "2");
    int[] steps = {0};
    Shelves failing =
        new Shelves(
            apps,
            what -> {
              if (++steps[0] == 3) {
                throw new IOException("No space left on device: " + what);
              }
            });
    assertThatThrownBy(() -> failing.swap(next, ID)).isInstanceOf(IOException.class);
    assertThat(failing.hasOld(ID)).isTrue();
    new Shelves(apps).rollBack(ID);
    assertThat(version()).isEqualTo("1");
    assertDataKept("after the disk failed");
  }
}
