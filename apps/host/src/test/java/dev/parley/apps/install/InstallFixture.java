package dev.parley.apps.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.apps.signature.Signer;
import dev.parley.apps.signature.Trust;
import dev.parley.core.error.Refused;
import dev.parley.testkit.time.ManualTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A host that launches what is well, a store, and somebody who installs. */
abstract class InstallFixture {
  static final String ID = "com.example.app";

  @TempDir Path root;
  final Signer signer = Signer.generate();
  final FakeSource store = new FakeSource(signer);
  final ManualTime time = new ManualTime(1_790_000_000_000L);
  final Trust trust = new Trust(store, time);
  final List<String> owner = new ArrayList<>();
  Packages packages;
  FakeApps apps;
  Installer installer;

  @BeforeEach
  void open() throws IOException {
    packages = new Packages(root, signer);
    Path folder = Files.createDirectory(root.resolve("apps"));
    Installer.recover(folder);
    apps = new FakeApps(folder);
    apps.gate = new StoreGate(trust);
    installer = new Installer(apps, store, trust, time, owner::add);
  }

  Path app() {
    return apps.folder(ID);
  }

  void refused(String words, Act act) {
    assertThatThrownBy(act::run).isInstanceOf(Refused.class).hasMessageContaining(words);
  }

  /** Something that may be refused. */
  interface Act {
    void run() throws Exception;
  }

  String version() {
    return apps.running(ID).orElseThrow().manifest().version();
  }

  void tidy() throws IOException {
    for (String shelf : List.of(".staging", ".old", ".trash")) {
      try (Stream<Path> left = Files.list(apps.folder().resolve(shelf))) {
        assertThat(left).as(shelf).isEmpty();
      }
    }
  }

  void installed(String version) throws Exception {
    assertThat(installer.install(packages.of(ID, version, "well")))
        .isInstanceOf(Outcome.Installed.class);
    Files.createDirectories(app().resolve("data"));
    Files.writeString(app().resolve("data/notes"), "kept");
    Files.createDirectories(app().resolve("logs"));
    Files.writeString(app().resolve("logs/stdout.log"), "said");
  }

  void assertDataKept() {
    assertThat(app().resolve("data/notes")).hasContent("kept");
    assertThat(app().resolve("logs/stdout.log")).hasContent("said");
  }
}
