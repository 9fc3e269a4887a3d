package dev.parley.apps.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.apps.host.AppFolder;
import dev.parley.apps.host.AppStatus.State;
import dev.parley.apps.host.LaunchGate;
import dev.parley.apps.install.StoreEvent.Type;
import dev.parley.apps.signature.Signer;
import dev.parley.apps.signature.Trust;
import dev.parley.core.error.Refused;
import dev.parley.testkit.time.ManualTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How apps come, change and go, on a host that launches what is well. */
class InstallerTest {
  private static final String ID = "com.example.app";

  @TempDir private Path root;
  private final Signer signer = Signer.generate();
  private final FakeSource store = new FakeSource(signer);
  private final ManualTime time = new ManualTime(1_790_000_000_000L);
  private final Trust trust = new Trust(store, time);
  private final List<String> owner = new ArrayList<>();
  private Packages packages;
  private FakeApps apps;
  private Installer installer;

  @BeforeEach
  void open() throws IOException {
    packages = new Packages(root, signer);
    Path folder = Files.createDirectory(root.resolve("apps"));
    Installer.recover(folder);
    apps = new FakeApps(folder);
    apps.gate = new StoreGate(trust);
    installer = new Installer(apps, store, trust, time, owner::add);
  }

  private Path app() {
    return apps.folder(ID);
  }

  private void refused(String words, Act act) {
    assertThatThrownBy(act::run).isInstanceOf(Refused.class).hasMessageContaining(words);
  }

  /** Something that may be refused. */
  private interface Act {
    void run() throws Exception;
  }

  private String version() {
    return apps.running(ID).orElseThrow().manifest().version();
  }

  private void tidy() throws IOException {
    for (String shelf : List.of(".staging", ".old", ".trash")) {
      try (Stream<Path> left = Files.list(apps.folder().resolve(shelf))) {
        assertThat(left).as(shelf).isEmpty();
      }
    }
  }

  private void installed(String version) throws Exception {
    assertThat(installer.install(packages.of(ID, version, "well")))
        .isInstanceOf(Outcome.Installed.class);
    Files.createDirectories(app().resolve("data"));
    Files.writeString(app().resolve("data/notes"), "kept");
    Files.createDirectories(app().resolve("logs"));
    Files.writeString(app().resolve("logs/stdout.log"), "said");
  }

  private void assertDataKept() {
    assertThat(app().resolve("data/notes")).hasContent("kept");
    assertThat(app().resolve("logs/stdout.log")).hasContent("said");
  }

  // ---- coming

  @Test
  void aPackageIsInstalledAndLaunched() throws Exception {
    installed("1.0.0");
    assertThat(version()).isEqualTo("1.0.0");
    assertThat(installer.origin(ID).orElseThrow().verified()).isEqualTo(signer.key());
    assertThat(installer.origin(ID).orElseThrow().store()).isNull();
    tidy();
  }

  @Test
  void anAppOfTheStoreIsInstalledByAnyOfItsNames() throws Exception {
    store.with(ID, "1.0.0", packages.of(ID, "1.0.0", "well"));
    assertThat(installer.inspect(ID, null).name()).isEqualTo("App");
    assertThat(apps.all()).isEmpty();
    assertThat(installer.install("store-" + ID, null)).isInstanceOf(Outcome.Installed.class);
    Origin origin = installer.origin(ID).orElseThrow();
    assertThat(origin.store()).isEqualTo("fake");
    assertThat(origin.storeId()).isEqualTo("store-" + ID);
    assertThat(origin.installedAt()).isEqualTo(time.millis());
    int downloads = store.downloads;
    assertThat(installer.install(ID, null)).isInstanceOf(Outcome.AlreadyThere.class);
    assertThat(store.downloads).isEqualTo(downloads);
    refused("has no app com.example.other", () -> installer.install("com.example.other", null));
    tidy();
  }

  @Test
  void whatDoesNotRunIsNotInstalled() throws Exception {
    refused(
        "could not be launched and was not installed",
        () -> installer.install(packages.of(ID, "1.0.0", FakeApps.SICK)));
    assertThat(app()).doesNotExist();
    tidy();
  }

  @Test
  void whatTheStoreHasNotSignedIsNotInstalled() throws Exception {
    Packages forged = new Packages(root, Signer.generate());
    refused("key ID mismatch", () -> installer.install(forged.of(ID, "1.0.0", "well")));
    store.revoked = List.of(ID);
    trust.forgetRevocations();
    refused("revoked", () -> installer.install(packages.of(ID, "1.0.0", "well")));
    assertThat(app()).doesNotExist();
    tidy();
  }

