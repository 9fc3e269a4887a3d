package dev.parley.processes;

import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a supervised process is made of, with everything that it has started. */
sealed interface Workload permits NativeProcess, ContainerProcess {
  /** 0 when it is not known. */
  long pid();

  /** Unix milliseconds, or 0 when that does not help to know it again. */
  long startedAt();

  /** What it reads, of one that is talked with. */
  OutputStream input();

  /**
   * Reads what it writes from now on.
   *
   * @param talks reads its standard output in place of the log; null for the log
   * @return the threads that do
   */
  List<Thread> read(ProcessLog log, @Nullable OutputReader talks);

  /** Waits for its exit, and for no longer than that. */
  boolean await(Duration longest) throws InterruptedException;

  int await() throws InterruptedException;

  /** Its exit code; -1 when that is not known. */
  int exitCode();

  /**
   * Asks all of it to end, and kills what has not after the grace time.
   *
   * @return whether something had to be killed
   */
  boolean end(Duration grace) throws InterruptedException;

  /** When it has ended. */
  void tidyUp();
}
