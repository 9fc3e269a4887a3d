package dev.parley.core.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MessageIdTest {

  @Test
  @DisplayName("MSG-1 the layout is that of a UUIDv7, with the running number at its end")
  void layout() {
    long millis = 0x0198_C0DE_1234L;
    long number = 0xABC_DEF0_1234L;
    MessageId id = MessageId.of(millis, number, -1L);

    assertThat(id).hasToString("0198c0de-1234-7fff-bfff-fabcdef01234");
    UUID uuid = id.toUuid();
    assertThat(uuid.version()).isEqualTo(7);
    assertThat(uuid.variant()).isEqualTo(2);
    assertThat(uuid.getMostSignificantBits() >>> 16).isEqualTo(millis);
    assertThat(id.number()).isEqualTo(number);
    assertThat(MessageId.of(millis, number, 0)).hasToString("0198c0de-1234-7000-8000-0abcdef01234");
  }

  @Test
  @DisplayName("MSG-1 chance touches neither version, variant, time nor number")
  void chanceStaysInItsBits() {
    Random random = new Random(7);
    for (int i = 0; i < 10_000; i++) {
      long millis = random.nextLong(1L << 48);
      long number = random.nextLong(MessageId.NUMBER_MAX + 1);
      MessageId id = MessageId.of(millis, number, random.nextLong());

      assertThat(id.toUuid().version()).isEqualTo(7);
      assertThat(id.toUuid().variant()).isEqualTo(2);
      assertThat(id.high() >>> 16).isEqualTo(millis);
      assertThat(id.number()).isEqualTo(number);
    }
  }

  @Test
  @DisplayName("MSG-1 what is written reads back, and looks like a UUID of the JDK")
  void roundTrip() {
    Random random = new Random(42);
    for (int i = 0; i < 10_000; i++) {
      MessageId id = new MessageId(random.nextLong(), random.nextLong());
      String text = id.toString();

      assertThat(text).isEqualTo(id.toUuid().toString());
      assertThat(MessageId.parse(text)).isEqualTo(id).hasSameHashCodeAs(id);
      assertThat(MessageId.parse(text.toUpperCase(java.util.Locale.ROOT))).isEqualTo(id);
      byte[] written = new byte[38];
      id.writeTo(written, 1);
      assertThat(new String(written, 1, 36, StandardCharsets.US_ASCII)).isEqualTo(text);
    }
  }

  @Test
  @DisplayName("MSG-1 ids are ordered as their texts are, so by time")
  void order() {
    Random random = new Random(1);
    List<MessageId> ids = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      ids.add(new MessageId(random.nextLong(), random.nextLong()));
      ids.add(new MessageId(7, random.nextLong()));
    }
    Collections.sort(ids);

    assertThat(ids.stream().map(MessageId::toString)).isSorted();
    assertThat(MessageId.of(1, 99, -1)).isLessThan(MessageId.of(2, 1, 0));
  }

  @ParameterizedTest(name = "MSG-2 {0} is no id")
  @ValueSource(
      strings = {
        "",
        "x",
        "0198c0de-1234-7000-8000-00000000000",
        "0198c0de-1234-7000-8000-0000000000000",
        "0198c0de 1234-7000-8000-000000000000",
        "0198c0de-1234-7000-8000-00000000000g",
        "0198c0de-1234-7000-8000-00000000000٣",
        "0198c0de-1234-7000-80000-0000000000-"
      })
  void notAnId(String text) {
    assertThatThrownBy(() -> MessageId.parse(text))
        .isInstanceOfSatisfying(
            Refused.class, refused -> assertThat(refused.code()).isEqualTo(ErrorCode.BAD_REQUEST));
  }

  @Test
  @DisplayName("MSG-2 an error does not repeat a text of any length")
  void longTextIsAbbreviated() {
    assertThatThrownBy(() -> MessageId.parse("x".repeat(10_000)))
        .satisfies(thrown -> assertThat(thrown.getMessage().length()).isLessThan(150));
  }
}
