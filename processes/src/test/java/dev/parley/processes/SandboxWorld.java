package dev.parley.processes;

import dev.parley.processes.sandbox.Confinement;
import dev.parley.processes.sandbox.Limits;
import dev.parley.processes.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** Programs that mean harm, started for real in a sandbox. */
final class SandboxWorld implements AutoCloseable {
  static final Limits SMALL = new Limits(64L << 20, 40, 0, 2L << 20, 64, Duration.ZERO);

  final World world;
  final Path home;

  SandboxWorld(Path folder) throws IOException {
    Confinement here = Confinement.here();
    Assumptions.assumeTrue(here.works(), here.description());
    world = new World(folder);
    home = Files.createDirectory(folder.resolve("home"));
  }

  Sandbox sandbox() {
    return Sandbox.of("things.sandbox", home).withLimits(SMALL);
  }

  /** By a shell, in its home. */
  SupervisedProcess start(Sandbox sandbox, String script) throws InterruptedException {
    ProcessSpec plain = world.script("one", script);
    ProcessSpec spec =
        new ProcessSpec(
            plain.name(),
            plain.label(),
            plain.argv(),
            home,
            plain.environment(),
            plain.secrets(),
            plain.notes(),
            sandbox);
    return world.open().start(spec, ProcessHooks.NONE);
  }

  /** What it says until its end. */
  String said(Sandbox sandbox, String script) throws Exception {
    SupervisedProcess process = start(sandbox, script);
    var _ = process.ended().get(World.LONG.toSeconds(), TimeUnit.SECONDS);
    return process.lastOutput();
  }

  String said(String script) throws Exception {
    return said(sandbox(), script);
  }

  @Override
  public void close() {
    world.close();
  }
}
