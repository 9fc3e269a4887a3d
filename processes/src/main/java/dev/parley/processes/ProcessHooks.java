package dev.parley.processes;

/** What the owner of a process does around its life. */
public interface ProcessHooks {
  ProcessHooks NONE = new ProcessHooks() {};

  /**
   * On the thread that asked for the start, once there is a place for the process and its run file
   * is on disk. If it throws, nothing is started.
   */
  default void beforeStart() throws InterruptedException {}

  /** When all of it has ended, or was not started; before its end is shown to anybody. */
  default void afterEnd() {}
}
