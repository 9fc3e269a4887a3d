package dev.parley.processes.sandbox;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.store.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What this machine offers to lock programs in. It is not believed but tried: a program is run in a
 * sandbox before one is promised.
 */
public final class Confinement {
  private static final Logger LOG = LoggerFactory.getLogger(Confinement.class);
  private static final int TRIAL_SECONDS = 10;
  private static final int WORDS_MAX = 200;
  private static final String PROOF = "locked in";

  private final @Nullable Enclosure enclosure;
  private final String description;

  private Confinement(@Nullable Enclosure enclosure, String description) {
    this.enclosure = enclosure;
    this.description = description;
  }

  /** For machines without, and for those who start nothing in a sandbox. */
  public static Confinement none(String why) {
    return new Confinement(null, why);
  }

  /** Tried once, from when it is first asked for. */
  private static final class Machine {
    static final CompletableFuture<Confinement> FOUND = new CompletableFuture<>();

    static {
      var _ =
          Thread.ofVirtual()
              .name("parley-sandbox-trial")
              .start(() -> FOUND.complete(told(find(System.getenv().getOrDefault("PATH", "")))));
    }

    private static Confinement told(Confinement found) {
      if (found.works()) {
        LOG.info("sandbox: {}", found.description());
      } else {
        LOG.warn(
            "there is no sandbox: {}; what asks for one will not be started", found.description());
      }
      return found;
    }
  }

  /** What there is on this machine, once that has been tried. */
  public static CompletableFuture<Confinement> ofThisMachine() {
    return Machine.FOUND.copy();
  }

  /** The same; waits for it. */
  public static Confinement here() {
    return Machine.FOUND.join();
  }

  /**
   * Tries what is found in these folders.
   *
   * @param searched with colons between them
   */
  static Confinement find(String searched) {
    Optional<Path> bwrap = program("bwrap", searched + ":/usr/bin:/usr/local/bin");
    Optional<Path> prlimit = program("prlimit", "/usr/bin:/bin");
    if (bwrap.isEmpty()) {
      return none("bubblewrap (bwrap) is not installed");
    }
    return prlimit.isEmpty()
        ? none("prlimit (of util-linux) is not installed")
        : tried(bwrap.get(), prlimit.get());
  }

  static Confinement tried(Path bwrap, Path prlimit) {
    try {
      byte[] filter = SystemCalls.filter(System.getProperty("os.arch")).orElse(null);
      Enclosure plain = new Enclosure(new Bubblewrap(bwrap, prlimit), filter, ControlGroups.none());
      Optional<String> wrong = failure(plain);
      if (wrong.isPresent()) {
        return none(bwrap + " does not work here: " + wrong.get());
      }
      Enclosure grouped = plain.with(ControlGroups.find(Path.of("/proc/self")));
      Optional<String> notGrouped = failure(grouped);
      notGrouped.ifPresent(why -> LOG.debug("sandboxes have no control groups: {}", why));
      Enclosure best = notGrouped.isPresent() ? plain : grouped;
      return new Confinement(best, described(bwrap, best));
    } catch (IOException | RuntimeException e) {
      return none(bwrap + " could not be tried: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return none("it was not found out");
    }
  }

  /** What is wrong with it, in its own words: it has to hide a file that is there. */
  private static Optional<String> failure(Enclosure enclosure)
      throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("parley-sandbox-");
    try {
      Path home = Files.createDirectory(folder.resolve("home"));
      Path secret = Files.createFile(folder.resolve("secret"));
      Path words = Files.createFile(folder.resolve("words"));
      Sandbox sandbox = Sandbox.of("", home);
      List<String> argv =
          List.of("sh", "-c", "test ! -e \"$0\" && echo " + PROOF, secret.toString());
      try (Launch launch = enclosure.launch(sandbox, View.of(sandbox), argv, home, folder)) {
        Process process =
            new ProcessBuilder(launch.argv())
                .directory(home.toFile())
                .redirectErrorStream(true)
                .redirectOutput(words.toFile())
                .start();
        process.getOutputStream().close();
        if (!process.waitFor(TRIAL_SECONDS, TimeUnit.SECONDS)) {
          process.descendants().forEach(ProcessHandle::destroyForcibly);
          int _ = process.destroyForcibly().waitFor();
          return Optional.of("it did not end");
        }
      }
      String said = Files.readString(words).strip();
      if (said.equals(PROOF)) {
        return Optional.empty();
      }
      return Optional.of(
          said.isEmpty()
              ? "it does not lock anything in"
              : said.substring(0, Math.min(said.length(), WORDS_MAX)));
    } finally {
      Folders.delete(folder);
    }
  }

