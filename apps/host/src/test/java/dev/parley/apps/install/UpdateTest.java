package dev.parley.apps.install;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.apps.host.AppStatus.State;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** How versions follow each other, on the owner's terms. */
class UpdateTest extends InstallFixture {

  @Test
  void anUpdateKeepsDataAndLogs() throws Exception {
    installed("1.0.0");
    assertThat(installer.install(packages.of(ID, "1.1.0", "well")))
        .isEqualTo(new Outcome.Updated(apps.running(ID).orElseThrow().manifest(), "1.0.0"));
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
            packages.of(manifest.formatted(ID, "1.1.0", "\"memory.pre_store\"").getBytes(), "b"));
    assertThat(waits)
        .isEqualTo(
            new Outcome.WaitsForApproval(
                new Pending(ID, "1.1.0", Set.of(), Set.of("memory.pre_store"))));
  }

  @Test
  void nothingIsGrantedThatTheOwnerHasNotSeen() throws Exception {
    Path wants = packages.of(ID, "1.0.0", "well", "memory:read", "network:*");
    refused(
        "asks for more than was agreed to: network:*",
        () -> installer.install(wants, Set.of("memory:read")));
    assertThat(app()).doesNotExist();
    assertThat(installer.install(wants, Set.of("memory:read", "network:*", "user:id")))
        .isInstanceOf(Outcome.Installed.class);
    Path more = packages.of(ID, "2.0.0", "well", "memory:read", "network:*", "user:id");
    Outcome _ = installer.install(more);
    refused(
        "asks for more than was agreed to: user:id",
        () -> installer.approve(ID, Set.of("memory:read", "network:*")));
    assertThat(version()).isEqualTo("1.0.0");
    assertThat(installer.install(more, Set.of("memory:read", "network:*", "user:id")))
        .isInstanceOf(Outcome.Updated.class);
    assertThat(version()).isEqualTo("2.0.0");
  }

  @Test
  void whatIsUninstalledWithoutItsDataFindsThemAgain() throws Exception {
    installed("1.0.0");
    installer.uninstall(ID, true);
    assertThat(app()).doesNotExist();
    refused("was not installed", () -> installer.install(packages.of(ID, "1.0.1", FakeApps.SICK)));
    assertThat(app()).doesNotExist();
    assertThat(installer.install(packages.of(ID, "1.0.2", "well")))
        .isInstanceOf(Outcome.Installed.class);
    assertDataKept();
    installer.uninstall(ID);
    Outcome _ = installer.install(packages.of(ID, "1.0.2", "well"));
    assertThat(app().resolve("data")).doesNotExist();
    tidy();
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
}
