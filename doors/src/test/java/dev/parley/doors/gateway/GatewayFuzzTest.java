package dev.parley.doors.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.doors.RawClient;
import dev.parley.testkit.gateway.DamagedFrames;
import dev.parley.testkit.gateway.FrameVector;
import java.io.ByteArrayOutputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Damaged frames through the door of a hub, of bots that were let in and of strangers. {@code
 * -Dparley.fuzz=1000000} makes more of them, {@code -Dparley.fuzz.seed=…} others.
 */
class GatewayFuzzTest {
  private static final int FRAMES = Integer.getInteger("parley.fuzz", 20_000);
  private static final long SEED = Long.getLong("parley.fuzz.seed", 42);
  private static final int FRAMES_OF_A_CONNECTION = 200;
  private static final int STRANGERS = 10;
  private static final UUID A = UUID.fromString("7c9e6679-7425-40de-944b-e07fc1f90ae7");
  private static final UUID B = UUID.fromString("1b4e28ba-2fa1-11d2-883f-0016d3cca427");

  private final GatewayHub hub = new GatewayHub();
  private final Random random = new Random(SEED);
  private final List<byte[]> good = FrameVector.all().map(FrameVector::bytes).toList();

  @AfterEach
  void close() {
    hub.close();
  }

  @Test
  void aHubServesOnAndKeepsNothingOfThoseWhoSendRubbish() {
    for (int i = 0; i * FRAMES_OF_A_CONNECTION < FRAMES; i++) {
      boolean isStranger = i % STRANGERS == 0;
      try (GatewayClient client = GatewayClient.connect(hub.port(), "/ws")) {
        if (!isStranger) {
          client.connect(A, hub.ownerToken());
        }
        sendRubbish(client.socket());
      }
    }

    await().until(() -> hub.sockets.connections() == 0);
    assertThat(hub.sockets.strangers()).isZero();
    assertThat(hub.gateway.lobby().isEmpty()).isTrue();
    assertThat(hub.gateway.counts().framesDropped()).as("seed %d", SEED).isPositive();
    GatewayClient b = hub.connect(B);
    b.everythingUntilNow(B);
    hub.connect(A).send(B, "dm", "all is well");
    assertThat(b.delivery().said()).isEqualTo("all is well");
  }

  /** In one piece; the hub may hang up before it is at the end. */
  private void sendRubbish(RawClient socket) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (int i = 0; i < FRAMES_OF_A_CONNECTION; i++) {
      byte[] frame = DamagedFrames.damaged(good.get(random.nextInt(good.size())), random);
      all.writeBytes(RawClient.frameBytes(true, RawClient.BINARY, frame));
    }
    try {
      socket.bytes(all.toByteArray());
    } catch (UncheckedIOException hungUp) {
      // A payload that claims too much, or a goodbye: the next connection goes on.
    }
  }
}
