package dev.parley.processes.sandbox;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The command line of bubblewrap for a sandbox: every namespace anew, the system's programs and
 * libraries and what they need of {@code /etc} to be read, a small {@code /dev} and {@code /tmp} of
 * its own, no capabilities, and limits that are set inside, where those of processes count for the
 * sandbox alone.
 */
final class Bubblewrap {
  /** Folders of the system; what is a link in one distribution is a folder in another. */
  static final List<Path> SYSTEM =
      paths("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store");

  /** Nothing of this is secret; other files of {@code /etc} may be, above all for root. */
  private static final List<Path> ETC =
      paths(
          "/etc/alternatives",
          "/etc/ca-certificates",
          "/etc/crypto-policies",
          "/etc/fonts",
          "/etc/gai.conf",
          "/etc/group",
          "/etc/host.conf",
          "/etc/hosts",
          "/etc/ld.so.cache",
          "/etc/ld.so.conf",
          "/etc/ld.so.conf.d",
          "/etc/locale.alias",
          "/etc/localtime",
          "/etc/magic",
          "/etc/mime.types",
          "/etc/nsswitch.conf",
          "/etc/os-release",
          "/etc/passwd",
          "/etc/pki/ca-trust",
          "/etc/pki/java",
          "/etc/pki/tls/certs",
          "/etc/protocols",
          "/etc/resolv.conf",
          "/etc/services",
          "/etc/shells",
          "/etc/ssl/certs",
          "/etc/ssl/openssl.cnf",
          "/etc/terminfo",
          "/etc/timezone");

  private static final List<Path> KERNEL = paths("/proc/sys", "/proc/sysrq-trigger");
  private static final Path ETC_FOLDER = Path.of("/etc");
  private static final String SHM_BYTES = Long.toString(64 << 20);

  private final Path bwrap;
  private final Path prlimit;
  private final List<String> system;

  Bubblewrap(Path bwrap, Path prlimit) throws IOException {
    this.bwrap = bwrap;
    this.prlimit = prlimit;
    this.system = system();
  }

  private static List<Path> paths(String... names) {
    return List.of(names).stream().map(Path::of).toList();
  }

  private static List<String> system() throws IOException {
    List<String> line = new ArrayList<>();
    for (Path folder : SYSTEM) {
      if (Files.isSymbolicLink(folder)) {
        add(line, "--symlink", Files.readSymbolicLink(folder), folder);
      } else if (Files.isDirectory(folder)) {
        add(line, "--ro-bind", folder, folder);
      }
    }
    List<Path> etc = new ArrayList<>(ETC);
    // A JDK of Debian or Fedora has its configuration there.
    try (DirectoryStream<Path> java = Files.newDirectoryStream(ETC_FOLDER, "java*")) {
      java.forEach(etc::add);
    }
    for (Path each : etc) {
      add(line, "--ro-bind-try", each, each);
    }
    return List.copyOf(line);
  }

  private static void add(List<String> line, Object... parts) {
    for (Object part : parts) {
      line.add(part.toString());
    }
  }

  /**
   * @param filter where bubblewrap finds the filter of system calls among its open files; negative
   *     for none
   * @param memoryIsBound whether something else bounds the memory of all processes together
   */
  List<String> line(
      Sandbox sandbox,
      View view,
      List<String> argv,
      Path directory,
      int filter,
      boolean memoryIsBound) {
    Limits limits = sandbox.limits();
    List<String> line = new ArrayList<>();
    add(line, bwrap, "--unshare-all", "--unshare-user");
    if (!sandbox.nested()) {
      add(line, "--disable-userns");
    }
    if (sandbox.network()) {
      add(line, "--share-net");
    }
    if (filter >= 0) {
      add(line, "--seccomp", filter);
    }
    add(line, "--die-with-parent", "--new-session", "--cap-drop", "ALL", "--hostname", "sandbox");
    line.addAll(system);
    add(line, "--dev", "/dev", "--perms", "1777", "--size", SHM_BYTES, "--tmpfs", "/dev/shm");
    add(line, "--proc", "/proc");
    // Root without any capability still owns the files there, and would set up the whole machine.
    for (Path each : KERNEL) {
      add(line, "--ro-bind-try", each, each);
    }
    add(line, "--perms", "1777", "--size", limits.tmpBytes(), "--tmpfs", "/tmp");
    add(line, "--symlink", "/tmp", "/var/tmp");
    List<Path> covers = new ArrayList<>();
    for (View.Mount mount : view.mounts()) {
      switch (mount.kind()) {
        case READABLE -> add(line, "--ro-bind", mount.source(), mount.path());
        case WRITABLE -> add(line, "--bind", mount.source(), mount.path());
        case HIDDEN -> {
          add(line, "--tmpfs", mount.path());
          covers.add(mount.path());
        }
      }
    }
    // What is written elsewhere would be kept in memory, without a limit.
    covers.forEach(cover -> add(line, "--remount-ro", cover));
    add(line, "--remount-ro", "/dev", "--remount-ro", "/", "--chdir", directory, "--");
    line.addAll(limited(limits, memoryIsBound));
    line.addAll(argv);
    return line;
  }

  private List<String> limited(Limits limits, boolean memoryIsBound) {
    List<String> line = new ArrayList<>();
    add(line, prlimit, "--core=0", "--nproc=" + limits.processes());
    add(line, "--nofile=" + limits.openFiles(), "--fsize=" + limits.fileBytes());
    if (limits.cpuSeconds() > 0) {
      add(line, "--cpu=" + limits.cpuSeconds());
    }
    if (!memoryIsBound) {
      // Not the address space, of which Java and JavaScript reserve much and use little.
      add(line, "--data=" + limits.memoryBytes());
    }
    add(line, "--");
    return line;
  }
}
