package dev.parley.processes.container;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import dev.parley.testkit.container.FakeEngine;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an engine answers is not believed, and it is not waited for without an end. */
class EngineTest {
  private static final String ID = "0123456789ab";
  private static final Duration SOON = Duration.ofMillis(300);
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final Map<String, String> SAME = Map.of("same", "one");
  private static final Map<String, String> RUN = Map.of("run", "1");

  @TempDir private Path folder;

  private FakeEngine fake;

  @BeforeEach
  void listen() throws IOException {
    fake = new FakeEngine(folder.resolve("e.sock"));
  }

  @AfterEach
  void close() throws IOException {
    fake.close();
  }

  private Engine engine(Duration patience) {
    return new Engine(fake.socket(), patience);
  }

  private static void hang(OutputStream out) throws InterruptedException {
    new CountDownLatch(1).await(60, TimeUnit.SECONDS);
  }

  /** One that makes and runs a container, which says this and goes on until somebody says. */
  private FakeEngine running(CountDownLatch exits) {
    return fake.when("GET /containers/json", 200, "[]")
        .when("GET /info", 200, "{}")
        .when("POST /containers/create", 201, "{\"Id\":\"" + ID + "\"}")
        .when("POST /containers/" + ID + "/attach", EngineTest::attached)
        .when("POST /containers/" + ID + "/start", 204, "")
        .when("GET /containers/" + ID + "/json", 200, "{\"State\":{\"Pid\":7}}")
        .when(
            "POST /containers/" + ID + "/wait",
            out -> {
              boolean _ = exits.await(60, TimeUnit.SECONDS);
              out.write(FakeEngine.http(200, "{\"StatusCode\":3}"));
            });
  }

  private static void attached(OutputStream out) throws IOException, InterruptedException {
    out.write("HTTP/1.1 101 UPGRADED\r\nUpgrade: tcp\r\n\r\n".getBytes(UTF_8));
    out.write(frame(1, "out "));
    out.write(frame(2, "err "));
    hang(out);
  }

  private static byte[] frame(int stream, String text) {
    return ByteBuffer.allocate(8 + text.length())
        .put(0, (byte) stream)
        .putInt(4, text.length())
        .put(8, text.getBytes(UTF_8))
        .array();
  }

