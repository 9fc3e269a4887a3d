package dev.parley.processes.sandbox;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The files that a program in a sandbox sees beside the system's, outer folders before inner ones,
 * so that what is said of an inner folder holds.
 */
record View(List<Mount> mounts) {
  /** Made by the sandbox itself, for each program anew. */
  private static final List<Path> OF_THE_SANDBOX =
      List.of(Path.of("/proc"), Path.of("/dev"), Path.of("/sys"), Path.of("/tmp/.X11-unix"));

  enum Kind {
    READABLE,
    WRITABLE,
    HIDDEN
  }

  /**
   * @param path where the program sees it
   * @param source where it is, links followed
   */
  record Mount(Path path, Path source, Kind kind) {}

  /** A wish, before it is known whether it can be fulfilled. */
  private record Wish(Path path, Kind kind) {}

  /**
   * @throws Refused when something is not there, or cannot be shown
   */
  static View of(Sandbox sandbox) {
    List<Wish> wishes =
        Stream.concat(
                sandbox.readable().stream().map(path -> new Wish(path, Kind.READABLE)),
                Stream.concat(Stream.of(sandbox.home()), sandbox.writable().stream())
                    .map(path -> new Wish(path, Kind.WRITABLE)))
            .map(wish -> new Wish(wish.path.toAbsolutePath().normalize(), wish.kind))
            .sorted(
                Comparator.<Wish>comparingInt(wish -> wish.path.getNameCount())
                    .thenComparing(Wish::kind))
            .toList();
    List<Path> hidden = sandbox.hidden().stream().flatMap(View::real).toList();
    List<Mount> mounts = new ArrayList<>();
    for (Wish wish : wishes) {
      Optional<Mount> outer = nearest(mounts, wish.path);
      if (outer.filter(mount -> mount.kind == wish.kind).isEmpty()) {
        Mount mount = new Mount(wish.path, source(wish, outer), wish.kind);
        mounts.add(mount);
        // By whatever name it would be seen.
        hidden.stream()
            .filter(path -> path.startsWith(mount.source))
            .map(path -> mount.path.resolve(mount.source.relativize(path)).normalize())
            .forEach(path -> mounts.add(new Mount(path, path, Kind.HIDDEN)));
      }
    }
    return new View(List.copyOf(mounts));
  }

  private static Stream<Path> real(Path path) {
    try {
      return Stream.of(path.toRealPath());
    } catch (IOException e) {
      return Stream.empty(); // what is not there need not be hidden
    }
  }

  /** The innermost of those that hold the path, and of these the last, which covers the others. */
  private static Optional<Mount> nearest(List<Mount> mounts, Path path) {
    Mount best = null;
    for (Mount mount : mounts) {
      if (path.startsWith(mount.path)
          && (best == null || mount.path.getNameCount() >= best.path.getNameCount())) {
        best = mount;
      }
    }
    return Optional.ofNullable(best);
  }

  private static Path source(Wish wish, Optional<Mount> outer) {
    Path path = wish.path;
    if (path.getNameCount() == 0 || OF_THE_SANDBOX.stream().anyMatch(path::startsWith)) {
      throw new Refused(ErrorCode.CONFLICT, path + " cannot be shown to a program in a sandbox");
    }
    Path source;
    try {
      source = path.toRealPath();
    } catch (IOException e) {
      throw new Refused(ErrorCode.CONFLICT, path + " is not there");
    }
    // Who can write in the outer folder could have put a link there, to anything at all.
    boolean led =
        outer
            .filter(mount -> mount.kind == Kind.WRITABLE)
            .filter(mount -> !source.equals(mount.source.resolve(mount.path.relativize(path))))
            .isPresent();
    if (led) {
      throw new Refused(
          ErrorCode.CONFLICT, path + " is a link in a folder that the program may write");
    }
    return source;
  }

  /** Does the program see this file, under this name and where it really is? */
  boolean shows(Path file, List<Path> system) {
    try {
      return Stream.of(file.toAbsolutePath().normalize(), file.toRealPath())
          .allMatch(
              path ->
                  nearest(mounts, path)
                      .map(mount -> mount.kind != Kind.HIDDEN)
                      .orElseGet(() -> system.stream().anyMatch(path::startsWith)));
    } catch (IOException e) {
      return false;
    }
  }
}
