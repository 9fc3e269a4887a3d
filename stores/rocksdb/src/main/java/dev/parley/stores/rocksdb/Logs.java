package dev.parley.stores.rocksdb;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The write-ahead logs as they are before the engine is opened, held open because the engine
 * deletes them when it has read them.
 */
final class Logs implements AutoCloseable {
  private static final Pattern NAME = Pattern.compile("\\d+\\.log");

  private final Map<String, FileChannel> files = new TreeMap<>();

  private Logs() {}

  static Logs in(Path directory) {
    Logs logs = new Logs();
    try (Stream<Path> all = Files.list(directory)) {
      for (Path file : all.toList()) {
        String name = file.getFileName().toString();
        if (NAME.matcher(name).matches() && Files.size(file) > 0) {
          logs.files.put(name, FileChannel.open(file));
        }
      }
      return logs;
    } catch (IOException e) {
      logs.close();
      throw new UncheckedIOException(e);
    }
  }

  /** What is torn in those of these names; the engine also names logs that are whole. */
  RecoveryReport report(Collection<String> suspects) {
    List<String> findings = new ArrayList<>();
    try {
      for (String name : suspects) {
        FileChannel file = files.get(name);
        if (file != null) {
          LogTail.torn(file, Integer.parseInt(name.replace(".log", ""))).ifPresent(findings::add);
        }
      }
    } catch (IOException e) {
      findings.add("the end of the write-ahead log cannot be read: " + e.getMessage());
    }
    return new RecoveryReport(findings);
  }

  @Override
  public void close() {
    for (FileChannel file : files.values()) {
      try {
        file.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
