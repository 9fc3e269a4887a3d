package dev.parley.testkit.disk;

import static org.junit.jupiter.api.Assumptions.abort;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A test with a {@link ForgetfulDisk} of its own; skipped, with the reason, where none can be. */
public abstract class OnForgetfulDisk {
  @TempDir private Path above;

  @SuppressWarnings("NullAway.Init") // mounted before each test
  protected ForgetfulDisk disk;

  @BeforeEach
  final void mount() throws Exception {
    try {
      disk = ForgetfulDisk.mount(Files.createDirectory(above.resolve("disk")));
    } catch (ForgetfulDisk.Impossible e) {
      abort(String.valueOf(e.getMessage()));
    }
  }

  @AfterEach
  final void unmount() {
    if (disk != null) {
      disk.close();
    }
  }
}
