package dev.parley.hub.cli;

/** What the process's exit code says. */
public final class Exit {
  public static final int OK = 0;

  /** The hub refused, or what was asked for did not happen. */
  public static final int FAILED = 1;

  public static final int USAGE = 2;
  public static final int NO_HUB = 3;

  /** A message reached some of those it names, and others do not exist. */
  public static final int PARTIAL = 4;

  private Exit() {}
}
