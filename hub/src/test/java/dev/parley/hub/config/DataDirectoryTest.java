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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
    assertThat(DataDirectory.chosen(null, Map.of("HOME", "/home/another")).path())
        .isEqualTo(Path.of("/home/another/.parley"));
  }

  @Test
  void onlyItsOwnerMayLookIntoIt() throws IOException {
    var data = new DataDirectory(folder.resolve("deep/data"));

    assertThat(data.create()).isTrue();
    assertThat(data.create()).isFalse();

    assertThat(permissions(data.path())).isEqualTo("rwx------");
    try (var _ = data.lock()) {
      assertThat(data.close()).as("nothing of a new one is open").isZero();
    }
  }

  private Path made(String name, String permissions) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "x");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    return file;
  }

  @Test
  void oneThatIsOpenToOthersIsClosedWithAllOfTheHubsThatIsInIt() throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path table = made("store/000012.sst", "rw-r--r--");
    Path blob = made("blobs/ab/abcd", "rw-rw-rw-");
    Path own = made("mailboxes/bot/outbox/letter", "rw-rw-r--");
    Path token = made("owner-token", "rw-r--r--");
    Files.setPosixFilePermissions(table.getParent(), PosixFilePermissions.fromString("rwxr-xr-x"));
    var data = new DataDirectory(folder);

    assertThat(data.close()).isGreaterThanOrEqualTo(4);

    assertThat(permissions(folder)).isEqualTo("rwx------");
    assertThat(permissions(table.getParent())).isEqualTo("rwx------");
    assertThat(permissions(table)).isEqualTo("rw-------");
    assertThat(permissions(blob)).isEqualTo("rw-------");
    // What others share stays as they have it; a token that others could read is refused elsewhere.
    assertThat(permissions(own)).isEqualTo("rw-rw-r--");
    assertThat(permissions(token)).isEqualTo("rw-r--r--");
    assertThat(data.close()).isZero();
  }

  @Test
  void aLinkToOneIsFollowedOnce() throws IOException {
    Path real = Files.createDirectory(folder.resolve("real"));
    Files.setPosixFilePermissions(real, PosixFilePermissions.fromString("rwxr-x---"));
    var data = new DataDirectory(Files.createSymbolicLink(folder.resolve("link"), real));

    assertThat(data.close()).isEqualTo(1);
    assertThat(data.close()).isZero();
    assertThat(permissions(real)).isEqualTo("rwx------");
  }

  @Test
  void aRunningHubIsFoundAgainByItsAnnouncement() throws IOException {
    var data = new DataDirectory(folder);
    assertThat(data.running()).isEmpty();

    data.announce(new DataDirectory.Running("127.0.0.1", 3000, 3100, 42));
    data.announce(new DataDirectory.Running("10.0.0.1", 4000, 4100, 43));

    assertThat(data.running()).contains(new DataDirectory.Running("10.0.0.1", 4000, 4100, 43));
    assertThat(permissions(folder.resolve("hub.json"))).isEqualTo("rw-------");
    data.withdraw();
    assertThat(data.running()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, ws://127.0.0.1:3000/ws",
    "0.0.0.0, ws://127.0.0.1:3000/ws",
    "10.0.0.1, ws://10.0.0.1:3000/ws",
    "::1, ws://[::1]:3000/ws"
  })
  void aHubIsReachedWhereItIsBound(String host, String address) {
    assertThat(new DataDirectory.Running(host, 3000, 3100, 42).webSocket()).hasToString(address);
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
