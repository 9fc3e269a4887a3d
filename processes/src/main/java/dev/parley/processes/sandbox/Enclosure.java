package dev.parley.processes.sandbox;

import dev.parley.core.store.OwnersFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Bubblewrap with what is around it: control groups, and a filter of system calls. */
final class Enclosure {
  private static final String FILTER = "system-calls.bpf";
  private static final int FILTER_FILE = 9;

  /**
   * A shell that enters the control groups, opens the filter and becomes the sandbox: the process
   * that was started stays the one that is waited for.
   */
  private static final String ENTER =
      "while [ \"$1\" != -- ]; do echo 0 >\"$1\" || exit 125; shift; done; shift; exec \"$@\"";

  private final Bubblewrap bubblewrap;
  private final byte @Nullable [] filter;
  private final ControlGroups groups;

  /**
   * @param filter of system calls; null where there is none for this machine
   */
  Enclosure(Bubblewrap bubblewrap, byte @Nullable [] filter, ControlGroups groups) {
    this.bubblewrap = bubblewrap;
    this.filter = filter;
    this.groups = groups;
  }

  Enclosure with(ControlGroups others) {
    return new Enclosure(bubblewrap, filter, others);
  }

  boolean filters() {
    return filter != null;
  }

  ControlGroups groups() {
    return groups;
  }

  /**
   * @param folder of the hub's own, where the filter is kept
   */
  Launch launch(Sandbox sandbox, View view, List<String> argv, Path directory, Path folder)
      throws IOException {
    List<String> line = new ArrayList<>(List.of("/bin/sh", "-c"));
    if (filter == null) {
      line.addAll(List.of(ENTER, "sh"));
    } else {
      Path file = written(filter, folder);
      line.addAll(List.of(ENTER + " " + FILTER_FILE + "<\"$0\"", file.toString()));
    }
    ControlGroups.Group group = groups.make(sandbox.limits());
    group.entrances().forEach(entrance -> line.add(entrance.toString()));
    line.add("--");
    line.addAll(
        bubblewrap.line(
            sandbox,
            view,
            argv,
            directory,
            filter == null ? -1 : FILTER_FILE,
            groups.limitMemory()));
    Map<String, String> variables = Map.of("HOME", sandbox.home().toString(), "TMPDIR", "/tmp");
    return new Launch(line, variables, group::remove);
  }

  /** An earlier version of the hub may have left another one. */
  private static synchronized Path written(byte[] filter, Path folder) throws IOException {
    Path file = folder.resolve(FILTER);
    if (!Files.isRegularFile(file) || !Arrays.equals(Files.readAllBytes(file), filter)) {
      OwnersFile.write(folder, FILTER, filter);
    }
    return file;
  }
}
