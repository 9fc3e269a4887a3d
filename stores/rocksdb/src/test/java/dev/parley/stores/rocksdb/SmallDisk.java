package dev.parley.stores.rocksdb;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file system of its own, in memory; tests that need one are skipped where none can be had. */
final class SmallDisk implements AutoCloseable {
  private final Path root;

  private SmallDisk(Path root) {
    this.root = root;
  }

  static SmallDisk mount(Path root, int mebibytes) throws IOException, InterruptedException {
    Files.createDirectories(root);
    assumeTrue(
        succeeds("mount", "-t", "tmpfs", "-o", "size=" + mebibytes + "m", "tmpfs", root.toString()),
        "mounting a file system needs root");
    return new SmallDisk(root);
  }

  Path root() {
    return root;
  }

  void makeReadOnly() throws IOException, InterruptedException {
    assumeTrue(
        succeeds("mount", "-o", "remount,ro", root.toString()), "this mount can be made read-only");
  }

  private static boolean succeeds(String... command) throws InterruptedException {
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public void close() throws InterruptedException {
    succeeds("umount", root.toString());
  }
}
