package dev.parley.processes;

import java.io.IOException;
import java.io.InputStream;

/**
 * Reads what a process writes to its standard output, for whoever talks with it. On a platform
 * thread of its own, until the output is at its end; should it return before, what else the process
 * writes is thrown away, so that the process is never held up.
 */
@FunctionalInterface
public interface OutputReader {
  void read(InputStream output) throws IOException;
}
