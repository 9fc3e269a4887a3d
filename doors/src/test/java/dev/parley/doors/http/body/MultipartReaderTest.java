package dev.parley.doors.http.body;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.core.error.Refused;
import io.vertx.core.buffer.Buffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Parts come out as they went in, however the network cuts them. */
class MultipartReaderTest {
  private static final String TYPE = "multipart/form-data; boundary=xyz";

  /** A body that comes in pieces of this size. */
  private static MultipartReader read(String type, byte[] body, int piece) {
    int[] at = {0};
    Supplier<Buffer> pump =
        () -> {
          if (at[0] >= body.length) {
            return null;
          }
          int end = Math.min(body.length, at[0] + piece);
          Buffer chunk = Buffer.buffer(Arrays.copyOfRange(body, at[0], end));
          at[0] = end;
          return chunk;
        };
    return new MultipartReader(pump, type);
  }

  private static MultipartReader read(String body) {
    return read(TYPE, body.getBytes(ISO_8859_1), 1_000);
  }

  private static String part(String name, String content) {
    return "--xyz\r\nContent-Disposition: form-data; name=\""
        + name
        + "\"\r\n\r\n"
        + content
        + "\r\n";
  }

  private static Map<String, String> all(MultipartReader reader) {
    Map<String, String> parts = new LinkedHashMap<>();
    for (String name = reader.next(); name != null; name = reader.next()) {
      parts.put(name, new String(reader.whole(1 << 20), ISO_8859_1));
    }
    return parts;
  }

  @Test
  void partsComeOutInTheirOrderHoweverTheyAreCut() {
    String tricky = "a\r\n--xy\r\n--\r\n\r\n-xyz";
    String body =
        part("platform", "linux-amd64")
            + part("binary", tricky)
            + part("empty", "")
            + "--xyz--\r\n";
    for (int piece = 1; piece < body.length() + 1; piece++) {
      assertThat(all(read(TYPE, body.getBytes(ISO_8859_1), piece)))
          .as("in pieces of %d", piece)
          .containsExactly(
              Map.entry("platform", "linux-amd64"),
              Map.entry("binary", tricky),
              Map.entry("empty", ""));
    }
  }

  @Test
  void anyBytesComeThrough() {
    Random random = new Random(7);
    byte[] bytes = new byte[100_000];
    random.nextBytes(bytes);
    String content = new String(bytes, ISO_8859_1);
    byte[] body = (part("binary", content) + "--xyz--").getBytes(ISO_8859_1);
    MultipartReader reader = read(TYPE, body, 4_099);
    assertThat(reader.next()).isEqualTo("binary");
    assertThat(reader.whole(100_000)).isEqualTo(bytes);
    assertThat(reader.next()).isNull();
  }

  @Test
  void whatIsNotReadIsSkipped() {
    MultipartReader reader = read(part("a", "1") + part("b", "2") + "--xyz--");
    assertThat(reader.next()).isEqualTo("a");
    assertThat(reader.next()).isEqualTo("b");
    assertThat(reader.whole(10)).asString().isEqualTo("2");
    assertThat(reader.next()).isNull();
  }

  @Test
  void clientsWriteTheirHeadersInManyWays() {
    assertThat(
            all(
                read(
                    "preamble\r\n"
                        + "--xyz  \r\n"
                        + "X: y\r\n"
                        + "content-disposition: form-data; filename=\"name=x\"; name=file\r\n"
                        + "Content-Type: application/octet-stream\r\n\r\n"
                        + "1\r\n"
                        + "--xyz--epilogue")))
        .containsExactly(Map.entry("file", "1"));
    assertThat(
            all(
                read(
                    "Multipart/Form-Data; charset=utf-8; boundary=\"a b\"",
                    "--a b\r\nContent-Disposition: form-data; name=\"n\"\r\n\r\n1\r\n--a b--"
                        .getBytes(ISO_8859_1),
                    10)))
        .containsExactly(Map.entry("n", "1"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "application/json", "multipart/form-data", "multipart/form-data; boundary="})
  void whatIsNoFormIsRefused(String type) {
    assertThatThrownBy(() -> read(type, new byte[0], 1))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("multipart/form-data");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "--xyz",
        "--xyz\r\n",
        "--xyz\r\nContent-Disposition: form-data; name=\"a\"",
        "--xyz\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nbroken off",
        "--xyz\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--xyz",
        "--abc\r\n",
      })
  void whatBreaksOffIsRefused(String body) {
    assertThatThrownBy(() -> all(read(body)))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("in the middle");
  }

  @Test
  void whatIsTooLargeOrTooManyIsRefused() {
    MultipartReader reader = read(part("a", "x".repeat(100)) + "--xyz--");
    assertThat(reader.next()).isEqualTo("a");
    assertThatThrownBy(() -> reader.whole(99))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("at most 99 bytes");
    assertThatThrownBy(() -> all(read(part("a", "").repeat(33) + "--xyz--")))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("more than 32 parts");
    assertThatThrownBy(() -> all(read("--xyz\r\nX: " + "y".repeat(20_000))))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("too long headers");
    assertThatThrownBy(() -> all(read(TYPE, "z".repeat(100_000).getBytes(ISO_8859_1), 50_000)))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("does not begin");
    assertThatThrownBy(() -> all(read("--xyz\r\nContent-Type: x\r\n\r\n1\r\n--xyz--")))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("no name");
  }
}
