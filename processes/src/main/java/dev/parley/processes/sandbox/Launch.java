package dev.parley.processes.sandbox;

import java.util.List;
import java.util.Map;

/**
 * How a program is started in its sandbox. Closed when all of it has ended, or when it was not
 * started.
 *
 * @param argv in place of the program's own
 * @param variables in place of those of that name that it was given
 */
public record Launch(List<String> argv, Map<String, String> variables, Runnable after)
    implements AutoCloseable {

  @Override
  public void close() {
    after.run();
  }
}
