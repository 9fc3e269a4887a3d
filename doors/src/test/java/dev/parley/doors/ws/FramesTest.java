package dev.parley.doors.ws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.doors.RawClient;
import dev.parley.doors.TestHub;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Frames as they should be, and as they should not. */
class FramesTest {
  private static final String PING = "{\"type\":\"ping\",\"requestId\":7}";
  private static final String PONG = "{\"type\":\"pong\",\"requestId\":7}";

  private final TestHub hub = TestHub.start();
  private final RawClient client = hub.raw().authenticate(hub.ownerToken());

  @AfterEach
  void close() {
    hub.close();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private void assertStillServed() {
    client.text(PING);
    assertThat(client.read().text()).isEqualTo(PONG);
  }

  @Test
  void aMessageInFragmentsIsOneMessage() {
    byte[] whole = bytes("{\"type\":\"msg.teleport\",\"requestId\":\"ä🧊\"}");
    for (int cut = 1; cut < whole.length - 1; cut++) {
      client.frame(false, RawClient.TEXT, Arrays.copyOf(whole, cut));
      client.frame(false, RawClient.CONTINUATION, Arrays.copyOfRange(whole, cut, cut + 1));
      client.frame(true, RawClient.CONTINUATION, Arrays.copyOfRange(whole, cut + 1, whole.length));
      assertThat(client.read().json().path("requestId").asString("")).isEqualTo("ä🧊");
    }
  }

  @Test
  void aPingMayComeBetweenFragments() {
    client.frame(false, RawClient.TEXT, bytes(PING.substring(0, 5)));
    client.frame(true, RawClient.PING, bytes("are you there"));
    client.frame(true, RawClient.CONTINUATION, bytes(PING.substring(5)));
    RawClient.Frame pong = client.read();
    assertThat(pong.opcode()).isEqualTo(RawClient.PONG);
    assertThat(pong.text()).isEqualTo("are you there");
    assertThat(client.read().text()).isEqualTo(PONG);
  }

  @Test
  void bytesMayDribbleInOneAtATime() {
    for (byte b : RawClient.frameBytes(true, RawClient.TEXT, bytes(PING))) {
      client.bytes(new byte[] {b});
    }
    assertThat(client.read().text()).isEqualTo(PONG);
  }

  @Test
  void manyFramesMayComeInOneWrite() {
    byte[] one = RawClient.frameBytes(true, RawClient.TEXT, bytes(PING));
    byte[] many = new byte[one.length * 5_000];
    for (int i = 0; i < many.length; i++) {
      many[i] = one[i % one.length];
    }
    client.bytes(many);
    for (int i = 0; i < 5_000; i++) {
      assertThat(client.read().text()).isEqualTo(PONG);
    }
  }

  @Test
  void framesOfEveryLengthAreReadAndWritten() {
    for (int length :
        new int[] {
          0, 1, 80, 81, 82, 83, 125, 126, 127, 128, 65_400, 65_535, 65_536, 65_600, 1_000_000
        }) {
      String id = "x".repeat(length);
      client.text("{\"type\":\"msg.route\",\"path\":\"p\",\"content\":\"" + id + "\"}");
      assertThat(client.read().json().at("/message/content").asString("")).hasSize(length);
    }
  }

  @Test
  void aFrameOfExactlyTwoMebibytesIsRead() {
    String padding = " ".repeat((2 << 20) - PING.length());
    client.text(PING + padding);
    assertThat(client.read().text()).isEqualTo(PONG);
  }

  @Test
  void aLongerOneIsClosed1009AsSoonAsItsLengthIsKnown() {
    client.bytes(new byte[] {(byte) 0x81, (byte) 0xFF, 0, 0, 0, 0, 0, 0x20, 0, 1, 1, 2, 3, 4});
    assertThat(client.closeCode()).isEqualTo(1009);
  }

  @Test
  void anAbsurdLengthIsClosed1009() {
    client.bytes(
        new byte[] {(byte) 0x81, (byte) 0xFF, (byte) 0xFF, 1, 1, 1, 1, 1, 1, 1, 1, 2, 3, 4});
    assertThat(client.closeCode()).isEqualTo(1009);
  }

  @Test
  void fragmentsTogetherMayNotBeLongerEither() {
    client.frame(false, RawClient.TEXT, new byte[1 << 20]);
    client.frame(false, RawClient.CONTINUATION, new byte[1 << 20]);
    client.frame(true, RawClient.CONTINUATION, new byte[1]);
    assertThat(client.closeCode()).isEqualTo(1009);
  }

  @Test
  void aStrangersFrameMayHave64Kibibytes() {
    RawClient stranger = hub.raw();
    stranger.bytes(new byte[] {(byte) 0x81, (byte) 0xFF, 0, 0, 0, 0, 0, 1, 0, 1, 1, 2, 3, 4});
    assertThat(stranger.closeCode()).isEqualTo(1009);
  }

  @Test
  void invalidUtf8IsClosed1007() {
    client.frame(true, RawClient.TEXT, new byte[] {'"', (byte) 0xC3, '"'});
    assertThat(client.closeCode()).isEqualTo(1007);
  }

  @Test
  void aBinaryFrameIsClosed1003() {
    client.frame(true, RawClient.BINARY, new byte[47]);
    assertThat(client.closeCode()).isEqualTo(1003);
  }

  @Test
  void aBinaryFirstFrameIsClosed1003() {
    RawClient stranger = hub.raw();
    stranger.frame(true, RawClient.BINARY, new byte[47]);
    assertThat(stranger.closeCode()).isEqualTo(1003);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "not masked, 810261 62",
    "a reserved bit, c18001020304",
    "an opcode of the future, 838001020304",
    "a control opcode of the future, 8b8001020304",
    "a ping in fragments, 098001020304",
    "a ping with an extended length, 89fe007e01020304",
    "a length of 125 in two bytes, 81fe007d01020304",
    "a length of 65535 in eight bytes, 81ff000000000000ffff01020304",
    "a continuation of nothing, 808001020304",
    "a close with one byte, 88810102030401",
    "a close code nobody may send, 8882000000000 3ed"
  })
  void aViolationOfTheProtocolIsClosed1002(String what, String hex) {
    client.bytes(java.util.HexFormat.of().parseHex(hex.replace(" ", "")));
    assertThat(client.closeCode()).as(what).isEqualTo(1002);
  }

