package dev.parley.apps.host;

import static dev.parley.apps.host.AppsWorld.ID;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.apps.archive.Packer;
import dev.parley.apps.host.AppStatus.State;
import dev.parley.apps.install.Installer;
import dev.parley.apps.install.Outcome;
import dev.parley.core.error.Refused;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Packages on the real host, with real processes. */
class InstallRealAppsTest {
  @TempDir private Path folder;
  private AppsWorld world;
  private HostedApps apps;
  private Installer installer;
  private final List<String> told = new ArrayList<>();

  @BeforeEach
  void aRunningApp() throws Exception {
    world = new AppsWorld(folder);
    Path app = world.install(ID, "");
    Files.writeString(app.resolve("data/notes"), "kept");
    apps = world.open();
    Installer.recover(world.apps());
    installer = new Installer(apps, null, null, world.time, told::add);
    assertThat(apps.launch(ID).state()).isEqualTo(State.RUNNING);
  }

  @AfterEach
  void close() {
    world.close();
  }

  private Path packed(String version, Path program) throws IOException {
    String manifest =
        "{\"id\":\"%s\",\"name\":\"An app\",\"version\":\"%s\",\"provides\":[\"tool:a\"]}"
            .formatted(ID, version);
    Path archive = folder.resolve(version + ".napp");
    try (OutputStream out = Files.newOutputStream(archive)) {
      Packer.pack(
          new Packer.Contents(
              manifest.getBytes(UTF_8), program, "{}".getBytes(UTF_8), "# Use".getBytes(UTF_8)),
          out);
    }
    return archive;
  }

  private String runningVersion() {
    return apps.running(ID).orElseThrow().manifest().version();
  }

  @Test
  void anUpdateTakesThePlaceOfTheRunningVersionWithItsData() throws Exception {
    long before = AppsWorld.status(apps, ID).pid();
    assertThat(installer.install(packed("1.1.0", TestApps.compiled("relay"))))
        .isInstanceOf(Outcome.Updated.class);
    assertThat(runningVersion()).isEqualTo("1.1.0");
    assertThat(AppsWorld.status(apps, ID).pid()).isNotEqualTo(before);
    assertThat(world.app(ID).resolve("data/notes")).hasContent("kept");
    assertThat(world.starts(ID)).containsExactly("1.0.0", "1.1.0");
    assertThat(world.app(ID).resolve("SKILL.md")).exists();
  }

  /** It is a native program, and not an app. */
  @Test
  void anUpdateThatDoesNotAnswerIsRolledBackAndTheOldOneRunsAgain() throws Exception {
    Path archive = packed("2.0.0", Path.of("/bin/true").toRealPath());
    assertThatThrownBy(() -> installer.install(archive))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("version 1.0.0 is back");
    assertThat(runningVersion()).isEqualTo("1.0.0");
    assertThat(world.app(ID).resolve("data/notes")).hasContent("kept");
    assertThat(Files.readString(world.app(ID).resolve("manifest.json"))).contains("1.0.0");
  }

  @Test
  void whatIsQuarantinedRunsNoMoreAndKeepsItsData() throws Exception {
    assertThat(installer.quarantine(ID, "the store has revoked it")).isTrue();
    assertThat(apps.running(ID)).isEmpty();
    assertThatThrownBy(() -> apps.launch(ID)).isInstanceOf(Refused.class);
    assertThat(world.app(ID).resolve("data/notes")).hasContent("kept");
    assertThat(world.app(ID).resolve("binary")).doesNotExist();
    assertThat(told).hasSize(1);
  }

  @Test
  void whatIsUninstalledIsGone() throws Exception {
    installer.uninstall(ID);
    assertThat(world.app(ID)).doesNotExist();
    assertThat(apps.find(ID)).isEmpty();
    assertThatThrownBy(() -> installer.install(packed("3.0.0", Path.of("/bin/true").toRealPath())))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("was not installed");
    assertThat(world.app(ID)).doesNotExist();
    assertThat(apps.find(ID)).isEmpty();
  }
}