  private static Optional<Path> program(String name, String searched) {
    return Stream.of(searched.split(":", -1))
        .filter(folder -> folder.startsWith("/"))
        .flatMap(folder -> file(folder, name))
        .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
        .findFirst();
  }

  private static Stream<Path> file(String folder, String name) {
    try {
      return Stream.of(Path.of(folder, name));
    } catch (InvalidPathException e) {
      return Stream.empty();
    }
  }

  private static String described(Path bwrap, Enclosure enclosure) {
    ControlGroups groups = enclosure.groups();
    return bwrap
        + (enclosure.filters() ? "" : ", without a filter of system calls")
        + (groups.limitMemory() ? "" : ", memory limited for each process by itself")
        + (groups.limitProcesses() || !isRoot()
            ? ""
            : ", the number of processes not limited because the hub runs as root");
  }

  /** The kernel does not count the processes of root. */
  private static boolean isRoot() {
    try {
      return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
      return false;
    }
  }

  public boolean works() {
    return enclosure != null;
  }

  /** What it is and what it lacks, or why there is none. */
  public String description() {
    return description;
  }

  /**
   * How a program is started in this sandbox.
   *
   * @param searched the folders in which the program is looked for, with colons between them
   * @param folder of the hub's own, where a file is kept that the start needs
   * @throws Refused saying what the owner has to mend
   */
  public Launch launch(
      Sandbox sandbox, List<String> argv, Path directory, String searched, Path folder) {
    Enclosure present = enclosure;
    if (present == null) {
      throw new Refused(
          ErrorCode.CONFLICT,
          "this program is to be started in a sandbox, and there is none: "
              + description
              + ". Mend that, or set "
              + sandbox.setting()
              + " to false: then it has all rights of the hub's user");
    }
    View view = View.of(sandbox);
    if (!view.shows(directory, List.of())) {
      throw new Refused(ErrorCode.CONFLICT, "its sandbox does not show the folder " + directory);
    }
    requireShown(view, argv.getFirst(), directory, searched);
    try {
      return present.launch(sandbox, view, argv, directory, folder);
    } catch (IOException e) {
      throw new Refused(
          ErrorCode.STORE_UNAVAILABLE, "its sandbox could not be made: " + e.getMessage());
    }
  }

  /** Said here in words: bubblewrap would only say that there is no such file. */
  private static void requireShown(View view, String program, Path directory, String searched) {
    Stream<Path> places =
        program.contains("/")
            ? Stream.of(directory.resolve(program))
            : Stream.of(searched.split(":", -1))
                .filter(folder -> !folder.isEmpty())
                .flatMap(folder -> file(folder, program))
                .map(directory::resolve);
    List<Path> found = places.filter(Files::isExecutable).toList();
    if (found.stream().noneMatch(place -> view.shows(place, Bubblewrap.SYSTEM))) {
      throw new Refused(
          ErrorCode.CONFLICT,
          found.isEmpty()
              ? "the program is not there: " + program
              : found.getFirst()
                  + " is not shown by its sandbox: add the folder in which it is installed to"
                  + " 'readable'");
    }
  }
}
