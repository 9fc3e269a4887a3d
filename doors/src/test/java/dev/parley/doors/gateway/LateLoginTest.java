package dev.parley.doors.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.doors.Configs;
import dev.parley.wire.gateway.FrameType;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A hub that is busy takes longer for a login than it lets strangers be silent. */
class LateLoginTest {
  private static final UUID A = UUID.fromString("7c9e6679-7425-40de-944b-e07fc1f90ae7");

  private final CompletableFuture<Void> busy = new CompletableFuture<>();
  private final GatewayHub hub =
      new GatewayHub(
          GatewayLimits.DEFAULT,
          Configs.authentication(Duration.ofMillis(40)),
          login ->
              (bot, token, address) -> busy.thenCompose(_ -> login.login(bot, token, address)));

  @AfterEach
  void close() {
    hub.close();
  }

  @Test
  void whoHasSaidWhoItIsIsNotSentAwayBecauseTheHubIsLate() {
    GatewayClient asking = hub.stranger();
    asking.say(FrameType.CONNECT, "{'botId':'" + A + "','token':'" + hub.ownerToken() + "'}");
    // These came later, one at each event loop; when they are sent away the first would have been.
    GatewayClient silent = hub.stranger();
    GatewayClient another = hub.stranger();
    assertThat(silent.closeCode()).isEqualTo(4408);
    assertThat(another.closeCode()).isEqualTo(4408);

    busy.complete(null);

    assertThat(asking.read().type()).isEqualTo(FrameType.AUTH_OK);
  }
}
