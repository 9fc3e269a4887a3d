package dev.parley.apps.host;

import static dev.parley.apps.host.AppsWorld.ID;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import dev.parley.apps.host.AppStatus.State;
import dev.parley.apps.manifest.Capability;
import dev.parley.apps.proto.ExecuteRequest;
import dev.parley.apps.proto.ToolServiceGrpc;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import io.grpc.Status;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Apps that are launched and stopped as their owner wishes, without a sandbox. */
@Timeout(120)
class LaunchTest {
  @TempDir private Path folder;

  private AppsWorld world;

  @BeforeEach
  void open() {
    world = new AppsWorld(folder);
  }

  @AfterEach
  void close() {
    world.close();
  }

  private static Refused refusal(HostedApps apps) {
    Refused refused = catchThrowableOfType(Refused.class, () -> apps.launch(ID));
    assertThat(refused).isNotNull();
    return refused;
  }

  private static boolean isGone(long pid) {
    return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty();
  }

  @Test
  void anAppThatIsLaunchedAnswersAndIsShownAsItRuns() throws Exception {
    world.install(ID, "");
    HostedApps apps = world.open();

    AppStatus status = apps.launch(ID);

    assertThat(status.state()).isEqualTo(State.RUNNING);
    assertThat(status.problem()).isEmpty();
    assertThat(status.manifest()).get().extracting(each -> each.name()).isEqualTo("An app");
    assertThat(ProcessHandle.of(status.pid()).orElseThrow().info().command())
        .hasValue(world.app(ID).resolve("binary").toRealPath().toString());
    assertThat(Files.readString(world.app(ID).resolve(".pid")))
        .isEqualTo(Long.toString(status.pid()));
    RunningApp app = apps.running(ID).orElseThrow();
    assertThat(
            ToolServiceGrpc.newBlockingStub(app.channel())
                .withDeadlineAfter(Duration.ofSeconds(30))
                .execute(
                    ExecuteRequest.newBuilder().setInput(ByteString.copyFromUtf8("hello")).build())
                .getContent())
        .isEqualTo("hello");
  }

  @Test
  void itIsAskedForItsHealthAttachedToldItsSettingsAndThenUsed() throws Exception {
    world.install(ID, "");
    world.adapters.add(
        _ -> {
          world.told.add("with " + List.copyOf(world.backend().called));
          return Adapter.Attachment.NONE;
        });
    HostedApps apps = world.noting().open();

    apps.launch(ID);

    assertThat(world.backend().called)
        .containsExactly("apps.v0.ToolService/HealthCheck", "apps.v0.ToolService/Configure");
    assertThat(world.told)
        .containsExactly(
            "with [apps.v0.ToolService/HealthCheck]", "attach 1.0.0", "configured 1.0.0");
  }

  @ParameterizedTest
  @CsvSource({
    "'ui,gateway,tool:a', GatewayService, GatewayService",
    "'ui,vision', ToolService, ToolService",
    "'browser', ToolService, ToolService",
    "'comm,channel:a', ChannelService, CommService",
    "'ui,comm', CommService, CommService",
    "'schedule,ui', UIService, UIService",
    "'hooks,schedule', ScheduleService, ScheduleService",
    "'hooks', HookService, ''"
  })
  void oneOfItsServicesIsAskedAndOneIsTold(String provides, String asked, String told)
      throws Exception {
    world.put("relay", ID, "'provides':['" + provides.replace(",", "','") + "']");
    HostedApps apps = world.open();

    apps.launch(ID);

    assertThat(world.backend().called)
        .containsExactlyElementsOf(
            told.isEmpty()
                ? List.of("apps.v0." + asked + "/HealthCheck")
                : List.of("apps.v0." + asked + "/HealthCheck", "apps.v0." + told + "/Configure"));
  }