  @Test
  void aPackageOfAnotherAppThanOfferedIsRefused() throws Exception {
    store.with(ID, "1.0.0", packages.of("com.example.trojan", "1.0.0", "well"));
    refused("its package is of com.example.trojan", () -> installer.install(ID, null));
    assertThat(apps.all()).isEmpty();
    tidy();
  }

  @Test
  void withoutAStoreOnlyFilesAreInstalledAndNothingIsVerified() throws Exception {
    apps.gate = LaunchGate.OPEN;
    Installer alone = new Installer(apps, null, null, time, owner::add);
    Packages anybodys = new Packages(root, Signer.generate());
    assertThat(alone.install(anybodys.of(ID, "1.0.0", "well")))
        .isInstanceOf(Outcome.Installed.class);
    assertThat(alone.origin(ID).orElseThrow().verified()).isNull();
    refused("no store is configured", () -> alone.install("x", null));
    assertThat(alone.sweep()).isZero();
  }

  @Test
  void aStoreThatDoesNotAnswerInstallsNothing() throws Exception {
    store.with(ID, "1.0.0", packages.of(ID, "1.0.0", "well"));
    store.silent = true;
    refused("does not answer", () -> installer.install(ID, null));
    assertThat(apps.all()).isEmpty();
    tidy();
  }

  @ParameterizedTest
  @CsvSource({"../evil", "'a/b'", "'.staging'", "''"})
  void whatCannotBeTheNameOfAnAppIsRefused(String id) {
    refused("no app can be called so", () -> installer.uninstall(id));
    refused("no app can be called so", () -> installer.quarantine(id, "x"));
    refused("no app can be called so", () -> installer.approve(id));
    refused("no app can be called so", () -> installer.reject(id));
    refused("no app can be called so", () -> installer.update(id));
  }

  // ---- updates

  @Test
  void anUpdateKeepsDataAndLogs() throws Exception {
    installed("1.0.0");
    assertThat(installer.install(packages.of(ID, "1.1.0", "well")))
        .isEqualTo(
            new Outcome.Updated(apps.running(ID).orElseThrow().manifest(), "1.0.0"));
    assertThat(version()).isEqualTo("1.1.0");
    assertDataKept();
    tidy();
  }

  @Test
  void theSameVersionChangesNothing() throws Exception {
    installed("1.0.0");
    assertThat(installer.install(packages.of(ID, "1.0.0", "changed")))
        .isInstanceOf(Outcome.AlreadyThere.class);
    assertThat(Files.readString(app().resolve("binary"))).contains("well");
    tidy();
  }

  @Test
  void anUpdateThatIsNotHealthyIsRolledBack() throws Exception {
    installed("1.0.0");
    refused(
        "version 1.1.0 of com.example.app did not become healthy, so version 1.0.0 is back",
        () -> installer.install(packages.of(ID, "1.1.0", FakeApps.SICK)));
    assertThat(version()).isEqualTo("1.0.0");
    assertDataKept();
    tidy();
  }

  @Test
  void aStoppedAppIsUpdatedAndStaysStopped() throws Exception {
    installed("1.0.0");
    var _ = apps.stop(ID);
    assertThat(installer.install(packages.of(ID, "1.1.0", "well")))
        .isInstanceOf(Outcome.Updated.class);
    assertThat(apps.running(ID)).isEmpty();
    assertThat(apps.find(ID).orElseThrow().state()).isEqualTo(State.STOPPED);
    assertDataKept();
    tidy();
  }

  @Test
  void moreAtOnceThanThereIsPermissionForWaits() throws Exception {
    installed("1.0.0");
    Path more = packages.of(ID, "2.0.0", "well", "network:api.example.com", "memory:read");
    assertThat(installer.install(more))
        .isEqualTo(
            new Outcome.WaitsForApproval(
                new Pending(
                    ID, "2.0.0", Set.of("network:api.example.com", "memory:read"), Set.of())));
    assertThat(version()).isEqualTo("1.0.0");
    assertThat(installer.pending(ID).orElseThrow().version()).isEqualTo("2.0.0");
    assertThat(installer.approve(ID)).isInstanceOf(Outcome.Updated.class);
    assertThat(version()).isEqualTo("2.0.0");
    assertDataKept();
    assertThat(installer.pending(ID)).isEmpty();
    refused("no update of com.example.app waits", () -> installer.approve(ID));
    tidy();
  }

  @Test
  void whatIsRejectedIsForgottenAndTheOldVersionStays() throws Exception {
    installed("1.0.0");
    Outcome _ = installer.install(packages.of(ID, "2.0.0", "well", "memory:read"));
    installer.reject(ID);
    assertThat(installer.pending(ID)).isEmpty();
    assertThat(version()).isEqualTo("1.0.0");
    refused("no update of com.example.app waits", () -> installer.reject(ID));
    tidy();
  }

