package dev.parley.processes.sandbox;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What a program may touch, beside the system's own programs and libraries, which it may read.
 * Everything else is not there for it.
 *
 * @param setting what the owner would set to start it without a sandbox, for refusals
 * @param home its own, which {@code HOME} names; it may write there
 * @param writable files and folders in which it may change everything
 * @param readable files and folders that it may look at
 * @param hidden folders that it never sees, whatever they are part of
 * @param network whether it reaches the network, and with it whatever listens on this machine
 * @param nested whether it may make namespaces itself, as sandboxes of its own need
 */
public record Sandbox(
    String setting,
    Path home,
    List<Path> writable,
    List<Path> readable,
    List<Path> hidden,
    boolean network,
    boolean nested,
    Limits limits) {

  public Sandbox {
    writable = List.copyOf(writable);
    readable = List.copyOf(readable);
    hidden = List.copyOf(hidden);
  }

  /** With a home, and nothing else. */
  public static Sandbox of(String setting, Path home) {
    return new Sandbox(
        setting, home, List.of(), List.of(), List.of(), false, false, Limits.DEFAULT);
  }

  public Sandbox writing(Path path) {
    return new Sandbox(
        setting, home, plus(writable, path), readable, hidden, network, nested, limits);
  }

  public Sandbox reading(Path path) {
    return new Sandbox(
        setting, home, writable, plus(readable, path), hidden, network, nested, limits);
  }

  public Sandbox hiding(Path path) {
    return new Sandbox(
        setting, home, writable, readable, plus(hidden, path), network, nested, limits);
  }

  public Sandbox withNetwork(boolean reached) {
    return new Sandbox(setting, home, writable, readable, hidden, reached, nested, limits);
  }

  public Sandbox withLimits(Limits changed) {
    return new Sandbox(setting, home, writable, readable, hidden, network, nested, changed);
  }

  private static List<Path> plus(List<Path> paths, Path one) {
    List<Path> more = new ArrayList<>(paths);
    more.add(one);
    return more;
  }
}
