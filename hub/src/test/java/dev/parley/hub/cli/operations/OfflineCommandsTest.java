package dev.parley.hub.cli.operations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.client.json.JsonObject;
import dev.parley.hub.cli.CliRun;
import dev.parley.hub.cli.CliRun.Result;
import dev.parley.hub.cli.Exit;
import dev.parley.testkit.container.FakeEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OfflineCommandsTest {
  @TempDir private Path folder;

  @Test
  void restoringMakesTheBackupTheStoreOfANewDataDirectory() throws IOException {
    Path backup = Files.createDirectories(folder.resolve("backup"));
    Files.createDirectory(backup.resolve("deep"));
    Files.writeString(backup.resolve("deep/1.sst"), "data");
    Path data = folder.resolve("new/data");

    Result restored = new CliRun().run("restore", backup.toString(), "--data", data.toString());

    assertThat(restored.exitCode()).as(restored.err()).isZero();
    assertThat(data.resolve("store/deep/1.sst")).hasContent("data");
    assertThat(Files.getPosixFilePermissions(data))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    assertThat(restored.out()).contains("parley up --data " + data);
  }

  @Test
  void theBlobsOfABackupGetTheirOwnFolder() throws IOException {
    Path backup = folder.resolve("backup");
    Files.createDirectories(backup.resolve("blobs/ab"));
    Files.writeString(backup.resolve("blobs/ab/ab12"), "bytes");
    Files.writeString(backup.resolve("CURRENT"), "data");
    Path data = folder.resolve("data");

    Result restored = new CliRun().run("restore", backup.toString(), "--data", data.toString());

    assertThat(restored.exitCode()).as(restored.err()).isZero();
    assertThat(data.resolve("blobs/ab/ab12")).hasContent("bytes");
    assertThat(data.resolve("store/CURRENT")).hasContent("data");
    assertThat(data.resolve("store/blobs")).doesNotExist();
  }

  @Test
  void aDataDirectoryIsNoBackup() throws IOException {
    Files.writeString(folder.resolve("owner-token"), "secret");

    Result refused =
        new CliRun().run("restore", folder.toString(), "--data", folder.resolve("x").toString());

    assertThat(refused.exitCode()).isEqualTo(Exit.FAILED);
    assertThat(refused.err()).contains("is a data directory");
  }

  @Test
  void restoringTouchesNoFolderThatHoldsSomething() throws IOException {
    Path backup = Files.createDirectory(folder.resolve("backup"));
    Path data = Files.createDirectory(folder.resolve("data"));
    Files.writeString(data.resolve("mine"), "x");

    Result refused = new CliRun().run("restore", backup.toString(), "--data", data.toString());

    assertThat(refused.exitCode()).isEqualTo(Exit.FAILED);
    assertThat(refused.err()).contains("is not empty");
  }

  @Test
  void restoringWithoutATargetIsRefusedRatherThanGuessed() {
    assertThat(new CliRun().run("restore", folder.toString()).exitCode()).isEqualTo(Exit.USAGE);
  }

  @Test
  void theDoctorNamesEveryTroubleAndWhatToDo() throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.writeString(folder.resolve("parley.yaml"), "port: many\n");

    Result doctor = new CliRun().run("doctor", "--data", folder.toString());

    assertThat(doctor.exitCode()).isEqualTo(Exit.FAILED);
    assertThat(doctor.lines())
        .anyMatch(line -> line.startsWith("ok    java"))
        .anyMatch(line -> line.matches("warn  data directory .* is open to others"))
        .anyMatch(line -> line.endsWith("→ close it: chmod 700 " + folder))
        .anyMatch(line -> line.startsWith("fail  configuration   port: 'many' is refused"))
        .anyMatch(line -> line.startsWith("fail  hub"));
  }

  @Test
  void theDoctorSaysHowAppsRun() throws IOException {
    Files.writeString(folder.resolve("parley.yaml"), "apps:\n  sandbox: false\n");
    assertThat(new CliRun().run("doctor", "--data", folder.toString()).lines())
        .anyMatch(line -> line.matches("warn  apps .* all rights .* apps.sandbox is false"));

    Files.writeString(folder.resolve("parley.yaml"), "apps:\n  enabled: false\n");
    assertThat(new CliRun().run("doctor", "--data", folder.toString()).lines())
        .anyMatch(line -> line.matches("ok    apps .* switched off by apps.enabled"));

    Files.delete(folder.resolve("parley.yaml"));
    assertThat(new CliRun().run("doctor", "--data", folder.toString()).lines())
        .anyMatch(
            line -> line.matches("ok    apps .* in a sandbox|warn  apps .* there is no sandbox"));
  }

  @Test
  void theDoctorSpeaksJsonToo() {
    JsonObject doctor = new CliRun().run("doctor", "--json", "--data", folder.toString()).json();

    assertThat(doctor.flag("ok")).isFalse();
    assertThat(doctor.objects("checks"))
        .extracting(check -> check.text("check"))
        .contains("java", "clock", "disk", "configuration", "open files", "hub");
  }

  @Test
  void theDoctorSaysWhatRunsContainersAndWhatIsMissing() throws IOException {
    Path socket = folder.resolve("e.sock");
    Files.writeString(
        folder.resolve("parley.yaml"),
        """
        agents:
          containerEngine: %s
          commands: {coder: {directory: work, container: {image: my/agent:1}}}
        """
            .formatted(socket));
    try (FakeEngine engine = new FakeEngine(socket)) {
      engine
          .when("GET /version", 200, "{\"Version\":\"9\",\"Components\":[{\"Name\":\"Ship\"}]}")
          .when("GET /info", 200, "{\"MemoryLimit\":false}");
      assertThat(containers())
          .startsWith("warn  containers")
          .contains("Ship 9, no limits of memory at " + socket + " has no image my/agent:1");

      engine.when("GET /images/my/agent:1/json", 200, "{}");
      assertThat(containers()).startsWith("ok    containers");
    }
    assertThat(containers()).startsWith("warn  containers").contains("no engine at " + socket);
  }

  private String containers() {
    return new CliRun()
        .run("doctor", "--data", folder.toString()).lines().stream()
            .filter(line -> line.contains("  containers "))
            .findFirst()
            .orElseThrow();
  }

  @Test
  void aHubIsNotStartedWithASettingNobodyKnows() {
    Result refused =
        new CliRun().run("up", "--data", folder.toString(), "--set", "retention.inbox=3");

    assertThat(refused.exitCode()).isEqualTo(Exit.USAGE);
    assertThat(refused.err()).contains("retention.inbox: there is no such setting");
  }

  @Test
  void percentilesAreTheSmallestValuesThatCoverTheirShare() {
    var latencies = new Latencies(100);
    for (int i = 100; i >= 1; i--) {
      latencies.add(i * 1_000_000L);
    }

    assertThat(latencies.percentiles())
        .containsEntry("p50", 50.0)
        .containsEntry("p90", 90.0)
        .containsEntry("p99", 99.0)
        .containsEntry("max", 100.0);
  }
}