  @Test
  void whatIsAllowedByAWildcardIsNotAskedForAgain() throws Exception {
    Outcome _ = installer.install(packages.of(ID, "1.0.0", "well", "memory:*"));
    assertThat(installer.install(packages.of(ID, "1.1.0", "well", "memory:read")))
        .isInstanceOf(Outcome.Updated.class);
    assertThat(installer.install(packages.of(ID, "1.2.0", "well", "memory:*")))
        .isInstanceOf(Outcome.WaitsForApproval.class);
  }

  /** To take over at a hook is asked for even where the hook itself was allowed. */
  @Test
  void anOverrideIsAPermissionOfItsOwn() throws Exception {
    String manifest =
        "{\"id\":\"%s\",\"name\":\"App\",\"version\":\"%s\",\"provides\":[\"hooks\"],"
            + "\"permissions\":[\"hook:memory.pre_store\"],\"overrides\":[%s]}";
    Outcome _ = installer.install(packages.of(manifest.formatted(ID, "1.0.0", "").getBytes(), "a"));
    Outcome waits =
        installer.install(
            packages.of(
                manifest.formatted(ID, "1.1.0", "\"memory.pre_store\"").getBytes(), "b"));
    assertThat(waits)
        .isEqualTo(
            new Outcome.WaitsForApproval(
                new Pending(ID, "1.1.0", Set.of(), Set.of("memory.pre_store"))));
  }

  @Test
  void whatWasRevokedWhileItWaitedIsNotApproved() throws Exception {
    installed("1.0.0");
    Outcome _ = installer.install(packages.of(ID, "2.0.0", "well", "memory:read"));
    store.revoked = List.of(ID);
    trust.forgetRevocations();
    refused("revoked", () -> installer.approve(ID));
    assertThat(Files.readString(app().resolve("manifest.json"))).contains("1.0.0");
  }

  @Test
  void anUpdateIsFetchedFromTheStore() throws Exception {
    store.with(ID, "1.0.0", packages.of(ID, "1.0.0", "well"));
    Outcome _ = installer.install(ID, null);
    store.with(ID, "1.1.0", packages.of(ID, "1.1.0", "well"));
    assertThat(installer.update(ID)).isInstanceOf(Outcome.Updated.class);
    assertThat(installer.install(ID, "1.0.0")).isInstanceOf(Outcome.Updated.class);
    assertThat(version()).isEqualTo("1.0.0");
    refused("there is no app com.example.none", () -> installer.update("com.example.none"));
    store.silent = true;
    refused("does not answer", () -> installer.update(ID));
    assertThat(version()).isEqualTo("1.0.0");
    tidy();
  }

  @Test
  void aLinkSomebodyMadeIsLeftAlone() throws Exception {
    Path mine = Files.createDirectory(root.resolve("mine"));
    Files.writeString(mine.resolve("manifest.json"), "{}");
    Files.createSymbolicLink(app(), mine);
    refused("is a link", () -> installer.install(packages.of(ID, "1.0.0", "well")));
    assertThat(installer.quarantine(ID, "x")).isFalse();
    installer.uninstall(ID);
    assertThat(app()).doesNotExist();
    assertThat(mine.resolve("manifest.json")).hasContent("{}");
  }

  // ---- going

  @Test
  void whatIsUninstalledIsGoneWithAllItHas() throws Exception {
    installed("1.0.0");
    Outcome _ = installer.install(packages.of(ID, "2.0.0", "well", "memory:read"));
    installer.uninstall(ID);
    assertThat(app()).doesNotExist();
    assertThat(apps.folder().resolve(".pending").resolve(ID)).doesNotExist();
    assertThat(apps.running(ID)).isEmpty();
    refused("there is no app", () -> installer.uninstall(ID));
    tidy();
  }