  private RunningContainer start(Engine engine) throws IOException {
    Path home = Files.createDirectories(folder.resolve("home"));
    return RunningContainer.start(
        engine,
        new Container(ContainerRules.of(engine.socket(), "image"), home, home),
        "name",
        List.of("sh"),
        Map.of(),
        SAME,
        RUN);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "who is there?\n",
        "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n{}",
        "HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n{}",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n7fffffffffff\r\n{}\r\n",
        "HTTP/1.1 200 OK\r\n\r\nnot JSON",
        "HTTP/1.1 200 OK\r\n\r\n{\"Id\":\"../../images/all\"}",
        "HTTP/1.1 200 OK\r\n\r\n[]",
        "HTTP/1.1 500 Oops\r\n\r\n<html>broken"
      })
  void whatIsNoProperAnswerIsAFailure(String answer) {
    fake.when("POST /containers/create", out -> out.write(answer.getBytes(UTF_8)));

    assertThatIOException().isThrownBy(() -> engine(LONG).create("x", new byte[0]));
  }

  @Test
  void whoeverSendsHeadersWithoutEndIsHungUpOn() {
    fake.when(
        "GET /images",
        out -> {
          out.write("HTTP/1.1 200 OK\r\n".getBytes(UTF_8));
          while (true) {
            out.write("X-More: and more\r\n".repeat(100).getBytes(UTF_8));
          }
        });

    assertThatIOException()
        .isThrownBy(() -> engine(LONG).hasImage("x"))
        .withMessageContaining("too many headers");
  }

  @Test
  void whoeverDoesNotAnswerIsNotWaitedForLong() {
    fake.when("GET /images", EngineTest::hang);

    assertThatIOException()
        .isThrownBy(() -> engine(SOON).hasImage("x"))
        .withMessageContaining("has not answered");
  }

  @Test
  void whoWaitsCanBeInterrupted() throws Exception {
    fake.when("GET /images", EngineTest::hang);
    CompletableFuture<Throwable> thrown = new CompletableFuture<>();
    Thread asking =
        Thread.startVirtualThread(
            () -> thrown.complete(catchThrowable(() -> engine(LONG).hasImage("x"))));
    await().until(() -> !fake.asked().isEmpty());

    asking.interrupt();

    assertThat(thrown.get(30, TimeUnit.SECONDS)).isInstanceOf(InterruptedIOException.class);
  }

  @Test
  void anEngineThatFiltersBadlyMakesUsRemoveNothingOfOthers() throws Exception {
    fake.when(
        "GET /containers/json",
        200,
        "[{\"Id\":\"aaaaaaaaaaaa\",\"Labels\":{\"same\":\"other\"}},"
            + "{\"Id\":\"bbbbbbbbbbbb\"},"
            + "{\"Id\":\"cccccccccccc\",\"Labels\":{\"same\":\"one\"}}]");
    fake.when("DELETE /containers/", 204, "");

    assertThat(engine(LONG).removeAll(SAME)).isTrue();

    assertThat(fake.asked())
        .filteredOn(each -> each.startsWith("DELETE"))
        .containsExactly("DELETE /containers/cccccccccccc?force=true&v=true");
  }

  @Test
  void aRefusalIsToldInTheEnginesWords() {
    fake.when("POST /containers/create", 409, "{\"message\":\"the name is taken\"}");

    assertThatIOException()
        .isThrownBy(() -> engine(LONG).create("x", new byte[0]))
        .withMessage("the name is taken (status 409)");
  }

  @Test
  void bothOfItsStreamsAreReadAndItsExitCodeIsKnown() throws Exception {
    CountDownLatch exits = new CountDownLatch(1);
    running(exits);
    RunningContainer container = start(engine(LONG));

    assertThat(container.pid()).isEqualTo(7);
    assertThat(new String(container.output().readNBytes(8), UTF_8)).isEqualTo("out err ");
    exits.countDown();
    assertThat(container.exited().get(30, TimeUnit.SECONDS)).isEqualTo(3);
    container.forget();
    assertThat(fake.asked().getLast()).startsWith("DELETE /containers/" + ID);
  }

  @Test
  void anEngineThatGoesAwayAndComesBackLosesNoContainer() throws Exception {
    running(new CountDownLatch(1));
    RunningContainer container = start(engine(LONG));
    assertThat(new String(container.output().readNBytes(8), UTF_8)).isEqualTo("out err ");

    fake.close();
    assertThat(container.exited()).isNotDone();
    fake = new FakeEngine(fake.socket());
    CountDownLatch exits = new CountDownLatch(1);
    running(exits);

    StringBuilder said = new StringBuilder();
    while (!said.toString().endsWith("not here\nout err ")) {
      said.append((char) container.output().read());
    }
    assertThat(said.toString()).startsWith("\n--- the engine was away");
    exits.countDown();
    assertThat(container.exited().get(30, TimeUnit.SECONDS)).isEqualTo(3);
    container.forget();
  }

  @Test
  void garbageInPlaceOfWhatItWritesIsNotTakenForIt() throws Exception {
    CountDownLatch exits = new CountDownLatch(1);
    running(exits)
        .when(
            "POST /containers/" + ID + "/attach",
            out -> {
              out.write("HTTP/1.1 200 OK\r\n\r\n".getBytes(UTF_8));
              out.write("this is no frame of any kind".getBytes(UTF_8));
            });
    RunningContainer container = start(engine(LONG));
    exits.countDown();

    assertThat(new String(container.output().readAllBytes(), UTF_8)).doesNotContain("this is");
    container.forget();
  }

  @Test
  void whatAHungEngineHasMadeIsRemovedWhenItAnswersAgain() throws Exception {
    AtomicBoolean hangs = new AtomicBoolean(true);
    running(new CountDownLatch(1))
        .when("POST /containers/" + ID + "/start", EngineTest::hang)
        .when(
            "GET /containers/json",
            out -> {
              String mine = "[{\"Id\":\"" + ID + "\",\"Labels\":{\"run\":\"1\"}}]";
              out.write(FakeEngine.http(200, mine));
            })
        .when("DELETE", out -> out.write(FakeEngine.http(hangs.get() ? 500 : 204, "")));

    assertThatIOException()
        .isThrownBy(() -> start(engine(SOON)))
        .withMessageContaining("has not answered");

    await().until(() -> fake.asked().stream().anyMatch(each -> each.startsWith("DELETE")));
    hangs.set(false);
    long before = fake.asked().size();
    await()
        .until(
            () -> fake.asked().stream().skip(before).anyMatch(each -> each.startsWith("DELETE")));
  }

  @Test
  void whatDoesNotEndIsKilled() throws Exception {
    CountDownLatch exits = new CountDownLatch(1);
    running(exits)
        .when("POST /containers/" + ID + "/kill?signal=SIGTERM", 204, "")
        .when(
            "POST /containers/" + ID + "/kill?signal=SIGKILL",
            out -> {
              exits.countDown();
              out.write(FakeEngine.http(204, ""));
            });
    RunningContainer container = start(engine(LONG));

    assertThat(container.end(SOON)).isTrue();

    assertThat(container.exited().get(30, TimeUnit.SECONDS)).isEqualTo(3);
    container.forget();
  }

  @Test
  void whereNobodyListensThatIsSaid() throws Exception {
    fake.close();
    assertThatIOException()
        .isThrownBy(() -> engine(LONG).description())
        .withMessageMatching("(?s).+");
  }
}
