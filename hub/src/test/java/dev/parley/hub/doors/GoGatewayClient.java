package dev.parley.hub.doors;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * The client in {@code testkit/src/go/gatewayclient}, which was written from the description of the
 * protocol alone, as a process: told what to do and heard line by line.
 */
final class GoGatewayClient implements AutoCloseable {
  private static final Path SOURCES = Path.of("../testkit/src/go/gatewayclient");
  private static final Path PROGRAM = Path.of("target/gatewayclient").toAbsolutePath();

  /** What no hub may give a client cause to say. */
  private static final List<String> COMPLAINTS =
      List.of("unwanted", "broken", "dropped", "bad_order");

  private final Process process;
  private final Writer orders;
  private final Deque<JsonNode> aside = new ArrayDeque<>();
  private final BlockingQueue<JsonNode> steps = new LinkedBlockingQueue<>();
  private final List<JsonNode> complaints = new ArrayList<>();

  private GoGatewayClient(Process process) {
    this.process = process;
    this.orders = process.outputWriter();
    Thread.ofVirtual().start(this::readOutput);
  }

  /** Builds the program from what is here: nothing is fetched. Skips the test without Go. */
  static void build() throws Exception {
    String go = go();
    assumeTrue(go != null, "Go is missing: no 'go' on the PATH, in /usr/local/go/bin or TEST_GO");
    ProcessBuilder build = new ProcessBuilder(go, "build", "-o", PROGRAM.toString(), ".");
    build.directory(SOURCES.toFile()).redirectErrorStream(true);
    build
        .environment()
        .putAll(
            Map.of(
                "GOFLAGS", "-mod=mod", "GOPROXY", "off", "GOTOOLCHAIN", "local", "GOWORK", "off"));
    Process building = build.start();
    String said = new String(building.getInputStream().readAllBytes(), UTF_8);
    if (building.waitFor() != 0) {
      throw new AssertionError("go build failed:\n" + said);
    }
  }

  private static String go() {
    String named = System.getenv("TEST_GO");
    if (named != null) {
      return named;
    }
    String path =
        System.getenv().getOrDefault("PATH", "") + File.pathSeparator + "/usr/local/go/bin";
    return Stream.of(path.split(File.pathSeparator))
        .map(folder -> Path.of(folder, "go"))
        .filter(Files::isExecutable)
        .map(Path::toString)
        .findFirst()
        .orElse(null);
  }

  static GoGatewayClient start(String url, String bot, String token, String... more) {
    List<String> command = new ArrayList<>();
    command.addAll(List.of(PROGRAM.toString(), "-url", url, "-bot", bot, "-token", token));
    command.addAll(List.of(more));
    try {
      return new GoGatewayClient(
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void readOutput() {
    try (BufferedReader lines = process.inputReader()) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        steps.add(Json.parse(line));
      }
    } catch (IOException e) {
      steps.add(Json.parse("{\"step\":\"broken\"}"));
    }
  }

  GoGatewayClient tell(String what) {
    return tell(Map.of("do", what));
  }

  GoGatewayClient tell(Map<String, ?> order) {
    try {
      orders.write(Json.write(order) + "\n");
      orders.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  /** Connects and returns AUTH_OK. */
  JsonNode connect() {
    return tell("connect").next("auth_ok");
  }

  /** The next step, whatever it is. */
  JsonNode next() {
    return aside.isEmpty() ? fresh() : aside.remove();
  }

  private JsonNode fresh() {
    try {
      JsonNode step = steps.poll(60, TimeUnit.SECONDS);
      if (step == null) {
        throw new AssertionError("nothing came");
      }
      if (COMPLAINTS.contains(step.path("step").asString())) {
        complaints.add(step);
      }
      return step;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Reads past all others to a step of this name. */
  JsonNode next(String name) {
    JsonNode step = next();
    while (!step.path("step").asString().equals(name)) {
      step = next();
    }
    return step;
  }

  /** The next step of this name; those that came before it are still to be read. */
  JsonNode answer(String name) {
    JsonNode step = fresh();
    while (!step.path("step").asString().equals(name)) {
      aside.add(step);
      step = fresh();
    }
    return step;
  }

  JsonNode delivery() {
    return next("delivery");
  }

  /** Everything heard before the hub had taken in all that was said; joins are answered in turn. */
  List<JsonNode> everythingUntilNow(String bot) {
    tell(Map.of("do", "join", "bot", bot, "stream", "mark"));
    List<JsonNode> all = new ArrayList<>();
    for (JsonNode step = next(); !step.path("stream").asString("").equals("mark"); step = next()) {
      all.add(step);
    }
    return all;
  }

  @Override
  public void close() throws Exception {
    orders.close();
    if (!process.waitFor(30, TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
    steps.stream()
        .filter(step -> COMPLAINTS.contains(step.path("step").asString()))
        .forEach(complaints::add);
    if (!complaints.isEmpty()) {
      throw new AssertionError("the client complains: " + complaints);
    }
  }
}
