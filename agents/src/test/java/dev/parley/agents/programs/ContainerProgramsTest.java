package dev.parley.agents.programs;

import static dev.parley.agents.programs.ProgramsWorld.id;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.store.BoxId;
import dev.parley.processes.Ending;
import dev.parley.processes.LogReader;
import dev.parley.processes.container.ContainerRules;
import dev.parley.testkit.container.Podman;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Programs of agents in containers. What a container keeps out is said by the tests of processes.
 */
class ContainerProgramsTest {
  private static Podman podman;

  @TempDir private Path folder;

  private ProgramsWorld world;
  private Path work;

  @BeforeAll
  static void startEngine() {
    podman = Podman.start();
  }

  @AfterAll
  static void stopEngine() {
    if (podman != null) {
      podman.close();
    }
  }

  @BeforeEach
  void open() throws IOException {
    world = new ProgramsWorld(folder).grace(Duration.ofMillis(200));
    work = Files.createDirectory(folder.resolve("work"));
  }

  @AfterEach
  void close() {
    world.close();
  }

  private static ContainerRules rules(String image) {
    return ContainerRules.of(podman.socket(), image);
  }

  private String file(String name) throws IOException {
    await().until(() -> Files.exists(work.resolve(name)));
    return Files.readString(work.resolve(name)).strip();
  }

  @Test
  void itKnowsItsTaskItsNameAndTheHubAndReachesIt() throws Exception {
    HttpServer hub =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    hub.createContext(
        "/mcp",
        exchange -> {
          byte[] answer = "the hub".getBytes(UTF_8);
          exchange.sendResponseHeaders(200, answer.length);
          try (var body = exchange.getResponseBody()) {
            body.write(answer);
          }
        });
    hub.start();
    try {
      int port = hub.getAddress().getPort();
      Programs programs =
          world
              .variable("HANDED_ON", "by name")
              .variable("OF_THE_HUB", "its own")
              .contained(
                  "say",
                  rules(Podman.IMAGE),
                  "sh",
                  "-c",
                  "wget -q -O answer $PARLEY_MCP_URL; (echo $AGENT_ID; echo $TASK; echo $PARLEY_AS;"
                      + " echo $HANDED_ON; echo $OF_THE_HUB; echo $HOME) >d; echo my token:"
                      + " $PARLEY_TOKEN; cat d >told.part; echo x >all; exec sleep 1000")
              .openAt(URI.create("ws://127.0.0.1:" + port + "/ws"));

      Program program = programs.spawn(new Order(id("ada"), "say", "", "count the stars", null));

      assertThat(program.isRunning()).isTrue();
      assertThat(program.pid()).isPositive();
      assertThat(file("all")).isEqualTo("x");
      assertThat(file("answer")).isEqualTo("the hub");
      assertThat(file("told.part").lines())
          .containsExactly("ada", "count the stars", "ada", "by name", "", "/home/agent");
      var copies = world.broker.peek(BoxId.inbox(id("ada")), 10).get(10, TimeUnit.SECONDS);
      assertThat(new String(copies.getFirst().message().json(), UTF_8))
          .contains("count the stars", "\"priority\":\"high\"");
      assertThat(world.broker.participants().requireAgent(id("ada")).tokenHash()).isNotNull();
      try (LogReader reader = programs.log(id("ada"), 1_000)) {
        StringBuilder log = new StringBuilder();
        while (!log.toString().contains("my token: prl_[withheld]")) {
          log.append(reader.next(Duration.ofSeconds(10)));
        }
        assertThat(log.toString()).doesNotContain("prl_A").contains("--- say, process ");
      }

      Program.Stopped stopped = programs.stop(id("ada"));

      assertThat(stopped.ending()).isEqualTo(Ending.KILLED); // a shell's sleep, which asks nobody
      assertThat(world.broker.participants().requireAgent(id("ada")).tokenHash()).isNull();
      assertThat(podman.containers()).isEmpty();
    } finally {
      hub.stop(0);
    }
  }

  @Test
  void whatIsNotThereIsRefusedBeforeAnythingIsChanged() {
    Programs programs =
        world
            .contained("none", rules("localhost/none:1"), "sh")
            .contained("away", ContainerRules.of(folder.resolve("no.sock"), Podman.IMAGE), "sh")
            .open();

    assertThatExceptionOfType(Refused.class)
        .isThrownBy(() -> programs.spawn(new Order(id("ada"), "none", "", "", null)))
        .withMessageContaining("the image of the command 'none' is not there")
        .satisfies(refused -> assertThat(refused.code()).isEqualTo(ErrorCode.CONFLICT));
    assertThatExceptionOfType(Refused.class)
        .isThrownBy(() -> programs.spawn(new Order(id("ada"), "away", "", "", null)))
        .withMessageContaining("no.sock cannot be used");
    assertThat(world.broker.participants().agent(id("ada"))).isEmpty();
    assertThat(programs.all()).isEmpty();
  }

  @Test
  void itIsNeverShownTheHubsDataOrTheEngine() throws Exception {
    Files.createDirectories(world.programsFolder());
    Path all = Files.createSymbolicLink(work.resolve("all"), folder);
    ContainerRules plain = rules(Podman.IMAGE);
    Programs programs =
        world
            .command(
                new Command("data", List.of("sh"), folder, List.of(), "", List.of(), null, plain))
            .command(new Command("link", List.of("sh"), all, List.of(), "", List.of(), null, plain))
            .command(
                new Command(
                    "engine",
                    List.of("sh"),
                    podman.socket().getParent(),
                    List.of(),
                    "",
                    List.of(),
                    null,
                    plain))
            .open();

    for (String each : List.of("data", "link")) {
      assertThatExceptionOfType(Refused.class)
          .isThrownBy(() -> programs.spawn(new Order(id("ada"), each, "", "", null)))
          .withMessageContaining("would be shown the hub's data");
    }
    assertThatExceptionOfType(Refused.class)
        .isThrownBy(() -> programs.spawn(new Order(id("ada"), "engine", "", "", null)))
        .withMessageContaining("would be shown the engine's socket");
  }

  @Test
  void oneThatEndsAtOnceIsToldWithItsLastWords() {
    Programs programs =
        world
            .settle(ProgramsWorld.LONG)
            .contained("fail", rules(Podman.IMAGE), "sh", "-c", "echo no key; exit 9")
            .open();

    assertThatExceptionOfType(Refused.class)
        .isThrownBy(() -> programs.spawn(new Order(id("ada"), "fail", "", "", null)))
        .withMessageContaining("ended at once with code 9")
        .withMessageContaining("no key");
  }
}