  @Test
  void aNewMessageInTheMiddleOfAnotherIsClosed1002() {
    client.frame(false, RawClient.TEXT, bytes("{"));
    client.frame(true, RawClient.TEXT, bytes("}"));
    assertThat(client.closeCode()).isEqualTo(1002);
  }

  @Test
  void aCloseIsAnsweredWithItsCode() {
    client.frame(true, RawClient.CLOSE, new byte[] {0x0F, (byte) 0xA0, 'b', 'y', 'e'});
    RawClient.Frame answer = client.read();
    assertThat(answer.opcode()).isEqualTo(RawClient.CLOSE);
    assertThat(answer.closeCode()).isEqualTo(4000);
    assertThat(client.isCutOff()).isTrue();
  }

  @Test
  void aCloseWithoutACodeIsAnsweredToo() {
    client.frame(true, RawClient.CLOSE, new byte[0]);
    assertThat(client.read().opcode()).isEqualTo(RawClient.CLOSE);
    assertThat(client.isCutOff()).isTrue();
  }

  @Test
  void aCloseWhoseReasonIsNotUtf8IsClosed1007() {
    client.frame(true, RawClient.CLOSE, new byte[] {0x03, (byte) 0xE8, (byte) 0xFF});
    assertThat(client.closeCode()).isEqualTo(1007);
  }

  @Test
  void anUnaskedPongIsIgnored() {
    client.frame(true, RawClient.PONG, bytes("hi"));
    assertStillServed();
  }

  @Test
  void anEmptyFrameIsBadJson() {
    client.text("");
    assertThat(client.read().json().path("code").asString("")).isEqualTo("bad_json");
    assertStillServed();
  }
}
