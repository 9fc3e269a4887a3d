package dev.parley.bench.report;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;

/** The machine a run took place on; figures of another machine are not comparable with these. */
public record Machine(
    int cores,
    String processor,
    double memoryGigabytes,
    String kernel,
    String jdk,
    String filesystem,
    double fsyncMicros,
    String load) {
  private static final int SYNCS = 100;
  private static final int SYNC_BYTES = 4096;

  /** Looks around; {@code directory} is where the servers keep their data. */
  public static Machine look(Path directory) throws IOException {
    return new Machine(
        Runtime.getRuntime().availableProcessors(),
        value(Path.of("/proc/cpuinfo"), "model name"),
        Double.parseDouble(value(Path.of("/proc/meminfo"), "MemTotal").replaceAll("\\D", "")) / 1e6,
        System.getProperty("os.name") + " " + System.getProperty("os.version"),
        System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"),
        Files.getFileStore(directory).type(),
        fsyncNanos(directory) / 1e3,
        Files.readString(Path.of("/proc/loadavg")).strip());
  }

  /** Nothing reaches a disk here, so durable figures would be worth nothing. */
  public boolean isMemoryOnly() {
    return filesystem.equals("tmpfs") || filesystem.equals("ramfs");
  }

  private static double fsyncNanos(Path directory) throws IOException {
    Path file = Files.createTempFile(directory, "fsync", "");
    long[] nanos = new long[SYNCS];
    try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      var block = ByteBuffer.allocate(SYNC_BYTES);
      for (int i = 0; i < SYNCS; i++) {
        long start = System.nanoTime();
        channel.write(block.rewind());
        channel.force(false);
        nanos[i] = System.nanoTime() - start;
      }
    } finally {
      Files.delete(file);
    }
    return Spread.percentile(nanos, 0.5);
  }

  private static String value(Path file, String key) throws IOException {
    try (Stream<String> lines = Files.lines(file)) {
      return lines
          .filter(line -> line.startsWith(key))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse("?");
    }
  }

  @Override
  public String toString() {
    return "%d × %s, %.0f GB, %s, %s; %s, append and fsync of 4 KiB %.0f µs (median); load before %s"
        .formatted(cores, processor, memoryGigabytes, kernel, jdk, filesystem, fsyncMicros, load);
  }
}