  @Test
  void itGetsTheVariablesThatItNeedsAndNothingElseOfTheHub() throws Exception {
    Path app = world.install(ID, "", "environment");
    HostedApps apps = world.open();

    apps.launch(ID);

    List<String> lines = Files.readAllLines(app.resolve("data/environment"));
    assertThat(lines)
        .contains(
            "NEBO_APP_DIR=" + app,
            "NEBO_APP_ID=" + ID,
            "NEBO_APP_NAME=An app",
            "NEBO_APP_VERSION=1.0.0",
            "NEBO_APP_DATA=" + app.resolve("data"),
            "HOME=/home/owner",
            "PATH=" + System.getenv("PATH"),
            "cwd=" + app.toRealPath())
        .noneMatch(line -> line.contains("s3cret"));
    assertThat(lines.stream().map(line -> line.replaceFirst("=.*", "")))
        .containsExactlyInAnyOrder(
            "NEBO_APP_DIR",
            "NEBO_APP_SOCK",
            "NEBO_APP_ID",
            "NEBO_APP_NAME",
            "NEBO_APP_VERSION",
            "NEBO_APP_DATA",
            "HOME",
            "PATH",
            "cwd",
            "PARLEY_RUN");
  }

  @Test
  void whatItWritesIsInTwoFilesAndItReadsNothing() throws Exception {
    Path app = world.install(ID, "", "reads");
    HostedApps apps = world.open();

    apps.launch(ID);

    Path errors = app.resolve("logs/stderr.log");
    await().until(() -> Files.readString(errors).contains("[app] listening on "));
    assertThat(Files.readString(app.resolve("logs/stdout.log"))).isEqualTo("read 0\n");
    for (String name : new String[] {"data", "logs"}) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(app.resolve(name))))
          .startsWith(name.equals("logs") ? "rwx------" : "rwx");
    }
  }

  @Test
  void itsSocketIsTheOwnersAloneAndHasAShortNameHoweverLongTheFoldersIs() throws Exception {
    Path deep = folder.resolve("d".repeat(100)).resolve("e".repeat(100));
    Files.createDirectories(deep);
    try (AppsWorld far = new AppsWorld(deep)) {
      // The answers come from a socket with a short name, too.
      Path app = far.app(ID);
      Files.createDirectories(app);
      Path data = Files.createDirectory(folder.resolve("data"));
      Files.createSymbolicLink(folder.resolve("near"), data);
      far.backends.put(ID, new Backend(data));
      far.put("relay", ID, "'provides':['tool:a']", "silent");
      far.manifest(ID, "1.0.0", "'provides':['tool:a'],'startup_timeout':1");
      HostedApps apps = far.open();

      assertThat(refusal(apps)).hasMessageContaining("did not listen within 1 s");

      Path sockets = far.folder.resolve("hub/app-run/sockets");
      assertThat(Files.readSymbolicLink(sockets).toString()).hasSizeLessThan(65);
      assertThat(
              PosixFilePermissions.toString(
                  Files.getPosixFilePermissions(Files.readSymbolicLink(sockets))))
          .isEqualTo("rwx------");
    }
  }

  @Test
  void theModeOfItsSocketIsThatOfItsOwnerAlone() throws Exception {
    world.install(ID, "");
    HostedApps apps = world.open();
    apps.launch(ID);

    Path sockets = folder.resolve("hub/app-run/sockets/1");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(sockets)))
        .isEqualTo("rwx------");
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(sockets.resolve("in/app.sock"))))
        .isEqualTo("rw-------");
  }

  @Test
  void stoppingTakesItAwayEndsItAndLeavesNothing() throws Exception {
    Path app = world.install(ID, "");
    HostedApps apps = world.noting().open();
    AppStatus running = apps.launch(ID);
    world.told.clear();

    AppStatus stopped = apps.stop(ID);

    assertThat(stopped.state()).isEqualTo(State.STOPPED);
    assertThat(stopped.problem()).isEmpty();
    assertThat(stopped.pid()).isZero();
    assertThat(world.told).containsExactly("close 1.0.0");
    assertThat(isGone(running.pid())).isTrue();
    assertThat(app.resolve(".pid")).doesNotExist();
    assertThat(folder.resolve("hub/app-run/sockets")).isEmptyDirectory();
    assertThat(apps.running(ID)).isEmpty();
    // It had ended with 1, which means nothing after it was asked to.
    world.time.advance(Duration.ofMinutes(1));
    assertThat(AppsWorld.status(apps, ID).state()).isEqualTo(State.STOPPED);
  }

  @Test
  void oneThatDoesNotEndWhenAskedIsKilled() throws Exception {
    world.install(ID, "", "deaf");
    HostedApps apps = world.open();
    AppStatus running = apps.launch(ID);

    apps.stop(ID);

    assertThat(isGone(running.pid())).isTrue();
  }

  @Test
  void aStoppedAppStaysStoppedWhenTheHubStartsAgainAndOthersAreLaunched() throws Exception {
    world.install(ID, "");
    world.install("com.example.b", "");
    HostedApps first = world.open().start();
    AppsWorld.awaitState(first, ID, State.RUNNING);
    AppsWorld.awaitState(first, "com.example.b", State.RUNNING);
    first.stop(ID);
    first.close();

    HostedApps second = world.open().start();

    AppsWorld.awaitState(second, "com.example.b", State.RUNNING);
    assertThat(second.all())
        .extracting(AppStatus::id, AppStatus::state)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(ID, State.STOPPED),
            org.assertj.core.groups.Tuple.tuple("com.example.b", State.RUNNING));
    second.launch(ID);
    assertThat(AppsWorld.status(second, ID).state()).isEqualTo(State.RUNNING);
  }

  @Test
  void oneAppThatCannotBeLaunchedDoesNotStopTheOthers() throws Exception {
    world.install(ID, "");
    Files.writeString(world.install("com.example.b", "").resolve("manifest.json"), "{");
    HostedApps apps = world.open().start();

    AppsWorld.awaitState(apps, ID, State.RUNNING);
    AppsWorld.awaitState(apps, "com.example.b", State.FAILED);
    assertThat(AppsWorld.status(apps, "com.example.b").problem())
        .startsWith("manifest.json is not JSON");
    assertThat(AppsWorld.status(apps, "com.example.b").manifest()).isEmpty();
  }

  @Test
  void launchingOneThatRunsStartsItAnewAndTheOldOneEndsWhenTheNewOneIsWell() throws Exception {
    world.install(ID, "");
    HostedApps apps = world.noting().open();
    long first = apps.launch(ID).pid();
    world.told.clear();

    long second = apps.launch(ID).pid();

    assertThat(second).isNotEqualTo(first);
    assertThat(isGone(first)).isTrue();
    assertThat(isGone(second)).isFalse();
    assertThat(world.told).containsExactly("close 1.0.0", "attach 1.0.0", "configured 1.0.0");
    assertThat(Files.readString(world.app(ID).resolve(".pid"))).isEqualTo(Long.toString(second));
  }

  @Test
  void oneThatEndsInsteadOfListeningFailsAtOnceWithItsLastWords() throws Exception {
    world.install(ID, ",'startup_timeout':120", "quits");
    HostedApps apps = world.open();

    assertThat(refusal(apps)).hasMessageContainingAll("ended before it listened", "I cannot go on");

    assertThat(AppsWorld.status(apps, ID).state()).isEqualTo(State.FAILED);
    assertThat(folder.resolve("hub/app-run/sockets")).isEmptyDirectory();
  }

  @Test
  void oneThatNeverListensIsKilledWhenItsTimeIsOver() throws Exception {
    Path app = world.install(ID, ",'startup_timeout':1", "silent");
    HostedApps apps = world.open();

    assertThat(refusal(apps).code()).isEqualTo(ErrorCode.TIMEOUT);

    assertThat(
            ProcessHandle.allProcesses()
                .filter(each -> AppFolder.isRunBy(each, app.resolve("binary"))))
        .isEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      value = Backend.Health.class,
      names = {"ILL", "FAILING", "SILENT", "HUGE"})
  void oneThatIsNotWellIsStoppedAgain(Backend.Health health) throws Exception {
    Path app = world.install(ID, "");
    world.backend().health.set(health);
    if (health == Backend.Health.SILENT) {
      world.patience(Duration.ofMillis(300));
    }
    HostedApps apps = world.noting().open();

    Refused refused = refusal(apps);

    assertThat(refused)
        .hasMessageContaining(
            switch (health) {
              case ILL -> "says that it is not healthy";
              case FAILING -> "INTERNAL, broken?";
              case SILENT -> "DEADLINE_EXCEEDED";
              case HUGE -> "RESOURCE_EXHAUSTED";
              case WELL -> "";
            });
    assertThat(world.told).isEmpty();
    assertThat(
            ProcessHandle.allProcesses()
                .filter(each -> AppFolder.isRunBy(each, app.resolve("binary"))))
        .isEmpty();
  }

  @Test
  void oneThatDoesNotTakeItsSettingsIsStoppedAgain() throws Exception {
    world.install(ID, "");
    world.backend().configure.set(Status.UNAVAILABLE);
    HostedApps apps = world.noting().open();

    assertThat(refusal(apps)).hasMessageContaining("did not take its settings: UNAVAILABLE");
    assertThat(world.told).containsExactly("attach 1.0.0", "close 1.0.0");
  }

  @Test
  void whatPutsALinkWhereItsSocketShouldBeReachesNothing() throws Exception {
    Path app = world.install(ID, ",'startup_timeout':120", "leads");
    Path victim = Files.writeString(folder.resolve("victim"), "mine");
    Files.setPosixFilePermissions(victim, PosixFilePermissions.fromString("rw-r--r--"));
    Files.writeString(app.resolve("leads"), victim.toString());
    HostedApps apps = world.open();

    assertThat(refusal(apps)).hasMessage("what it made is no socket");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(victim)))
        .isEqualTo("rw-r--r--");
  }

  @Test
  void aPlainFileIsNoSocket() throws Exception {
    world.install(ID, ",'startup_timeout':120", "fakes");

    assertThat(refusal(world.open())).hasMessage("what it made is no socket");
  }

  @Test
  void capabilitiesWithoutTheirPermissionAreLeftOut() throws Exception {
    world.put(
        "relay",
        ID,
        "'provides':['tool:a','gateway','comm','channel:b','schedule','hooks'],"
            + "'permissions':['comm:*']");
    HostedApps apps = world.open();

    AppStatus status = apps.launch(ID);

    RunningApp app = apps.running(ID).orElseThrow();
    assertThat(java.util.Arrays.stream(Capability.Kind.values()).filter(app::offers))
        .containsExactlyInAnyOrder(Capability.Kind.TOOL, Capability.Kind.COMM);
    assertThat(status.warnings())
        .hasSize(4)
        .contains("'gateway' is left out: it needs a permission that begins with 'network:'");
  }

  @Test
  void anAdapterThatRefusesIsAWarningAndTheAppRunsOn() throws Exception {
    world.install(ID, "");
    world.adapters.add(
        _ -> {
          throw new Refused(ErrorCode.CONFLICT, "there is such a tool already");
        });
    world.adapters.add(
        _ -> {
          throw new IllegalStateException("a bug");
        });
    HostedApps apps = world.noting().open();

    AppStatus status = apps.launch(ID);

    assertThat(status.state()).isEqualTo(State.RUNNING);
    assertThat(status.warnings())
        .containsExactly(
            "there is such a tool already",
            "a part of it could not be used; the hub's log says why");
    assertThat(world.told).containsExactly("attach 1.0.0", "configured 1.0.0");
  }

  @Test
  void whatDoesNotWorkAtTheMomentIsToldAsLongAsItDoesNot() throws Exception {
    world.install(ID, "");
    AtomicReference<String> problem = new AtomicReference<>("it cannot connect: no token");
    world.adapters.add(
        _ ->
            new Adapter.Attachment() {
              @Override
              public String problem() {
                return problem.get();
              }

              @Override
              public void close() {}
            });
    HostedApps apps = world.open();

    AppStatus _ = apps.launch(ID);
    assertThat(AppsWorld.status(apps, ID).warnings())
        .containsExactly("it cannot connect: no token");

    problem.set("");
    assertThat(AppsWorld.status(apps, ID).warnings()).isEmpty();
  }

  @Test
  void whatIsQuarantinedIsNotLaunched() throws Exception {
    Files.createFile(world.install(ID, "").resolve(".quarantined"));
    HostedApps apps = world.open().start();

    AppsWorld.awaitState(apps, ID, State.QUARANTINED);
    assertThat(refusal(apps)).hasMessage("it is quarantined");
    assertThat(AppsWorld.status(apps, ID).state()).isEqualTo(State.QUARANTINED);
    assertThat(world.starts(ID)).isEmpty();
  }

  @Test
  void theGateIsAskedBeforeAnythingIsStarted() throws Exception {
    world.install(ID, "");
    HostedApps apps =
        world
            .gate(
                (app, manifest) -> {
                  throw new Refused(ErrorCode.FORBIDDEN, app.id() + " is revoked");
                })
            .open();

    assertThat(refusal(apps)).hasMessage(ID + " is revoked");
    assertThat(world.starts(ID)).isEmpty();
  }

  @Test
  void whatTheGateWarnsOfIsTold() throws Exception {
    world.install(ID, "");
    HostedApps apps = world.gate((_, _) -> List.of("its key could not be fetched")).open();

    assertThat(apps.launch(ID).warnings()).containsExactly("its key could not be fetched");
  }

  @Test
  void scriptsLinksAndFoldersOfOthersAreRefused() throws Exception {
    Path app = world.install(ID, "");
    Path binary = app.resolve("binary");
    HostedApps apps = world.open();

    Files.writeString(binary, "#!/bin/sh\nexec sleep 1000\n");
    assertThat(refusal(apps)).hasMessageContaining("shebang");
    Files.delete(binary);
    Files.createSymbolicLink(binary, TestApps.compiled("relay"));
    assertThat(refusal(apps)).hasMessage("binary is a symlink");
    Files.delete(binary);
    assertThat(refusal(apps)).hasMessageContaining("there is no program");
    world.putProgram(app, "relay");
    Files.createDirectory(world.app("other"));
    Files.copy(app.resolve("manifest.json"), world.app("other").resolve("manifest.json"));
    assertThat(catchThrowableOfType(Refused.class, () -> apps.launch("other")))
        .hasMessageContainingAll("'other'", ID);
    assertThat(world.starts(ID)).isEmpty();
  }

  @Test
  void aFolderThatIsOnlyLinkedThereRunsToo() throws Exception {
    Path app = world.install(ID, "");
    Path elsewhere = Files.move(app, folder.resolve("mine"));
    Files.createSymbolicLink(app, elsewhere);

    assertThat(world.open().launch(ID).state()).isEqualTo(State.RUNNING);
  }

  @Test
  void dataThatIsALinkIsRefused() throws Exception {
    Path app = world.install(ID, "");
    Files.move(app.resolve("data"), folder.resolve("moved"));
    Files.createSymbolicLink(app.resolve("data"), folder.resolve("moved"));

    assertThat(refusal(world.open())).hasMessageContaining("its folder cannot be used");
  }

  @Test
  void onlySoManyRunAtATime() throws Exception {
    world.install(ID, "");
    world.install("com.example.b", "");
    HostedApps apps = world.runningMax(1).open();
    apps.launch("com.example.b");

    assertThat(refusal(apps).code()).isEqualTo(ErrorCode.OVERLOADED);
    apps.stop("com.example.b");
    assertThat(apps.launch(ID).state()).isEqualTo(State.RUNNING);
    // Starting anew needs no second place.
    assertThat(apps.launch(ID).state()).isEqualTo(State.RUNNING);
  }

  @Test
  void aStartThatTakesItsTimeIsBrokenOffByStopping() throws Exception {
    Path app = world.install(ID, ",'startup_timeout':120", "silent");
    HostedApps apps = world.open().start();
    await().until(() -> !world.starts(ID).isEmpty());

    apps.stop(ID);

    assertThat(AppsWorld.status(apps, ID).state()).isEqualTo(State.STOPPED);
    assertThat(
            ProcessHandle.allProcesses()
                .filter(each -> AppFolder.isRunBy(each, app.resolve("binary"))))
        .isEmpty();
  }

  @Test
  void aLeftoverProcessIsKilledOnlyIfItIsThisApps() throws Exception {
    Path app = world.install(ID, "", "silent");
    ProcessBuilder builder = new ProcessBuilder(app.resolve("binary").toString());
    builder.directory(app.toFile());
    builder.environment().put("NEBO_APP_DATA", app.resolve("data").toString());
    builder.environment().put("NEBO_APP_VERSION", "0.9.0");
    Process left = builder.start();
    Process others = new ProcessBuilder("sleep", "1000").start();
    try {
      await().until(() -> world.starts(ID).contains("0.9.0"));
      Files.writeString(app.resolve("behaviour"), "");
      HostedApps apps = world.open();
      for (String pid : List.of(Long.toString(others.pid()), "0x12 no number", "", "-1")) {
        Files.writeString(app.resolve(".pid"), pid);
        apps.launch(ID);
        apps.stop(ID);
      }
      assertThat(others.isAlive()).isTrue();
      assertThat(left.isAlive()).isTrue();

      Files.writeString(app.resolve(".pid"), Long.toString(left.pid()));
      apps.launch(ID);

      assertThat(left.waitFor(30, TimeUnit.SECONDS)).isTrue();
    } finally {
      others.destroyForcibly();
      left.destroyForcibly();
    }
  }

  @Test
  void settingsAreToldWholeAfterTheStartAndAfterEachChange() throws Exception {
    world.install(ID, "");
    HostedApps apps = world.noting().open();
    apps.set(ID, Map.of("colour", "red", "key", "k1"), Set.of("key"));
    apps.launch(ID);
    world.told.clear();

    Map<String, String> changes = new java.util.HashMap<>();
    changes.put("colour", null);
    changes.put("size", "7");
    apps.set(ID, changes, Set.of());

    assertThat(world.backend().settings)
        .containsExactly(Map.of("colour", "red", "key", "k1"), Map.of("size", "7", "key", "k1"));
    assertThat(apps.running(ID).orElseThrow().settings())
        .isEqualTo(Map.of("size", "7", "key", "k1"));
    assertThat(apps.secrets(ID)).containsExactly("key");
    assertThat(world.told).containsExactly("settings 1.0.0");
  }

  @Test
  void whenAppsAreSwitchedOffNothingIsLaunched() throws Exception {
    world.install(ID, "");
    HostedApps apps = world.disabled().open().start();
    world.time.advance(Duration.ofMinutes(1));

    assertThat(refusal(apps)).hasMessageContaining("apps.enabled");
    assertThat(world.starts(ID)).isEmpty();
  }

  @Test
  void whatIsNotThereOrCannotBeAnAppIsRefused() {
    HostedApps apps = world.open();

    assertThat(refusal(apps).code()).isEqualTo(ErrorCode.NOT_FOUND);
    for (String id : new String[] {"..", "a/b", "", ".hidden", "com.example.a.updating"}) {
      assertThat(catchThrowableOfType(Refused.class, () -> apps.launch(id)).code())
          .isEqualTo(ErrorCode.BAD_REQUEST);
    }
  }

  @Test
  void closingEndsEverything() throws Exception {
    world.install(ID, "");
    HostedApps apps = world.noting().open();
    long pid = apps.launch(ID).pid();

    apps.close();

    assertThat(isGone(pid)).isTrue();
    assertThat(world.told).endsWith("close 1.0.0");
    assertThat(refusal(apps).code()).isEqualTo(ErrorCode.SHUTTING_DOWN);
  }
}
