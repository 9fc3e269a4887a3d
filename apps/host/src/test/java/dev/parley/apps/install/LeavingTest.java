package dev.parley.apps.install;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.apps.install.StoreEvent.Type;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** How apps go: because the owner wants it, or the store. */
class LeavingTest extends InstallFixture {

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
    refused("revoked", () -> installer.install(packages.of(ID, "1.0.1", "well")));
    assertThat(installer.sweep()).isZero();
  }

  @Test
  void newsOfARevocationIsLookedUpBeforeItIsBelieved() throws Exception {
    installed("1.0.0");
    new Reactions(installer, owner::add).onEvent(new StoreEvent(Type.REVOKED, ID));
    assertThat(version()).isEqualTo("1.0.0");
    store.revoked = List.of(ID);
    new Reactions(installer, owner::add).onEvent(new StoreEvent(Type.REVOKED, ID));
    assertThat(apps.running(ID)).isEmpty();
    assertThat(app().resolve(".quarantined")).exists();
  }

  @Test
  void newsOfTheStoreInstallUpdateAndUninstall() throws Exception {
    store.with(ID, "1.0.0", packages.of(ID, "1.0.0", "well"));
    new Reactions(installer, owner::add)
        .onEvent(new StoreEvent(Type.parse("installed").orElseThrow(), ID));
    assertThat(version()).isEqualTo("1.0.0");
    store.with(ID, "1.1.0", packages.of(ID, "1.1.0", "well"));
    new Reactions(installer, owner::add).onEvent(new StoreEvent(Type.INSTALLED, ID));
    assertThat(version()).as("already there").isEqualTo("1.0.0");
    new Reactions(installer, owner::add)
        .onEvent(new StoreEvent(Type.parse("app_updated").orElseThrow(), ID));
    assertThat(version()).isEqualTo("1.1.0");
    store.with(ID, "1.2.0", packages.of(ID, "1.2.0", "well", "memory:read"));
    new Reactions(installer, owner::add).onEvent(new StoreEvent(Type.UPDATED, ID));
    assertThat(version()).isEqualTo("1.1.0");
    new Reactions(installer, owner::add).onEvent(new StoreEvent(Type.UNINSTALLED, ID));
    assertThat(app()).doesNotExist();
    assertThat(owner).hasSize(3);
    assertThat(owner.getLast()).contains("1.2.0", "approval");
  }

  /** What the owner has put there by hand is not the store's to change. */
  @Test
  void newsOfTheStoreLeaveOtherAppsAlone() throws Exception {
    installed("1.0.0");
    store.with(ID, "1.1.0", packages.of(ID, "1.1.0", "well"));
    new Reactions(installer, owner::add).onEvent(new StoreEvent(Type.UPDATED, ID));
    new Reactions(installer, owner::add).onEvent(new StoreEvent(Type.UNINSTALLED, ID));
    assertThat(version()).isEqualTo("1.0.0");
  }
}
