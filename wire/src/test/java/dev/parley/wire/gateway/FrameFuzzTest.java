package dev.parley.wire.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.message.JsonBuffer;
import dev.parley.core.message.MessageId;
import dev.parley.testkit.gateway.DamagedFrames;
import dev.parley.testkit.gateway.FrameVector;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * Frames made by chance and frames damaged by chance. {@code -Dparley.fuzz=1000000} makes more of
 * them, {@code -Dparley.fuzz.seed=…} others.
 */
class FrameFuzzTest {
  private static final int FRAMES = Integer.getInteger("parley.fuzz", 20_000);
  private static final long SEED = Long.getLong("parley.fuzz.seed", 42);

  private final FrameCodec codec = new FrameCodec();
  private final Random random = new Random(SEED);

  @Test
  void damagedFramesAreReadOrDroppedAndNothingElseHappens() {
    List<byte[]> good = FrameVector.all().map(FrameVector::bytes).toList();
    int read = 0;
    int dropped = 0;
    for (int i = 0; i < FRAMES; i++) {
      byte[] frame = DamagedFrames.damaged(good.get(random.nextInt(good.size())), random);
      switch (codec.decode(frame, frame.length)) {
        case Decoded.Good(Frame result) -> {
          read++;
          assertThat(result.payload().length).isLessThanOrEqualTo(1 << 20);
          Payload _ = Payload.read(result.payload());
        }
        case Decoded.Dropped _, Decoded.TooLarge _ -> dropped++;
      }
    }
    // Both kinds were tried, so neither half of the test stands still.
    assertThat(read).as("seed %d", SEED).isPositive();
    assertThat(dropped).as("seed %d", SEED).isPositive();
  }

  @Test
  void damagedArchivesAreUnpackedOrRefused() {
    FrameVector packed = FrameVector.named("V11");
    byte[] archive = Arrays.copyOfRange(packed.bytes(), Frame.HEADER_BYTES, packed.bytes().length);
    Zstd zstd = new Zstd();
    for (int i = 0; i < FRAMES / 4; i++) {
      byte[] damaged = archive.clone();
      for (int bits = random.nextInt(6); bits >= 0; bits--) {
        damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
      }
      int length = random.nextInt(4) == 0 ? random.nextInt(damaged.length) : damaged.length;

      byte[] plain = zstd.unpacked(damaged, 0, length);

      assertThat(plain == null || plain.length <= Zstd.PLAIN_BYTES_MAX).isTrue();
    }
  }

  @Test
  void whatIsWrittenIsReadBackAsItWas() {
    FrameType[] types = FrameType.values();
    for (int i = 0; i < FRAMES / 10; i++) {
      Frame frame =
          new Frame(
              types[random.nextInt(types.length)],
              random.nextBoolean() ? Frame.EPHEMERAL : 0,
              new MessageId(random.nextLong(), random.nextLong()),
              new UUID(random.nextLong(), random.nextLong()),
              random.nextLong(),
              payload());
      JsonBuffer out = new JsonBuffer(64);
      assertThat(codec.encode(frame, out)).isTrue();

      Frame back = ((Decoded.Good) codec.decode(out.array(), out.size())).frame();

      String which = "frame " + i + " of seed " + SEED;
      assertThat(back.type()).as(which).isEqualTo(frame.type());
      assertThat(back.flags()).as(which).isEqualTo(frame.flags());
      assertThat(back.messageId()).as(which).isEqualTo(frame.messageId());
      assertThat(back.conversationId()).as(which).isEqualTo(frame.conversationId());
      assertThat(back.seq()).as(which).isEqualTo(frame.seq());
      assertThat(Arrays.equals(back.payload(), frame.payload())).as(which).isTrue();
    }
  }

  private byte[] payload() {
    byte[] bytes = new byte[random.nextInt(random.nextInt(8) == 0 ? 32_769 : 600)];
    if (random.nextBoolean()) {
      Arrays.fill(bytes, (byte) 'a');
    } else {
      random.nextBytes(bytes);
    }
    return random.nextInt(16) == 0 ? "{}".getBytes(UTF_8) : bytes;
  }
}
