package dev.parley.bench.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The processor time of a process by its threads, as the kernel counts it. The threads' names are
 * cut at 15 letters by the kernel.
 *
 * @param nanos by thread id
 * @param names by thread id
 */
public record ThreadTimes(Map<String, Long> nanos, Map<String, String> names) {
  /** What does the work of a hub, by how the names of its threads begin. */
  private static final List<Map.Entry<String, String>> KINDS =
      List.of(
          Map.entry("parley-committ", "committer"),
          Map.entry("vert.x-eventloo", "event loops"),
          Map.entry("rocksdb:high", "flushes"),
          Map.entry("rocksdb:low", "compaction"),
          Map.entry("rocksdb", "other of RocksDB"),
          Map.entry("parley-follow", "followers of the journal"),
          Map.entry("parley-search", "searches"),
          Map.entry("parley-reader", "readers"),
          Map.entry("nats", "log of the cluster"),
          Map.entry("G1 ", "collector"),
          Map.entry("GC Thread", "collector"),
          Map.entry("VM Thread", "collector"),
          Map.entry("C1 Compiler", "compiler"),
          Map.entry("C2 Compiler", "compiler"));

  private static final String OTHERS = "others";

  public ThreadTimes {
    nanos = Map.copyOf(nanos);
    names = Map.copyOf(names);
  }

  /** What its threads have used so far; nothing where the kernel does not say. */
  static ThreadTimes of(long pid) {
    Map<String, Long> nanos = new HashMap<>();
    Map<String, String> names = new HashMap<>();
    try (Stream<Path> tasks = Files.list(Path.of("/proc/" + pid + "/task"))) {
      for (Path task : tasks.toList()) {
        String times = read(task.resolve("schedstat"));
        if (!times.isEmpty()) {
          String id = task.getFileName().toString();
          nanos.put(id, Long.parseLong(times.substring(0, times.indexOf(' '))));
          names.put(id, read(task.resolve("comm")));
        }
      }
    } catch (IOException | UncheckedIOException e) {
      return new ThreadTimes(Map.of(), Map.of());
    }
    return new ThreadTimes(nanos, names);
  }

  /** Empty for a thread that has just ended. */
  private static String read(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      return "";
    }
  }

  /** What was used since; threads that have ended meanwhile are not in it. */
  public ThreadTimes since(ThreadTimes before) {
    Map<String, Long> used = new HashMap<>();
    nanos.forEach((id, now) -> used.put(id, now - before.nanos.getOrDefault(id, 0L)));
    return new ThreadTimes(used, names);
  }

  /** Nanoseconds by kind of thread. */
  Map<String, Long> byKind() {
    Map<String, Long> kinds = new TreeMap<>();
    nanos.forEach((id, used) -> kinds.merge(kind(names.getOrDefault(id, "")), used, Long::sum));
    return kinds;
  }

  private static String kind(String name) {
    return KINDS.stream()
        .filter(kind -> name.startsWith(kind.getKey()))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(OTHERS);
  }

  /** Shares of all that several runs have used, the largest first: {@code committer 40 %, …}. */
  public static String shares(List<ThreadTimes> runs) {
    Map<String, Long> sums = new HashMap<>();
    runs.forEach(run -> run.byKind().forEach((kind, used) -> sums.merge(kind, used, Long::sum)));
    double all = sums.values().stream().mapToLong(Long::longValue).sum();
    return sums.entrySet().stream()
        .filter(kind -> kind.getValue() / all >= 0.005)
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .map(kind -> "%s %.0f %%".formatted(kind.getKey(), 100 * kind.getValue() / all))
        .collect(Collectors.joining(", "));
  }
}
