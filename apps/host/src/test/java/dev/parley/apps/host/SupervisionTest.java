package dev.parley.apps.host;

import static dev.parley.apps.host.AppsWorld.ID;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.apps.host.AppStatus.State;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Apps that end, fall ill, or change, while the hub runs. */
@Timeout(120)
class SupervisionTest {
  @TempDir private Path folder;

  private AppsWorld world;
  private HostedApps apps;

  @BeforeEach
  void open() {
    world = new AppsWorld(folder).noting();
    world.install(ID, "");
    apps = world.open().start();
    AppsWorld.awaitState(apps, ID, State.RUNNING);
  }

  @AfterEach
  void close() {
    world.close();
  }

  private AppStatus status() {
    return AppsWorld.status(apps, ID);
  }

  private void kill() {
    assertThat(ProcessHandle.of(status().pid()).orElseThrow().destroyForcibly()).isTrue();
  }

  private void awaitRestart(long before) {
    await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () -> status().state() == State.RUNNING && status().pid() != before && !apps.isBusy());
  }

  /** Until all that was asked for in the background has been done. */
  private void settle() {
    await().atMost(Duration.ofSeconds(30)).until(() -> !apps.isBusy());
  }

  /** Each time it is there again when its pause is over. */
  private void killFiveTimes() {
    long before = status().pid();
    kill();
    awaitRestart(before);
    for (int i = 1; i < 5; i++) {
      kill();
      AppsWorld.awaitState(apps, ID, State.FAILED);
      while (status().state() != State.RUNNING) {
        world.time.advance(HostedApps.CHECK_EVERY);
        settle();
      }
    }
  }

  private void looks(int times) {
    for (int i = 0; i < times; i++) {
      world.time.advance(HostedApps.LOOK_EVERY);
      settle();
    }
  }

  @Test
  void oneThatIsKilledIsTakenAwayAndStartedAgainAtOnce() throws Exception {
    world.told.clear();
    long first = status().pid();

    kill();
    awaitRestart(first);

    assertThat(world.told).containsExactly("close 1.0.0", "attach 1.0.0", "configured 1.0.0");
    assertThat(status().restarts()).isEqualTo(1);
    Map<String, Long> numbers = new LinkedHashMap<>();
    apps.addTo(numbers);
    assertThat(numbers).containsEntry("appRestarts", 1L).containsEntry("appsRunning", 1L);
  }

  @Test
  void killedAgainItWaitsUntilItsPauseIsOver() throws Exception {
    long first = status().pid();
    kill();
    awaitRestart(first);
    long second = status().pid();

    kill();
    AppsWorld.awaitState(apps, ID, State.FAILED);
    assertThat(status().problem()).isEqualTo("its process has ended");
    assertThat(apps.running(ID)).isEmpty();
    world.time.advance(HostedApps.CHECK_EVERY);
    awaitRestart(second);

    assertThat(status().restarts()).isEqualTo(2);
  }

  @Test
  void afterFiveTimesInAnHourItIsLeftAloneUntilTheHourIsOver() throws Exception {
    killFiveTimes();
    world.told.clear();

    kill();
    AppsWorld.awaitState(apps, ID, State.UNHEALTHY);

    assertThat(world.told).containsExactly("close 1.0.0");
    assertThat(apps.running(ID)).isEmpty();
    assertThat(status().restarts()).isEqualTo(5);
    world.time.advance(Duration.ofMinutes(30));
    settle();
    assertThat(status().state()).isEqualTo(State.UNHEALTHY);
    assertThat(world.starts(ID)).hasSize(6);
    world.time.advance(Duration.ofMinutes(30));
    settle();
    world.time.advance(HostedApps.CHECK_EVERY);
    AppsWorld.awaitState(apps, ID, State.RUNNING);
  }

  @Test
  void anUnhealthyOneIsStartedAtOnceWhenItsOwnerWishes() throws Exception {
    killFiveTimes();
    kill();
    AppsWorld.awaitState(apps, ID, State.UNHEALTHY);

    assertThat(apps.launch(ID).state()).isEqualTo(State.RUNNING);
    assertThat(status().restarts()).isZero();
  }

  @Test
  void oneThatSaysThatItIsIllIsStartedAgain() throws Exception {
    long first = status().pid();
    world.backend().health.set(Backend.Health.ILL);

    world.time.advance(HostedApps.CHECK_EVERY);
    // Its successor is no better, and is stopped again.
    AppsWorld.awaitState(apps, ID, State.FAILED);
    assertThat(status().problem()).isEqualTo("it says that it is not healthy");
    world.backend().health.set(Backend.Health.WELL);
    settle();
    world.time.advance(HostedApps.CHECK_EVERY);
    awaitRestart(first);

    assertThat(status().restarts()).isEqualTo(2);
  }

  @Test
  void oneThatIsIllInItsPauseRunsOnAndMayRecover() throws Exception {
    long first = status().pid();
    kill();
    awaitRestart(first);
    kill();
    AppsWorld.awaitState(apps, ID, State.FAILED);
    world.time.advance(HostedApps.CHECK_EVERY);
    awaitRestart(first);
    settle();
    long pid = status().pid();
    // The pause is 20 seconds now.
    world.backend().health.set(Backend.Health.ILL);
    world.time.advance(HostedApps.CHECK_EVERY);
    await().until(() -> !status().problem().isEmpty());
    assertThat(status().state()).isEqualTo(State.RUNNING);
    settle();

    world.backend().health.set(Backend.Health.WELL);
    world.time.advance(HostedApps.CHECK_EVERY);
    await().until(() -> status().problem().isEmpty());

    assertThat(status().pid()).isEqualTo(pid);
  }

  @Test
  void aNewFolderIsLaunchedWhenItStaysAsItIs() throws Exception {
    world.install("com.example.new", "");
    looks(1);
    assertThat(apps.find("com.example.new")).isEmpty();

    looks(1);

    AppsWorld.awaitState(apps, "com.example.new", State.RUNNING);
  }

  @Test
  void anotherProgramOrManifestStartsItAnewOnce() throws Exception {
    looks(3);
    long first = status().pid();
    world.manifest(ID, "1.1.0", "'provides':['tool:a']");
    looks(1);
    assertThat(status().pid()).isEqualTo(first);
    looks(1);
    awaitRestart(first);
    assertThat(status().manifest().orElseThrow().version()).isEqualTo("1.1.0");
    long second = status().pid();
    looks(3);
    assertThat(status().pid()).isEqualTo(second);

    world.putProgram(world.app(ID), "relay");
    looks(2);
    awaitRestart(second);

    assertThat(world.starts(ID)).containsExactly("1.0.0", "1.1.0", "1.1.0");
    assertThat(status().restarts()).isZero();
  }

  @Test
  void whileItChangesItIsLeftAlone() throws Exception {
    long first = status().pid();
    for (int i = 0; i < 5; i++) {
      world.manifest(ID, "1.1." + i, "'provides':['tool:a']");
      looks(1);
    }
    assertThat(status().pid()).isEqualTo(first);

    looks(1);
    awaitRestart(first);

    assertThat(world.starts(ID)).containsExactly("1.0.0", "1.1.4");
  }

  @Test
  void aChangeThatDoesNotRunLeavesTheOldOneRunning() throws Exception {
    long first = status().pid();
    Files.writeString(world.app(ID).resolve("behaviour"), "quits");
    world.told.clear();
    world.manifest(ID, "2.0.0", "'provides':['tool:a']");

    looks(2);
    await().until(() -> !status().problem().isEmpty());

    assertThat(status().state()).isEqualTo(State.RUNNING);
    assertThat(status().problem())
        .startsWith("its successor could not be started: it ended before it listened");
    assertThat(status().pid()).isEqualTo(first);
    assertThat(status().manifest().orElseThrow().version()).isEqualTo("1.0.0");
    assertThat(world.told).isEmpty();
    looks(3);
    assertThat(world.starts(ID)).containsExactly("1.0.0", "2.0.0");
  }

  @Test
  void aSuccessorThatDoesNotTakeItsSettingsGivesWayToTheOldOne() throws Exception {
    long first = status().pid();
    world.backend().configure.set(io.grpc.Status.INTERNAL);
    world.told.clear();
    world.manifest(ID, "2.0.0", "'provides':['tool:a']");

    looks(2);
    await().until(() -> !status().problem().isEmpty());

    assertThat(status().pid()).isEqualTo(first);
    assertThat(world.told)
        .containsExactly(
            "close 1.0.0", "attach 2.0.0", "close 2.0.0", "attach 1.0.0", "configured 1.0.0");
  }

  @Test
  void aChangeAfterItWasStartedAgainWaitsForHalfAMinute() throws Exception {
    long first = status().pid();
    kill();
    awaitRestart(first);
    settle();
    long second = status().pid();
    world.manifest(ID, "1.1.0", "'provides':['tool:a']");

    world.time.advance(Duration.ofSeconds(10));
    settle();
    looks(3);
    assertThat(status().pid()).isEqualTo(second);
    world.time.advance(Duration.ofSeconds(20));
    settle();
    looks(2);
    awaitRestart(second);

    assertThat(world.starts(ID)).containsExactly("1.0.0", "1.0.0", "1.1.0");
  }

  @Test
  void aFolderThatGoesStopsItsApp() throws Exception {
    long first = status().pid();
    Files.move(world.app(ID), folder.resolve("gone"));

    looks(2);

    await().until(() -> apps.all().isEmpty());
    await().until(() -> ProcessHandle.of(first).filter(ProcessHandle::isAlive).isEmpty());
  }

  @Test
  void oneThatItsOwnerHasStoppedIsNotStartedByAChange() throws Exception {
    apps.stop(ID);
    world.manifest(ID, "1.1.0", "'provides':['tool:a']");
    looks(3);

    assertThat(status().state()).isEqualTo(State.STOPPED);
    assertThat(status().manifest().orElseThrow().version()).isEqualTo("1.1.0");
    assertThat(world.starts(ID)).containsExactly("1.0.0");
  }

  @Test
  void quarantineFromOutsideEndsIt() throws Exception {
    Files.createFile(world.app(ID).resolve(".quarantined"));

    looks(2);
    AppsWorld.awaitState(apps, ID, State.QUARANTINED);

    assertThat(apps.running(ID)).isEmpty();
  }

  @Test
  void whoChangesItsFolderHasItAloneAndItIsLaunchedAgain() throws Exception {
    long first = status().pid();

    String result =
        apps.changing(
            ID,
            () -> {
              assertThat(apps.running(ID)).isEmpty();
              assertThat(ProcessHandle.of(first).filter(ProcessHandle::isAlive)).isEmpty();
              world.manifest(ID, "2.0.0", "'provides':['tool:a']");
              for (int i = 0; i < 5; i++) {
                world.time.advance(HostedApps.CHECK_EVERY);
              }
              return "done";
            });

    assertThat(result).isEqualTo("done");
    assertThat(status().state()).isEqualTo(State.RUNNING);
    assertThat(status().manifest().orElseThrow().version()).isEqualTo("2.0.0");
    looks(3);
    assertThat(world.starts(ID)).containsExactly("1.0.0", "2.0.0");
  }

  @Test
  void aChangeThatFailsBringsItBack() throws Exception {
    org.assertj.core.api.Assertions.assertThatIOException()
        .isThrownBy(
            () ->
                apps.changing(
                    ID,
                    () -> {
                      throw new java.io.IOException("no room");
                    }));

    assertThat(status().state()).isEqualTo(State.RUNNING);
  }

  @Test
  void whatDidNotRunIsNotLaunchedByAChangeAndWhatIsGoneIsForgotten() throws Exception {
    apps.changing(
        "com.example.new",
        () -> {
          world.install("com.example.new", "");
          return true;
        });
    assertThat(AppsWorld.status(apps, "com.example.new").state()).isEqualTo(State.STOPPED);

    apps.set(ID, Map.of("key", "k1"), java.util.Set.of("key"));
    apps.changing(
        ID,
        () -> {
          Files.move(world.app(ID), folder.resolve("gone"));
          return true;
        });

    assertThat(apps.all()).extracting(AppStatus::id).containsExactly("com.example.new");
    assertThat(apps.settings(ID)).isEmpty();
    assertThat(apps.secrets(ID)).isEmpty();
  }

  @Test
  void foldersThatAreNoAppsAreLeftAlone() throws Exception {
    for (String name : List.of("com.example.b.updating", "com.example.b.pending", ".hidden")) {
      Files.createDirectory(world.app(name));
      Files.copy(world.app(ID).resolve("manifest.json"), world.app(name).resolve("manifest.json"));
    }
    Files.createDirectory(world.app("empty"));
    Files.createFile(world.app("file"));
    looks(3);

    assertThat(apps.all()).extracting(AppStatus::id).containsExactly(ID);
  }
}
