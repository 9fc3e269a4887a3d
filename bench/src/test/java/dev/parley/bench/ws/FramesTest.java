package dev.parley.bench.ws;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FramesTest {
  private static final byte[] MASK = {1, -2, 3, -4};

  @Test
  void aPatchedTemplateIsTheFrameOfThePatchedText() throws IOException {
    var template = FrameTemplate.text("{\"id\":1111,\"text\":\"" + "x".repeat(200) + "\"}", MASK);
    var out = new FrameOut(16, MASK);

    int at = out.append(template);
    out.patch(template, at, template.slot("1111"), 4, 2026);

    byte[] frame = written(out);
    assertThat(unmasked(frame, 8)).isEqualTo("{\"id\":2026,\"text\":\"" + "x".repeat(200) + "\"}");
    assertThat(frame[1] & 0xff).isEqualTo(0x80 | 126);
  }

  @Test
  void messagesArriveWholeHoweverTheyWereCut() throws IOException {
    String large = "y".repeat(70_000);
    var sent = new ByteArrayOutputStream();
    sent.write(frame(0x81, "one"));
    sent.write(frame(0x01, "tw"));
    sent.write(frame(0x80, "o"));
    sent.write(frame(0x81, large));
    var channel = Channels.newChannel(new ByteArrayInputStream(sent.toByteArray()));
    var in = new FrameIn(32);

    List<String> texts = new ArrayList<>();
    while (texts.size() < 3) {
      in.readFrom(channel);
      while (in.next()) {
        texts.add(in.text());
      }
    }

    assertThat(texts).containsExactly("one", "two", large);
  }

  @Test
  void aMarkerIsFoundAgainWhenItMoved() {
    var marker = new Marker("\"cursor\":");

    assertThat(number(marker, "{\"cursor\":17}")).isEqualTo(17);
    assertThat(number(marker, "{\"cursor\":18}")).isEqualTo(18);
    assertThat(number(marker, "{\"type\":\"msg.push\",\"cursor\":19}")).isEqualTo(19);
    assertThat(marker.behind("{}".getBytes(UTF_8), 0, 2)).isNegative();
  }

  private static long number(Marker marker, String text) {
    byte[] bytes = text.getBytes(UTF_8);
    return Marker.number(bytes, marker.behind(bytes, 0, bytes.length));
  }

  private static byte[] written(FrameOut out) throws IOException {
    var bytes = new ByteArrayOutputStream();
    assertThat(out.writeTo(Channels.newChannel(bytes))).isTrue();
    assertThat(out.isEmpty()).isTrue();
    return bytes.toByteArray();
  }

  private static String unmasked(byte[] frame, int payloadAt) {
    byte[] payload = new byte[frame.length - payloadAt];
    for (int i = 0; i < payload.length; i++) {
      payload[i] = (byte) (frame[payloadAt + i] ^ MASK[i & 3]);
    }
    return new String(payload, UTF_8);
  }

  /** As a server sends it: not masked. */
  private static byte[] frame(int first, String text) throws IOException {
    byte[] payload = text.getBytes(UTF_8);
    byte[] masked = FrameTemplate.header(first, payload.length, new byte[4]);
    var bytes = new ByteArrayOutputStream();
    masked[1] &= 0x7f;
    bytes.write(masked, 0, masked.length - 4);
    bytes.write(payload);
    return bytes.toByteArray();
  }
}
