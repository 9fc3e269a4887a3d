package dev.parley.testkit.gateway;

import java.util.Arrays;
import java.util.Random;

/** What a frame becomes on a bad way. */
public final class DamagedFrames {
  private static final int LONGER_MAX = 64;
  private static final int NOISE_MAX = 512;

  private DamagedFrames() {}

  /** The frame cut off, made longer, overwritten or with other bits, once or a few times. */
  public static byte[] damaged(byte[] original, Random random) {
    byte[] frame = original.clone();
    int times = 1 + random.nextInt(4);
    for (int i = 0; i < times; i++) {
      frame =
          switch (random.nextInt(4)) {
            case 0 -> Arrays.copyOf(frame, random.nextInt(frame.length + 1));
            case 1 -> Arrays.copyOf(frame, frame.length + random.nextInt(LONGER_MAX));
            case 2 -> {
              byte[] noise = new byte[random.nextInt(NOISE_MAX)];
              random.nextBytes(noise);
              yield noise;
            }
            default -> {
              if (frame.length > 0) {
                frame[random.nextInt(frame.length)] ^= (byte) (1 << random.nextInt(8));
              }
              yield frame;
            }
          };
    }
    return frame;
  }
}
