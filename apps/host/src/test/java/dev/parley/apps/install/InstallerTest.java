package dev.parley.apps.install;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.apps.host.LaunchGate;
import dev.parley.apps.signature.Signer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How apps come, and what is not let in. */
class InstallerTest extends InstallFixture {

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
}
