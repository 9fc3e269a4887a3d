package dev.parley.doors.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.message.MessageId;
import dev.parley.wire.gateway.Frame;
import dev.parley.wire.gateway.FrameType;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of a message, told to those who ask for it in CONNECT. */
@Timeout(60)
class ReceiptsTest {
  private final UUID ada = UUID.randomUUID();
  private final MessageId id = MessageId.of(1_767_225_600_000L, 7, 7);
  private GatewayHub hub;
  private UUID channel;

  @BeforeEach
  void start() {
    hub = new GatewayHub();
    hub.bot(ada);
    channel = hub.loop("Lab", ada).id();
  }

  @AfterEach
  void stop() {
    hub.close();
  }

  private GatewayClient connected(String more) {
    GatewayClient client = hub.stranger();
    client.say(
        FrameType.CONNECT,
        "{'botId':'" + ada + "','token':'" + hub.ownerToken() + "'" + more + "}");
    GatewayClient.Heard answer = client.read();
    assertThat(answer.type()).isEqualTo(FrameType.AUTH_OK);
    assertThat(answer.json().path("receipts").asBoolean(false)).isEqualTo(!more.isEmpty());
    return client;
  }

  private void send(GatewayClient client, UUID where) {
    String json = "{\"conversationId\":\"" + where + "\",\"stream\":\"channel\",\"content\":{}}";
    client.frame(
        new Frame(FrameType.SEND_MESSAGE, 0, id, Frame.NO_CONVERSATION, 0, json.getBytes(UTF_8)));
  }

  private static GatewayClient.Heard next(GatewayClient client, FrameType type) {
    GatewayClient.Heard heard = client.read();
    while (heard.type() != type) {
      heard = client.read();
    }
    return heard;
  }

  @Test
  void whoAsksIsToldThatItsMessageIsStored() {
    GatewayClient client = connected(",'receipts':true");

    send(client, channel);

    GatewayClient.Heard receipt = next(client, FrameType.ACK);
    assertThat(receipt.frame().messageId()).isEqualTo(id);
    assertThat(receipt.json().path("ok").asBoolean()).isTrue();
  }

  @Test
  void theSameIdAgainHasTheSameReceipt() {
    GatewayClient client = connected(",'receipts':true");
    send(client, channel);
    next(client, FrameType.ACK);

    send(client, channel);

    assertThat(next(client, FrameType.ACK).json().path("ok").asBoolean()).isTrue();
  }

  @Test
  void whatIsDroppedIsToldWithTheReason() {
    GatewayClient client = connected(",'receipts':true");

    send(client, UUID.randomUUID());

    GatewayClient.Heard receipt = next(client, FrameType.ACK);
    assertThat(receipt.frame().messageId()).isEqualTo(id);
    assertThat(receipt.json().path("ok").asBoolean(true)).isFalse();
    assertThat(receipt.text("error")).isEqualTo("not_found");
  }

  @Test
  void whoDoesNotAskIsToldNothing() {
    GatewayClient client = connected("");

    send(client, channel);
    client.joinStream(ada, "mark");

    GatewayClient.Heard heard = client.read();
    while (!heard.text("stream").equals("mark")) {
      assertThat(heard.type()).isNotEqualTo(FrameType.ACK);
      heard = client.read();
    }
  }

  @Test
  void aChannelIsToldWithTheLoopsNameInPaths() {
    GatewayClient client = connected("");

    GatewayClient.Heard result = next(client, FrameType.JOIN_CONVERSATION);

    assertThat(result.text("loopSlug")).isEqualTo("lab");
  }
}
