package dev.parley.stores.rocksdb;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** What would be on disk if the machine stopped now: the files of a store that is still open. */
final class CrashImage {
  private static final int ATTEMPTS = 1_000;

  private final Path directory;

  private CrashImage(Path directory) {
    this.directory = directory;
  }

  /** Taken anew while the engine's background work changes the files it is taken of. */
  static CrashImage of(Path open, Path target) throws IOException {
    for (int i = 0; i < ATTEMPTS; i++) {
      List<String> before = state(open);
      if (copied(open, target) && state(open).equals(before)) {
        return new CrashImage(target);
      }
      for (Path file : filesOf(target)) {
        Files.delete(file);
      }
    }
    throw new IllegalStateException(open + " does not come to rest");
  }

  private static boolean copied(Path open, Path target) throws IOException {
    Files.createDirectories(target);
    try {
      for (Path file : filesOf(open)) {
        Files.copy(file, target.resolve(file.getFileName().toString()));
      }
      return true;
    } catch (NoSuchFileException gone) {
      return false;
    }
  }

  /** Which files there are, and how far each has been written. */
  private static List<String> state(Path directory) throws IOException {
    List<String> state = new ArrayList<>();
    for (Path file : filesOf(directory)) {
      state.add(file + " " + file.toFile().length() + " " + file.toFile().lastModified());
    }
    return state;
  }

  private static List<Path> filesOf(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.sorted().toList();
    }
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

  void deleteLogs() throws IOException {
    for (Path file : filesOf(directory)) {
      if (file.toString().endsWith(".log")) {
        Files.delete(file);
      }
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

  void flipBitInLog(int bytesBeforeEnd) throws IOException {
    Path log = newestLog();
    flipBit(log, log.toFile().length() - bytesBeforeEnd);
  }

  void flipBitInLargestTable() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      Path table =
          files
              .filter(file -> file.toString().endsWith(".sst"))
              .max(Comparator.comparingLong(file -> file.toFile().length()))
              .orElseThrow();
      flipBit(table, table.toFile().length() / 3);
    }
  }

  private static void flipBit(Path path, long at) throws IOException {
    try (FileChannel file =
        FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      ByteBuffer octet = ByteBuffer.allocate(1);
      file.read(octet, at);
      octet.put(0, (byte) (octet.get(0) ^ 0x10)).rewind();
      file.write(octet, at);
    }
  }
}
