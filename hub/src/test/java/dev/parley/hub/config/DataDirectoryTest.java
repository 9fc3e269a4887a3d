package dev.parley.hub.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataDirectoryTest {
  @TempDir private Path folder;

  @Test
  void theFlagWinsOverTheVariableAndThatOverTheHome() {
    Map<String, String> environment = Map.of("PARLEY_DATA", "/from/variable");

    assertThat(DataDirectory.chosen(Path.of("/from/flag"), environment).path())
        .isEqualTo(Path.of("/from/flag"));
    assertThat(DataDirectory.chosen(null, environment).path()).isEqualTo(Path.of("/from/variable"));
    assertThat(DataDirectory.chosen(null, Map.of()).path())
        .isEqualTo(Path.of(System.getProperty("user.home"), ".parley"));
  }

  @Test
  void onlyItsOwnerMayLookIntoIt() throws IOException {
    var data = new DataDirectory(folder.resolve("deep/data"));

    assertThat(data.create()).isTrue();
    assertThat(data.create()).isFalse();

    assertThat(permissions(data.path())).isEqualTo("rwx------");
  }

  @Test
  void aRunningHubIsFoundAgainByItsAnnouncement() throws IOException {
    var data = new DataDirectory(folder);
    assertThat(data.running()).isEmpty();

    data.announce(new DataDirectory.Running(3000, 3100, 42));
    data.announce(new DataDirectory.Running(4000, 4100, 43));

    assertThat(data.running()).contains(new DataDirectory.Running(4000, 4100, 43));
    assertThat(permissions(folder.resolve("hub.json"))).isEqualTo("rw-------");
    data.withdraw();
    assertThat(data.running()).isEmpty();
  }

  @Test
  void aDirectoryHasOneHubAtATime() throws IOException {
    var data = new DataDirectory(folder);
    try (var _ = data.lock()) {
      assertThatExceptionOfType(DataLock.Taken.class)
          .isThrownBy(data::lock)
          .withMessageContaining("another hub (in this process) runs on");
      // The failed attempt must not have freed it for others.
      assertThatExceptionOfType(DataLock.Taken.class).isThrownBy(data::lock);
    }
    data.lock().close();
  }

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }
}
