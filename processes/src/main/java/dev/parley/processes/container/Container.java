package dev.parley.processes.container;

import java.nio.file.Path;

/**
 * One container that is to run a program.
 *
 * @param home its own folder on the hub's machine, which it finds at {@link #HOME}
 * @param workspace on the hub's machine, in which it works; it finds it at {@link #WORKSPACE}
 */
public record Container(ContainerRules rules, Path home, Path workspace) {
  public static final String HOME = "/home/agent";
  public static final String WORKSPACE = "/workspace";
}
