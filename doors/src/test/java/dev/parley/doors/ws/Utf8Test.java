package dev.parley.doors.ws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.wire.Utf8;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Utf8Test {

  private static boolean valid(byte[] bytes) {
    return Utf8.isValid(bytes, 0, bytes.length);
  }

  @Test
  void everyCodePointIsValid() {
    for (int point = 0; point <= 0x10FFFF; point++) {
      if (point < 0xD800 || point > 0xDFFF) {
        assertThat(valid(Character.toString(point).getBytes(StandardCharsets.UTF_8)))
            .as("U+%X", point)
            .isTrue();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "80",
        "bf",
        "c0af",
        "c1bf",
        "c3",
        "e08080",
        "e09fbf",
        "eda080",
        "edbfbf",
        "e282",
        "f0808080",
        "f08fbfbf",
        "f4908080",
        "f5808080",
        "f09f98",
        "ff",
        "fe",
        "c328",
        "e2e282",
        "f09f28"
      })
  void whatOnlyLooksLikeUtf8IsNot(String hex) {
    assertThat(valid(HexFormat.of().parseHex(hex))).isFalse();
    assertThat(valid(HexFormat.of().parseHex("61" + hex + "62"))).isFalse();
  }

  @Test
  void theJdkAgreesOnRandomBytes() {
    Random random = new Random(17);
    for (int i = 0; i < 200_000; i++) {
      byte[] bytes = new byte[1 + random.nextInt(6)];
      random.nextBytes(bytes);
      for (int j = 0; j < bytes.length; j++) {
        bytes[j] |= (byte) (random.nextInt(3) == 0 ? 0 : 0x80);
      }
      assertThat(valid(bytes)).as(HexFormat.of().formatHex(bytes)).isEqualTo(jdkSays(bytes));
    }
  }

  private static boolean jdkSays(byte[] bytes) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  @Test
  void aMaskIsTakenOffWhateverTheLength() {
    Random random = new Random(23);
    for (int length = 0; length < 100; length++) {
      byte[] clear = new byte[length];
      random.nextBytes(clear);
      int mask = random.nextInt();
      byte[] masked = clear.clone();
      for (int i = 0; i < length; i++) {
        masked[i] ^= (byte) (mask >>> (24 - 8 * (i & 3)));
      }
      boolean ascii = Masking.remove(masked, 0, length, mask);
      assertThat(masked).isEqualTo(clear);
      boolean expected = true;
      for (byte b : clear) {
        expected &= b >= 0;
      }
      assertThat(ascii).isEqualTo(expected);
    }
  }
}