  /** Check 11 of the acceptance list: quarantined, not launched again, data kept. */
  @Test
  void whatIsRevokedIsQuarantinedWithinTheHour() throws Exception {
    installed("1.0.0");
    CountDownLatch told = new CountDownLatch(1);
    Installer swept =
        new Installer(
            apps,
            store,
            trust,
            time,
            words -> {
              owner.add(words);
              told.countDown();
            });
    try (swept) {
      Installer _ = swept.start();
      store.revoked = List.of(ID);
      time.advance(Duration.ofHours(1));
      assertThat(told.await(20, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(apps.running(ID)).isEmpty();
    assertThat(app().resolve("binary")).doesNotExist();
    assertThat(app().resolve(".quarantined")).content().startsWith("revoked at 2026-");
    assertDataKept();
    assertThat(owner).singleElement().asString().contains(ID, "revoked", "kept");
    refused("quarantined", () -> apps.launch(ID));
    refused("quarantined", () -> installer.install(packages.of(ID, "1.0.1", "well")));
    assertThat(installer.sweep()).isZero();
  }

  @Test
  void newsOfARevocationIsLookedUpBeforeItIsBelieved() throws Exception {
    installed("1.0.0");
    installer.onEvent(new StoreEvent(Type.REVOKED, ID));
    assertThat(version()).isEqualTo("1.0.0");
    store.revoked = List.of(ID);
    installer.onEvent(new StoreEvent(Type.REVOKED, ID));
    assertThat(apps.running(ID)).isEmpty();
    assertThat(app().resolve(".quarantined")).exists();
  }

  @Test
  void newsOfTheStoreInstallUpdateAndUninstall() throws Exception {
    store.with(ID, "1.0.0", packages.of(ID, "1.0.0", "well"));
    installer.onEvent(new StoreEvent(Type.parse("installed").orElseThrow(), ID));
    assertThat(version()).isEqualTo("1.0.0");
    store.with(ID, "1.1.0", packages.of(ID, "1.1.0", "well"));
    installer.onEvent(new StoreEvent(Type.INSTALLED, ID));
    assertThat(version()).as("already there").isEqualTo("1.0.0");
    installer.onEvent(new StoreEvent(Type.parse("app_updated").orElseThrow(), ID));
    assertThat(version()).isEqualTo("1.1.0");
    store.with(ID, "1.2.0", packages.of(ID, "1.2.0", "well", "memory:read"));
    installer.onEvent(new StoreEvent(Type.UPDATED, ID));
    assertThat(version()).isEqualTo("1.1.0");
    installer.onEvent(new StoreEvent(Type.UNINSTALLED, ID));
    assertThat(app()).doesNotExist();
    assertThat(owner).hasSize(3);
    assertThat(owner.getLast()).contains("1.2.0", "approval");
  }

  /** What the owner has put there by hand is not the store's to change. */
  @Test
  void newsOfTheStoreLeaveOtherAppsAlone() throws Exception {
    installed("1.0.0");
    store.with(ID, "1.1.0", packages.of(ID, "1.1.0", "well"));
    installer.onEvent(new StoreEvent(Type.UPDATED, ID));
    installer.onEvent(new StoreEvent(Type.UNINSTALLED, ID));
    assertThat(version()).isEqualTo("1.0.0");
  }

  // ---- the gate

  @Test
  void aChangedProgramIsNotLaunchedAgain() throws Exception {
    installed("1.0.0");
    Files.writeString(app().resolve("binary"), "\u007fELF changed");
    refused("not the one that was signed", () -> apps.launch(ID));
  }

  @Test
  void whatWasVerifiedBeforeIsLaunchedWhileTheStoreIsSilent() throws Exception {
    installed("1.0.0");
    store.silent = true;
    time.advance(Duration.ofDays(2));
    assertThat(new StoreGate(trust).check(folder(), folder().manifest()))
        .singleElement()
        .asString()
        .contains("does not answer", "verified with the key of before");
    Files.writeString(app().resolve("binary"), "\u007fELF changed");
    refused("not the one", () -> new StoreGate(trust).check(folder(), folder().manifest()));
  }

  private AppFolder folder() {
    return new AppFolder(app());
  }

  @Test
  void whatTheStoreGaveAndNobodyVerifiedIsNotLaunchedWhileItIsSilent() throws Exception {
    installed("1.0.0");
    store.silent = true;
    time.advance(Duration.ofDays(2));
    new Origin("fake", "store-" + ID, null, 0).write(app());
    refused("was never verified", () -> new StoreGate(trust).check(folder(), folder().manifest()));
    new Origin(null, null, null, 0).write(app());
    assertThat(new StoreGate(trust).check(folder(), folder().manifest()))
        .singleElement()
        .asString()
        .contains("nobody has verified");
    Files.writeString(app().resolve(Origin.FILE), "damaged");
    refused("was never verified", () -> new StoreGate(trust).check(folder(), folder().manifest()));
  }

  @Test
  void whatIsOnlyLinkedIsItsOwnersBusiness() throws Exception {
    Path mine = root.resolve("mine");
    Files.createDirectory(mine);
    Files.writeString(
        mine.resolve("manifest.json"),
        "{\"id\":\"" + ID + "\",\"name\":\"A\",\"version\":\"1.0.0\",\"provides\":[\"tool:a\"]}");
    Files.createSymbolicLink(app(), mine);
    assertThat(new StoreGate(trust).check(folder(), folder().manifest())).isEmpty();
  }

  @Test
  void withoutSignaturesNothingOfAStoreIsLaunched() throws Exception {
    installed("1.0.0");
    Files.delete(app().resolve("signatures.json"));
    refused("there is no signatures.json", () -> apps.launch(ID));
  }
}
