package dev.parley.processes;

/** How a process that was to be stopped came to its end. */
public enum Ending {
  /** There was nothing left to stop. */
  HAD_EXITED,
  /** It ended when it was asked to. */
  TERMINATED,
  /** It, or something it had started, had to be killed. */
  KILLED
}
