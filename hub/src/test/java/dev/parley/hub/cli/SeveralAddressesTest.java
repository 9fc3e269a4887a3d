package dev.parley.hub.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.hub.cli.CliRun.Result;
import dev.parley.testkit.process.Ports;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code --url} and {@code PARLEY_URL} with the addresses of several hubs. */
@Timeout(30)
class SeveralAddressesTest {
  @TempDir private Path data;
  private ScriptedHub hub;
  private String dead;

  @BeforeEach
  void startHub() throws IOException {
    hub = new ScriptedHub(data).answering("msg.send", "{\"messageId\":\"m1\",\"delivered\":true}");
    dead = "ws://127.0.0.1:" + Ports.free();
  }

  @AfterEach
  void stopHub() throws IOException {
    hub.close();
  }

  @Test
  void theAddressThatAnswersIsTaken() {
    assertThat(cli().run("--url", dead + "," + hub.address(), "send", "b", "x").exitCode())
        .isZero();
    assertThat(cli().run("send", "b", "x", "--url", dead, "--url", hub.address()).exitCode())
        .isZero();
    Result fromEnvironment =
        cli().with("PARLEY_URL", dead + ", " + hub.address()).run("send", "b", "x");
    assertThat(fromEnvironment.exitCode()).isZero();
  }

  @Test
  void flagsGoBeforeTheEnvironment() {
    Result sent = cli().with("PARLEY_URL", dead).run("--url", hub.address(), "send", "b", "x");

    assertThat(sent.exitCode()).isZero();
  }

  @Test
  void oneBadAddressAmongGoodOnesIsRefusedByName() {
    Result empty = cli().with("PARLEY_URL", hub.address() + ",,").run("send", "b", "x");
    Result word = cli().run("--url", hub.address() + ",nowhere", "send", "b", "x");

    assertThat(empty.exitCode()).isEqualTo(Exit.USAGE);
    assertThat(empty.err()).contains("PARLEY_URL: '' is no address");
    assertThat(word.exitCode()).isEqualTo(Exit.USAGE);
    assertThat(word.err()).contains("--url: 'nowhere' is no address");
  }

  @Test
  void whatAsksOverHttpAsksOneThatTakesConnections() {
    URI live = URI.create(hub.address());

    assertThat(HubAddress.answering(List.of(URI.create(dead), live))).isEqualTo(live);
    assertThat(HubAddress.answering(List.of(URI.create(dead)))).isEqualTo(URI.create(dead));
  }

  private CliRun cli() {
    return hub.cli();
  }
}
