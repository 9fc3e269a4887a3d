package dev.parley.stores.rocksdb;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.parley.core.store.Folders;
import dev.parley.core.store.OwnersFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Notes beside RocksDB's files which write-ahead log was the newest when the store was opened.
 * RocksDB begins a newer one before it deletes that one, so there always is one with this number or
 * a higher one; if there is none, the newest log has vanished, with all that was only there.
 * RocksDB itself would take the store for whole.
 */
final class NewestLog {
  private static final String NOTE = "newest-log";
  private static final String ENDING = ".log";

  private NewestLog() {}

  /** One sentence when the newest log is not there any more. */
  static Optional<String> missingIn(Path directory) {
    Path note = directory.resolve(NOTE);
    try {
      if (!Files.exists(note)) {
        return Optional.empty();
      }
      long noted = Long.parseLong(Files.readString(note, US_ASCII).strip());
      return newest(directory).orElse(-1) >= noted
          ? Optional.empty()
          : Optional.of("the newest log is missing: number %06d or higher".formatted(noted));
    } catch (NumberFormatException e) {
      return Optional.of("the file " + NOTE + " does not hold a number");
    } catch (IOException e) {
      throw new UncheckedIOException("cannot look at the logs in " + directory, e);
    }
  }

  /** To be called when the store is open; the log's name is on disk before the note is. */
  static void note(Path directory) throws IOException {
    OptionalLong newest = newest(directory);
    if (newest.isEmpty()) {
      return;
    }
    Folders.sync(directory);
    OwnersFile.write(directory, NOTE, (newest.getAsLong() + "\n").getBytes(US_ASCII));
  }

  private static OptionalLong newest(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(ENDING))
          .map(name -> name.substring(0, name.length() - ENDING.length()))
          .filter(name -> !name.isEmpty() && name.chars().allMatch(Character::isDigit))
          .mapToLong(Long::parseLong)
          .max();
    }
  }
}
