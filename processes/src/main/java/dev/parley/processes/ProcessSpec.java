package dev.parley.processes;

import dev.parley.processes.container.Container;
import dev.parley.processes.sandbox.Sandbox;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is to be started.
 *
 * @param name by which it is known, one process a name; also that of its files
 * @param label what it is, for people who read logs
 * @param argv the program and its arguments; no shell reads them
 * @param environment all variables that it is given
 * @param secrets parts of the environment that are left out of its log
 * @param notes kept on disk while it runs, for whoever hears that it has outlived its hub; no
 *     secrets
 * @param sandbox in which it is started; null for none
 * @param container in which it is started, where {@code argv} may be empty; null for none. Not both
 */
public record ProcessSpec(
    String name,
    String label,
    List<String> argv,
    Path directory,
    Map<String, String> environment,
    List<Secret> secrets,
    Map<String, String> notes,
    @Nullable Sandbox sandbox,
    @Nullable Container container) {
  /** With the longest suffix it is still a file name everywhere. */
  private static final int NAME_BYTES_MAX = 200;

  /**
   * @throws IllegalArgumentException when the name cannot be that of a file, or a note has a name
   *     that run files use themselves
   */
  public ProcessSpec {
    argv = List.copyOf(argv);
    environment = Map.copyOf(environment);
    secrets = List.copyOf(secrets);
    notes = Map.copyOf(notes);
    if (name.isEmpty()
        || name.indexOf('/') >= 0
        || name.indexOf('\0') >= 0
        || name.getBytes(StandardCharsets.UTF_8).length > NAME_BYTES_MAX) {
      throw new IllegalArgumentException("'" + name + "' cannot be the name of a file");
    }
    if (!Collections.disjoint(notes.keySet(), RunFiles.FIELDS)) {
      throw new IllegalArgumentException("notes may not be named " + RunFiles.FIELDS);
    }
  }

  /** Without a sandbox. */
  public ProcessSpec(
      String name,
      String label,
      List<String> argv,
      Path directory,
      Map<String, String> environment,
      List<Secret> secrets,
      Map<String, String> notes) {
    this(name, label, argv, directory, environment, secrets, notes, null, null);
  }

  /** In a sandbox, or in none. */
  public ProcessSpec(
      String name,
      String label,
      List<String> argv,
      Path directory,
      Map<String, String> environment,
      List<Secret> secrets,
      Map<String, String> notes,
      @Nullable Sandbox sandbox) {
    this(name, label, argv, directory, environment, secrets, notes, sandbox, null);
  }

  /** The same in a sandbox, or in none. */
  public ProcessSpec in(@Nullable Sandbox other) {
    return new ProcessSpec(name, label, argv, directory, environment, secrets, notes, other, null);
  }

  /** The same in a container. */
  public ProcessSpec in(Container other) {
    return new ProcessSpec(name, label, argv, directory, environment, secrets, notes, null, other);
  }

  /** After which it is stopped; zero for never. */
  Duration longest() {
    if (container != null) {
      return container.rules().time();
    }
    return sandbox == null ? Duration.ZERO : sandbox.limits().time();
  }

  /** Without arguments and variables, which may hold secrets. */
  @Override
  public String toString() {
    return "ProcessSpec[" + name + ", " + label + "]";
  }
}
