package dev.parley.agents.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.agents.brain.Permissions;
import dev.parley.core.message.Origin;
import dev.parley.processes.SupervisedProcess;
import dev.parley.processes.sandbox.Confinement;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tool {@code shell}. */
class MachineToolsTest {
  @TempDir private Path folder;

  private ToolsWorld world;

  @BeforeEach
  void open() throws Exception {
    Confinement here = Confinement.here();
    Assumptions.assumeTrue(here.works(), here.description());
    world = new ToolsWorld(folder);
  }

  @AfterEach
  void close() {
    if (world != null) {
      world.close();
    }
  }

  @Test
  void aCommandRunsInTheAgentsFolderAndIsToldWithItsExitCode() throws Exception {
    String _ = world.file("write", "path", "a", "text", "from a file\n");

    assertThat(world.shell("pwd; cat a; echo on stderr >&2; echo x >made; exit 3"))
        .isEqualTo(world.workspace("ada") + "\nfrom a file\non stderr\n[exit code 3]");
    assertThat(world.file("read", "path", "made")).isEqualTo("1\tx\n");
    assertThat(world.asked.get(1).payload()).startsWith("{\"tool\":\"shell\",\"does\":\"pwd;");
  }

  @Test
  void itSeesNeitherTheHubNorOthersNorTheNetwork() throws Exception {
    Files.writeString(folder.resolve("owner-token"), "prl_owners");
    Path other = Files.createDirectories(world.workspace("ben"));
    Files.writeString(other.resolve("diary"), "dear diary");

    String said =
        world.shell(
            "cat %s/owner-token %s/diary; env; cat /proc/net/dev | grep -v lo: | wc -l"
                .formatted(folder, other));

    assertThat(said)
        .doesNotContain("prl_owners", "dear diary", "of the hub")
        .contains("HOME=" + world.workspace("ada"))
        .endsWith("2\n[exit code 0]");
  }

  @Test
  void whatTakesTooLongOrWritesTooMuchIsCutOff() throws Exception {
    assertThat(world.said("shell", "run", "command", "echo begun; sleep 1000", "seconds", 1))
        .isEqualTo("begun\n[stopped after 1 seconds]");
    assertThat(world.shell("seq 1 100000"))
        .startsWith("1\n2\n")
        .contains("bytes left out]")
        .endsWith("100000\n[exit code 0]")
        .hasSizeLessThan(32_000);
    assertThat(world.said("shell", "run", "command", "true", "seconds", 61))
        .startsWith("refused (bad_request)");
  }

  @Test
  void nothingGoesOnWhenACommandHasEnded() throws Exception {
    assertThat(world.shell("setsid sleep 1000 >/dev/null 2>&1 & echo begun")).contains("begun");

    assertThat(world.processes.all()).noneMatch(SupervisedProcess::isLive);
  }

  @Test
  void aTurnThatIsBrokenOffEndsItsCommand() throws Exception {
    AtomicReference<Throwable> ended = new AtomicReference<>();
    Thread turn =
        Thread.startVirtualThread(
            () -> {
              try {
                String _ = world.shell("echo x >begun; sleep 1000");
              } catch (Throwable e) {
                ended.set(e);
              }
            });
    await().until(() -> Files.exists(world.workspace("ada").resolve("begun")));
    turn.interrupt();

    await().untilAsserted(() -> assertThat(ended.get()).isInstanceOf(InterruptedException.class));
    await().until(() -> world.processes.all().stream().noneMatch(SupervisedProcess::isLive));
  }

  @Test
  void inATurnThatOthersHaveCausedAndWithoutLeaveThereIsNoShell() throws Exception {
    for (Origin origin : new Origin[] {Origin.PEER, Origin.HUMAN, Origin.EXTERNAL}) {
      assertThat(world.use("ada", origin, "shell", "action", "run", "command", "id").text())
          .startsWith("refused (forbidden)");
    }
    assertThat(world.asked).isEmpty();
    world.answer = new Permissions.Answer(false, "expired");
    assertThat(world.shell("echo x >made"))
        .isEqualTo("refused (forbidden): it was not allowed: expired");
    assertThat(world.workspace("ada").resolve("made")).doesNotExist();
  }
}
