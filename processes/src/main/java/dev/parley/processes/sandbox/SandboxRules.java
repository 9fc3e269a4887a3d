package dev.parley.processes.sandbox;

import java.nio.file.Path;
import java.util.List;

/**
 * What the owner lets the programs of one kind touch; each of them gets a sandbox after it, with a
 * home of its own.
 *
 * @param setting what the owner would set to start them without a sandbox
 * @param writable files and folders in which they may change everything
 * @param readable files and folders that they may look at
 * @param network whether they reach the network, and with it whatever listens on this machine
 * @param nested whether they may make sandboxes themselves
 */
public record SandboxRules(
    String setting,
    List<Path> writable,
    List<Path> readable,
    boolean network,
    boolean nested,
    Limits limits) {

  public SandboxRules {
    writable = List.copyOf(writable);
    readable = List.copyOf(readable);
  }

  /** With nothing of its own but a home, and the network if it has to reach the hub. */
  public static SandboxRules of(String setting, boolean network) {
    return new SandboxRules(setting, List.of(), List.of(), network, false, Limits.DEFAULT);
  }

  /**
   * @param hidden what no program sees, whatever it is part of: above all what is the hub's own
   */
  public Sandbox sandbox(Path home, Path hidden) {
    return new Sandbox(setting, home, writable, readable, List.of(hidden), network, nested, limits);
  }
}
