package dev.parley.testkit.disk;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A file system that loses power on command: what was not fsynced by then is gone, up to a part
 * that a seed selects. Its writes and fsyncs can be made to fail, and processes that use it can be
 * cut off as if they had been killed. It is a small program in C ({@code forgetful.c} says what it
 * promises), compiled once and mounted by FUSE.
 *
 * <p>Not thread-safe, except that others may use the files meanwhile.
 */
public final class ForgetfulDisk implements AutoCloseable {
  /** As Linux has them. */
  public enum Trouble {
    BROKEN(5),
    FULL(28);

    private final int number;

    Trouble(int number) {
      this.number = number;
    }
  }

  /** Calls since the disk was mounted. */
  public record Calls(long writes, long syncs) {}

  /** This computer, or this user, cannot mount one; the message says why. */
  public static final class Impossible extends Exception {
    private static final long serialVersionUID = 1L;

    Impossible(String why) {
      super("no disk that forgets (needs root on Linux, gcc, libfuse3-dev and fuse3): " + why);
    }
  }

  private final Path folder;
  private final Process process;
  private final BufferedReader answers;

  private ForgetfulDisk(Path folder, Process process) {
    this.folder = folder;
    this.process = process;
    this.answers = process.inputReader(UTF_8);
  }

  /**
   * @param folder where to mount it: an empty folder
   */
  public static ForgetfulDisk mount(Path folder) throws Impossible {
    Path program = program();
    try {
      Process process =
          new ProcessBuilder(program.toString(), "-f", folder.toString())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      ForgetfulDisk disk = new ForgetfulDisk(folder, process);
      if (!"mounted".equals(disk.answers.readLine())) {
        disk.close();
        throw new Impossible("it could not be mounted");
      }
      return disk;
    } catch (IOException e) {
      throw new Impossible(e.toString());
    }
  }

  public Path folder() {
    return folder;
  }

  /** That fsync from now on fails, counted from 1, and what it was to write is never written. */
  public void failSync(long which) {
    fail("sync", which, Trouble.BROKEN);
  }

  /** That write from now on fails, counted from 1. */
  public void failWrite(long which, Trouble how) {
    fail("write", which, how);
  }

  private void fail(String what, long which, Trouble how) {
    if (which < 1) {
      throw new IllegalArgumentException("the first is 1, not " + which);
    }
    expect("ok", "fail %s %d %d".formatted(what, which, how.number));
  }

  /** From now on nothing fails any more. */
  public void heal() {
    expect("ok", "fail sync 0 0");
    expect("ok", "fail write 0 0");
  }

  public Calls calls() {
    String[] numbers = ask("count").split(" ", -1);
    return new Calls(Long.parseLong(numbers[0]), Long.parseLong(numbers[1]));
  }

  /**
   * Whoever uses the disk is cut off: every call fails until {@link #resume}, and files that are
   * open now stay dead after that, too. What they wrote stays in the page cache.
   */
  public void halt() {
    expect("ok", "halt");
  }

  public void resume() {
    expect("ok", "resume");
  }

  /** Power fails and comes back. */
  public void losePower(long seed) {
    expect("ok", "lose " + Long.toUnsignedString(seed));
  }

  private void expect(String answer, String command) {
    String found = ask(command);
    if (!found.equals(answer)) {
      throw new IllegalStateException(command + ": " + found);
    }
  }

  private String ask(String command) {
    try {
      process.getOutputStream().write((command + "\n").getBytes(UTF_8));
      process.getOutputStream().flush();
      return Objects.requireNonNullElse(answers.readLine(), "the disk has gone");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Unmounts it; nothing is left of what was on it. */
  @Override
  public void close() {
    try {
      run(List.of("umount", "-l", folder.toString()));
      process.getOutputStream().close();
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      process.destroyForcibly();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  /** Compiled once for every user and version of its source, and kept. */
  private static Path program() throws Impossible {
    try (InputStream source =
        Objects.requireNonNull(ForgetfulDisk.class.getResourceAsStream("forgetful.c"))) {
      byte[] text = source.readAllBytes();
      String version = Integer.toHexString(new String(text, UTF_8).hashCode());
      Path cache = Path.of(System.getProperty("user.home"), ".cache", "parley");
      Path program = cache.resolve("forgetful-" + version);
      if (!Files.isExecutable(program)) {
        Files.createDirectories(cache);
        Path building = Files.createTempDirectory(cache, "forgetful");
        Path file = Files.write(building.resolve("forgetful.c"), text);
        compile(file, building.resolve("forgetful"));
        Files.move(building.resolve("forgetful"), program, StandardCopyOption.ATOMIC_MOVE);
        Files.delete(file);
        Files.delete(building);
      }
      return program;
    } catch (IOException e) {
      throw new Impossible(e.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Impossible("interrupted");
    }
  }

  private static void compile(Path source, Path program)
      throws IOException, InterruptedException, Impossible {
    String flags = run(List.of("pkg-config", "--cflags", "--libs", "fuse3"));
    List<String> command = new ArrayList<>();
    Stream.of("gcc", "-O2", "-o", program.toString(), source.toString()).forEach(command::add);
    Stream.of(flags.strip().split(" +", -1)).forEach(command::add);
    String said = run(command);
    if (!Files.isExecutable(program)) {
      throw new Impossible(said);
    }
  }

  private static String run(List<String> command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    process.waitFor();
    return said;
  }
}
