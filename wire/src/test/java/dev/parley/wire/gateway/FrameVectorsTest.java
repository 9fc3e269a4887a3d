package dev.parley.wire.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.message.JsonBuffer;
import dev.parley.core.message.MessageId;
import dev.parley.testkit.gateway.FrameVector;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The golden frames, both ways, and those that are not as they should be. */
class FrameVectorsTest {
  private final FrameCodec codec = new FrameCodec();

  private Frame good(byte[] bytes) {
    return ((Decoded.Good) codec.decode(bytes, bytes.length)).frame();
  }

  private byte[] encoded(Frame frame) {
    JsonBuffer out = new JsonBuffer(64);
    assertThat(codec.encode(frame, out)).isTrue();
    return out.toBytes();
  }

  @ParameterizedTest
  @MethodSource("dev.parley.testkit.gateway.FrameVector#all")
  void everyVectorIsRead(FrameVector vector) {
    Frame frame = good(vector.bytes());

    assertThat(frame.type().name()).isEqualTo(vector.type());
    assertThat(frame.messageId().toUuid()).isEqualTo(vector.messageId());
    assertThat(frame.conversationId()).isEqualTo(vector.conversationId());
    assertThat(frame.seq()).isEqualTo(vector.seq());
    assertThat(new String(frame.payload(), UTF_8)).isEqualTo(vector.json());
  }

  @ParameterizedTest
  @MethodSource("dev.parley.testkit.gateway.FrameVector#all")
  void everyVectorIsWritten(FrameVector vector) {
    UUID message = vector.messageId();
    Frame frame =
        new Frame(
            FrameType.valueOf(vector.type()),
            vector.flags() & Frame.EPHEMERAL,
            new MessageId(message.getMostSignificantBits(), message.getLeastSignificantBits()),
            vector.conversationId(),
            vector.seq(),
            vector.json().getBytes(UTF_8));

    byte[] written = encoded(frame);

    if (vector.isCompressed()) {
      // Encoders differ in what they make of it; that it is packed, and reads back, they share.
      assertThat(written[2]).isEqualTo((byte) vector.flags());
      assertThat(written.length).isLessThan(vector.json().length());
      assertThat(new String(good(written).payload(), UTF_8)).isEqualTo(vector.json());
    } else {
      assertThat(written).isEqualTo(vector.bytes());
    }
  }

  @ParameterizedTest
  @MethodSource("dev.parley.testkit.gateway.FrameVector#odd")
  void whatIsNotAsItShouldBe(FrameVector.Odd odd) {
    Decoded decoded = codec.decode(odd.bytes(), odd.bytes().length);

    switch (decoded) {
      case Decoded.Dropped(Decoded.Why why) -> assertThat(why.name()).isEqualTo(odd.outcome());
      case Decoded.TooLarge() -> assertThat("TOO_LARGE").isEqualTo(odd.outcome());
      case Decoded.Good(Frame frame) ->
          assertThat(new String(frame.payload(), UTF_8))
              .isEqualTo(FrameVector.named(odd.outcome()).json());
    }
  }

  @Test
  void whatIsLongerThanAKilobyteIsPackedAndNothingElse() {
    byte[] payload = ("{\"text\":\"" + "a".repeat(1_013) + "\"}").getBytes(UTF_8);
    assertThat(payload).hasSize(1_024);
    assertThat(encoded(Frame.of(FrameType.MESSAGE_DELIVERY, payload))[2]).isZero();

    byte[] longer = ("{\"text\":\"" + "a".repeat(1_014) + "\"}").getBytes(UTF_8);
    assertThat(encoded(Frame.of(FrameType.MESSAGE_DELIVERY, longer))[2]).isEqualTo((byte) 1);
  }

  @Test
  void theAnswerToConnectIsNeverPacked() {
    byte[] payload = ("{\"reason\":\"" + "a".repeat(3_000) + "\"}").getBytes(UTF_8);

    assertThat(encoded(Frame.of(FrameType.AUTH_FAIL, payload))[2]).isZero();
    assertThat(encoded(Frame.of(FrameType.AUTH_OK, payload))[2]).isZero();
  }

  @Test
  void whatPackingMakesNoShorterIsSentAsItIs() {
    byte[] noise = new byte[2_000];
    new java.util.Random(7).nextBytes(noise);

    byte[] written = encoded(Frame.of(FrameType.MESSAGE_DELIVERY, noise));

    assertThat(written[2]).isZero();
    assertThat(written).hasSize(Frame.HEADER_BYTES + 2_000);
  }

  @Test
  void moreThanFitsIsNotWritten() {
    byte[] noise = new byte[Frame.PAYLOAD_BYTES_MAX + 1];
    new java.util.Random(7).nextBytes(noise);
    JsonBuffer out = new JsonBuffer(64);

    assertThat(codec.encode(Frame.of(FrameType.MESSAGE_DELIVERY, noise), out)).isFalse();
    assertThat(out.size()).isZero();
  }

  @Test
  void aSmallFrameThatWouldBecomeLargerThanAMegabyteIsDropped() {
    byte[] bomb = new Zstd().smaller(new byte[(1 << 20) + 1]);
    byte[] fits = new Zstd().smaller(new byte[1 << 20]);
    assertThat(bomb).isNotNull();
    assertThat(fits).isNotNull();

    assertThat(new Zstd().unpacked(bomb, 0, bomb.length)).isNull();
    assertThat(new Zstd().unpacked(fits, 0, fits.length)).hasSize(1 << 20);
  }
}
