package dev.parley.doors.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.core.message.MessageId;
import dev.parley.doors.gateway.GatewayClient.Heard;
import dev.parley.wire.gateway.Frame;
import dev.parley.wire.gateway.FrameType;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Ids that senders choose: what is a repeat, and what is not (7.2). */
class RepeatsTest {
  private static final UUID A = UUID.fromString("7c9e6679-7425-40de-944b-e07fc1f90ae7");
  private static final UUID B = UUID.fromString("1b4e28ba-2fa1-11d2-883f-0016d3cca427");
  private static final UUID C = UUID.fromString("3d813cbb-47fb-32ba-91df-831e1593ac29");
  private static final MessageId ID = GatewayClient.ulid("019a8f2e-1111-4222-8333-444455556666");

  private final GatewayHub hub = new GatewayHub();
  private GatewayClient a;
  private GatewayClient b;
  private GatewayClient c;

  @BeforeEach
  void connect() {
    a = hub.connect(A);
    b = hub.connect(B);
    c = hub.connect(C);
  }

  @AfterEach
  void close() {
    hub.close();
  }

  private void send(UUID to, String text) {
    String json =
        "{\"conversationId\":\"%s\",\"stream\":\"dm\",\"content\":{\"text\":\"%s\"}}"
            .formatted(to, text);
    a.frame(
        new Frame(FrameType.SEND_MESSAGE, 0, ID, Frame.NO_CONVERSATION, 0, json.getBytes(UTF_8)));
  }

  private void awaitDropped(int sends) {
    await().until(() -> hub.gateway.counts().sendsDropped() == sends);
  }

  @Test
  void anIdThatWasUsedInAnotherConversationIsNoRepeat() {
    send(B, "to b");
    Heard first = b.delivery();
    send(C, "to c");
    Heard second = c.delivery();

    assertThat(first.frame().messageId()).isEqualTo(ID);
    assertThat(second.said()).isEqualTo("to c");
    assertThat(second.frame().seq()).isEqualTo(1);
    assertThat(second.frame().messageId()).isNotEqualTo(ID);
  }

  @Test
  void aRepeatInTheSameConversationIsDroppedWhateverItSays() {
    send(B, "once");
    assertThat(b.delivery().said()).isEqualTo("once");

    send(B, "once");
    send(B, "something else");
    awaitDropped(1);
    a.send(B, "dm", "the end");

    assertThat(b.delivery().said()).isEqualTo("the end");
  }

  @Test
  void aRepeatOfWhatHadToGetAnotherIdIsARepeat() {
    send(B, "to b");
    assertThat(b.delivery().said()).isEqualTo("to b");
    send(C, "to c");
    assertThat(c.delivery().said()).isEqualTo("to c");

    send(C, "to c");
    send(C, "something else to c");
    awaitDropped(1);
    a.send(C, "dm", "the end");

    Heard last = c.delivery();
    assertThat(last.said()).isEqualTo("the end");
    assertThat(last.frame().seq()).isEqualTo(2);
  }
}
