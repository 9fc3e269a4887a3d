package dev.parley.doors.gateway;

import static org.awaitility.Awaitility.await;

import dev.parley.doors.Configs;
import dev.parley.loops.model.Channel;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A connection that is not read from for a while, because too much of it is under way. */
class HeldBackTest {
  private static final UUID A = UUID.fromString("7c9e6679-7425-40de-944b-e07fc1f90ae7");

  private final GatewayHub hub =
      new GatewayHub(GatewayLimits.DEFAULT, Configs.unanswered(1, 1 << 20));

  @AfterEach
  void close() {
    hub.close();
  }

  @Test
  void whoOnlySpeaksAndIsSentNothingIsReadFromAgainWhenWhatItSaidIsStored() {
    hub.bot(A);
    Channel channel = hub.loop("makers", A);
    GatewayClient a = hub.connect(A);
    for (int i = 0; i < 50; i++) {
      a.send(channel.conversation(), "channel", "message " + i);
    }

    await()
        .until(() -> GatewayHub.get(hub.loops.conversations().head(channel.conversation())) == 50);
  }

  @Test
  void whatIsDroppedAfterALookHoldsNothingBackEither() {
    hub.bot(A);
    Channel channel = hub.loop("makers", A);
    GatewayClient a = hub.connect(A);
    for (int i = 0; i < 20; i++) {
      a.send(UUID.randomUUID(), "channel", "to nobody");
    }
    a.send(channel.conversation(), "channel", "to everybody");

    await()
        .until(() -> GatewayHub.get(hub.loops.conversations().head(channel.conversation())) == 1);
  }
}
