package dev.parley.hub.cli.join;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Asks a client itself which servers it sees. */
final class ClientList {
  private static final int OUTPUT_MAX = 64 << 10;
  private static final long PATIENCE_SECONDS = 60;

  private final Map<String, String> environment;

  ClientList(Map<String, String> environment) {
    this.environment = environment;
  }

  /** How it went. */
  enum Seen {
    /** The client says that it is connected. */
    CONNECTED("it sees the server, and is connected"),
    LISTED("it sees the server; whether it is connected it does not say"),
    FAILED("it sees the server, and cannot connect"),
    MISSING("it does not see the server"),
    BROKEN("its list could not be read"),
    NOT_INSTALLED("it is not installed here, so nobody has looked"),
    NO_LIST("it has no command that lists its servers; look at them there");

    private final String words;

    Seen(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }

    String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }

    boolean isGood() {
      return this != FAILED && this != MISSING;
    }
  }

  /**
   * @param said the line that it says of the server, or why there is none
   */
  record Answer(Seen seen, String command, String said) {}

  /**
   * @param folder where it is started
   * @param secret does not come out of here
   */
  Answer ask(Client client, String name, Path folder, @Nullable String secret) {
    List<String> command = client.listCommand();
    String shown = String.join(" ", command);
    if (command.isEmpty()) {
      return new Answer(Seen.NO_LIST, "", "");
    }
    Path program = found(command.getFirst());
    if (program == null) {
      return new Answer(Seen.NOT_INSTALLED, shown, "");
    }
    try {
      String output = run(program, command.subList(1, command.size()), folder);
      String plain = output.replaceAll("\u001b\\[[0-9;?]*[A-Za-z]", "");
      String line = line(secret == null ? plain : plain.replace(secret, Way.WITHHELD), name);
      return new Answer(seen(line), shown, line);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Answer(Seen.BROKEN, shown, "interrupted");
    } catch (IOException | ExecutionException | TimeoutException e) {
      String why = e instanceof TimeoutException ? "no end after " + PATIENCE_SECONDS + " s" : null;
      return new Answer(Seen.BROKEN, shown, why == null ? String.valueOf(e.getMessage()) : why);
    }
  }

  private static Seen seen(String line) {
    String words = line.toLowerCase(Locale.ROOT);
    if (words.isEmpty()) {
      return Seen.MISSING;
    }
    if (words.matches(".*(disconnected|not connected|fail|error|✗|✘|needs auth).*")) {
      return Seen.FAILED;
    }
    return words.matches(".*(connected|✓|✔).*") ? Seen.CONNECTED : Seen.LISTED;
  }

  /** The first line with the name as a word of its own. */
  private static String line(String output, String name) {
    String word = "(?s).*(^|[^A-Za-z0-9_-])\\Q" + name + "\\E([^A-Za-z0-9_-]|$).*";
    return output.lines().filter(line -> line.matches(word)).findFirst().orElse("").strip();
  }

  private @Nullable Path found(String program) {
    for (String folder : environment.getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
      Path file = folder.isEmpty() ? null : Path.of(folder).resolve(program);
      if (file != null && Files.isRegularFile(file) && Files.isExecutable(file)) {
        return file;
      }
    }
    return null;
  }

  private String run(Path program, List<String> arguments, Path folder)
      throws IOException, InterruptedException, ExecutionException, TimeoutException {
    ProcessBuilder builder = new ProcessBuilder(program.toString());
    builder.command().addAll(arguments);
    builder.environment().clear();
    builder.environment().putAll(environment);
    builder.directory(folder.toFile()).redirectErrorStream(true);
    Process process = builder.start();
    try {
      process.getOutputStream().close();
      CompletableFuture<String> output = new CompletableFuture<>();
      Thread.ofVirtual().start(() -> read(process, output));
      return output.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  private static void read(Process process, CompletableFuture<String> output) {
    try (InputStream in = process.getInputStream()) {
      output.complete(new String(in.readNBytes(OUTPUT_MAX), UTF_8));
    } catch (IOException e) {
      output.completeExceptionally(e);
    }
  }
}
