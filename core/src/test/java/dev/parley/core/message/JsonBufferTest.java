package dev.parley.core.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

class JsonBufferTest {
  private static final JsonFactory JSON = new JsonFactory();

  private static String written(String text, int capacity) {
    return new JsonBuffer(capacity).string(text).toString();
  }

  /** What a strict parser makes of it. */
  private static String parsed(byte[] json) {
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), json)) {
      assertThat(parser.nextToken()).isEqualTo(JsonToken.VALUE_STRING);
      String text = parser.getString();
      assertThat(parser.nextToken()).isNull();
      return text;
    }
  }

  private static String byJackson(String text) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (JsonGenerator generator = JSON.createGenerator(ObjectWriteContext.empty(), out)) {
      generator.writeString(text);
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  private static String random(Random random) {
    StringBuilder text = new StringBuilder();
    int length = random.nextInt(40);
    for (int i = 0; i < length; i++) {
      switch (random.nextInt(6)) {
        case 0 -> text.append((char) random.nextInt(0x20));
        case 1 -> text.append("\"\\/\b\f\u007f\u2028\u2029\ufeff".charAt(random.nextInt(9)));
        case 2 -> text.append((char) (0x80 + random.nextInt(0x780)));
        case 3 -> text.append((char) (0x800 + random.nextInt(0xD000)));
        case 4 -> text.appendCodePoint(0x10000 + random.nextInt(0x100000));
        default -> text.append((char) (0x20 + random.nextInt(0x5f)));
      }
    }
    return text.toString();
  }

  @ParameterizedTest(name = "MSG-1 seed {0}: any text reads back, and as what Jackson writes")
  @ValueSource(longs = {1, 7, 42})
  void strings(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 20_000; i++) {
      String text = random(random);
      byte[] json = new JsonBuffer(random.nextInt(8)).string(text).toBytes();

      assertThat(parsed(json)).as("seed %d", seed).isEqualTo(text);
      assertThat(parsed(byJackson(text).getBytes(StandardCharsets.UTF_8))).isEqualTo(text);
    }
  }

  @Test
  @DisplayName("MSG-1 escapes are the short ones where JSON has one we use")
  void escapes() {
    assertThat(written("a\"b\\c\nd\re\tf/\u0000\u001f\u007f", 0))
        .isEqualTo("\"a\\\"b\\\\c\\nd\\re\\tf/\\u0000\\u001f\u007f\"");
    assertThat(written("", 0)).isEqualTo("\"\"");
  }

  @Test
  @DisplayName("MSG-2 half a surrogate pair becomes the replacement character, wherever it stands")
  void loneSurrogates() {
    assertThat(written("\ud83d", 0)).isEqualTo("\"\ufffd\"");
    assertThat(written("\ude00x", 0)).isEqualTo("\"\ufffdx\"");
    assertThat(written("x\ud83d\ud83d\ude00", 0)).isEqualTo("\"x\ufffd\ud83d\ude00\"");
    assertThat(written("\ude00\ud83d", 0)).isEqualTo("\"\ufffd\ufffd\"");
  }

  @Test
  @DisplayName("MSG-1 a text that is all escapes makes room for itself")
  void allEscapes() {
    String text = "\u0001".repeat(10_000);

    assertThat(parsed(new JsonBuffer(1).string(text).toBytes())).isEqualTo(text);
  }

  @ParameterizedTest(name = "MSG-1 the number {0}")
  @ValueSource(
      longs = {
        0,
        1,
        -1,
        9,
        10,
        -10,
        99,
        100,
        999_999_999,
        1_000_000_000L,
        999_999_999_999_999_999L,
        1_000_000_000_000_000_000L,
        Long.MAX_VALUE,
        Long.MIN_VALUE,
        Long.MIN_VALUE + 1
      })
  void numbers(long number) {
    assertThat(new JsonBuffer(0).number(number)).hasToString(Long.toString(number));
  }

  @Test
  @DisplayName("MSG-1 random numbers of every length")
  void randomNumbers() {
    Random random = new Random(3);
    for (int i = 0; i < 10_000; i++) {
      long number = random.nextLong() >> random.nextInt(64);
      assertThat(new JsonBuffer(random.nextInt(30)).number(number))
          .hasToString(Long.toString(number));
    }
  }

  @Test
  @DisplayName("MSG-1 pieces stand one after the other, and clearing starts anew")
  void pieces() {
    MessageId id = new MessageId(1, 2);
    JsonBuffer out = new JsonBuffer(0);
    out.ascii("{\"id\":").id(id).ascii(",\"ok\":").bool(true).ascii(",\"raw\":").raw("\"é\"");
    out.ascii(",\"n\":").raw("[1,2,3]".getBytes(StandardCharsets.UTF_8), 3, 1).ascii("}");

    assertThat(out)
        .hasToString(
            "{\"id\":\"00000000-0000-0001-0000-000000000002\",\"ok\":true,\"raw\":\"é\",\"n\":2}");
    assertThat(out.toBytes()).hasSize(out.size());
    out.clear();
    assertThat(out.bool(false)).hasToString("false");
  }
}
