package dev.parley.processes.sandbox;

import java.time.Duration;

/**
 * How much a program in a sandbox may take.
 *
 * @param memoryBytes all of its processes together where control groups can be made; elsewhere each
 *     of them. Half as much is what its private {@code /tmp} holds
 * @param processes at a time, threads counted
 * @param cpuSeconds of each process; 0 for any number
 * @param fileBytes of each file that it writes
 * @param openFiles of each process
 * @param time after which it is stopped; zero for never
 */
public record Limits(
    long memoryBytes,
    int processes,
    long cpuSeconds,
    long fileBytes,
    int openFiles,
    Duration time) {
  private static final long MIB = 1 << 20;

  /** What one agent at work needs, some times over. */
  public static final Limits DEFAULT =
      new Limits(4_096 * MIB, 1_024, 0, 1_024 * MIB, 4_096, Duration.ZERO);

  /**
   * @throws IllegalArgumentException when a program could not even begin
   */
  public Limits {
    require(memoryBytes >= 16 * MIB, "less than 16 MiB of memory");
    require(processes >= 4, "fewer than 4 processes");
    require(cpuSeconds >= 0, "a negative time of the processor");
    require(fileBytes >= 1, "files of no size");
    require(openFiles >= 16, "fewer than 16 open files");
    require(!time.isNegative(), "a negative time");
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalArgumentException(otherwise);
    }
  }

  public Limits withTime(Duration longest) {
    return new Limits(memoryBytes, processes, cpuSeconds, fileBytes, openFiles, longest);
  }

  long tmpBytes() {
    return memoryBytes / 2;
  }
}
