package dev.parley.stores.rocksdb;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.stream.Stream;

/** What would be on disk if the machine stopped now: the files of a store that is still open. */
final class CrashImage {
  private final Path directory;

  private CrashImage(Path directory) {
    this.directory = directory;
  }

  static CrashImage of(Path open, Path target) throws IOException {
    Files.createDirectories(target);
    try (Stream<Path> files = Files.list(open)) {
      for (Path file : files.toList()) {
        Files.copy(file, target.resolve(file.getFileName().toString()));
      }
    }
    return new CrashImage(target);
  }

  Path directory() {
    return directory;
  }

  private Path newestLog() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> file.toString().endsWith(".log") && file.toFile().length() > 0)
          .max(Comparator.naturalOrder())
          .orElseThrow();
    }
  }

  void cutLogBy(int bytes) throws IOException {
    try (FileChannel log = FileChannel.open(newestLog(), StandardOpenOption.WRITE)) {
      log.truncate(log.size() - bytes);
    }
  }

  void appendToLog(byte[] garbage) throws IOException {
    Files.write(newestLog(), garbage, StandardOpenOption.APPEND);
  }

  void overwriteInLog(int bytesBeforeEnd, byte[] garbage) throws IOException {
    try (FileChannel log = FileChannel.open(newestLog(), StandardOpenOption.WRITE)) {
      log.write(ByteBuffer.wrap(garbage), log.size() - bytesBeforeEnd);
    }
  }

  /** Spoils a byte of the last place in any log that holds this text. */
  void spoilInLog(String text) throws IOException {
    Path found = null;
    int at = -1;
    try (Stream<Path> files = Files.list(directory)) {
      for (Path log : files.filter(file -> file.toString().endsWith(".log")).sorted().toList()) {
        int last = new String(Files.readAllBytes(log), ISO_8859_1).lastIndexOf(text);
        if (last >= 0) {
          found = log;
          at = last;
        }
      }
    }
    if (found == null) {
      throw new IllegalStateException("no log holds '" + text + "'");
    }
    try (FileChannel log = FileChannel.open(found, StandardOpenOption.WRITE)) {
      log.write(ByteBuffer.wrap(new byte[] {'!'}), at);
    }
  }
}
