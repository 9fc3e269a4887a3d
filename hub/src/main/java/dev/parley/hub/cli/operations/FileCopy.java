package dev.parley.hub.cli.operations;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Copies a file so that it is there after the power went. */
final class FileCopy {
  private FileCopy() {}

  static void durable(Path from, Path to) throws IOException {
    // With its permissions: the owner's token is for the owner's eyes in the copy too.
    Files.copy(from, to, StandardCopyOption.COPY_ATTRIBUTES);
    try (FileChannel written = FileChannel.open(to, StandardOpenOption.WRITE)) {
      written.force(true);
    }
  }
}
