package dev.parley.doors.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.core.address.AgentId;
import dev.parley.core.message.Sender;
import dev.parley.doors.gateway.GatewayClient.Heard;
import dev.parley.loops.model.Channel;
import dev.parley.wire.gateway.FrameType;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Sections 6, 8 and 14 (4, 5, 8 and 9) of the protocol: joins, and what they bring again. */
class JoinsTest extends Bots {
  @Test
  void channelsAndDmsAreToldAfterAuthOkAndNoBareResultEver() {
    hub.bot(A);
    Channel channel = hub.loop("makers", A);
    GatewayClient before = hub.connect(A);
    before.joinStream(A, "chat");
    before.joinStream(A, "installs");
    assertThat(before.everythingUntilNow(A)).isNotEmpty();

    List<Heard> told = hub.connect(A).everythingUntilNow(A);

    assertThat(told).hasSize(2).allMatch(each -> each.type() == FrameType.JOIN_CONVERSATION);
    Heard first = told.getFirst();
    assertThat(first.text("channelId")).isEqualTo(channel.id().toString());
    assertThat(first.text("channelName")).isEqualTo("general");
    assertThat(first.text("conversationId")).isEqualTo(channel.conversation().toString());
    assertThat(first.frame().conversationId()).isEqualTo(channel.conversation());
    assertThat(first.json().has("peerId")).isFalse();
    Heard second = told.getLast();
    assertThat(second.text("peerId")).isEqualTo(hub.ownerId().toString());
    assertThat(second.text("peerType")).isEqualTo("person");
    assertThat(second.json().has("channelId")).isFalse();
  }

  @Test
  void fiveJoinsInOneBurstAreAnsweredInTheirOrderAlsoWhenOneIsRefused() {
    GatewayClient a = hub.connect(A);
    for (String stream : List.of("dm", "installs", "chat")) {
      a.joinStream(A, stream);
    }
    a.joinStream(C, "chat");
    a.joinStream(A, "voice");

    List<Heard> answers =
        a.everythingUntilNow(A).stream().filter(each -> each.json().has("botId")).toList();

    assertThat(answers)
        .extracting(each -> each.text("stream"))
        .containsExactly("dm", "installs", "chat", "chat", "voice");
    assertThat(answers).noneMatch(each -> each.json().has("peerId"));
    assertThat(answers).noneMatch(each -> each.json().has("channelId"));
    Heard refused = answers.get(3);
    assertThat(refused.json().path("conversationId").asString("x")).isEmpty();
    assertThat(refused.text("botId")).isEqualTo(C.toString());
    assertThat(refused.text("error")).isEqualTo("unknown bot");
    assertThat(answers.get(0).text("conversationId"))
        .isEqualTo(
            GatewayHub.get(hub.loops.conversations().dm(agent(A), new AgentId(Sender.OWNER_NAME)))
                .id()
                .toString());
  }

  @Test
  void aRefusedJoinOfAChannelOrConversationIsNotAnswered() {
    hub.connect(B);
    GatewayClient a = hub.connect(A);
    UUID foreign = GatewayHub.get(hub.loops.conversations().stream(agent(B), agent(B), "x")).id();
    a.join(foreign, 0);
    a.join(C, 0);
    a.say(FrameType.JOIN_CONVERSATION, "{'channelId':'" + C + "'}");

    assertThat(a.everythingUntilNow(A)).hasSize(1); // the DM with the owner
  }

  @Test
  void aJoinByConversationOfAStreamIsAnsweredWithReplayOnly() {
    GatewayClient a = hub.connect(A);
    a.joinStream(A, "chat");
    UUID chat = UUID.fromString(a.everythingUntilNow(A).getLast().text("conversationId"));
    a.join(chat, 0);

    Heard replay = a.read(); // a result would have come before it

    assertThat(replay.type()).isEqualTo(FrameType.REPLAY);
    assertThat(replay.frame().conversationId()).isEqualTo(chat);
    assertThat(replay.json().path("messageCount").asInt(-1)).isZero();
  }

  // ---- 8, 9: again

  @Test
  void aJoinWithLastAckedSeqBringsExactlyTheLaterMessages() {
    GatewayClient b = hub.connect(B);
    GatewayClient a = hub.connect(A);
    UUID conversation = dm(A, B);
    IntStream.rangeClosed(1, 300).forEach(i -> a.send(conversation, "dm", "m" + i));
    awaitHead(conversation, 300);
    b.join(conversation, 250);
    IntStream.rangeClosed(301, 320).forEach(i -> a.send(conversation, "dm", "m" + i));

    Heard replay = b.next(FrameType.REPLAY);
    while (replay.json().path("fromSeq").asInt(0) != 251) {
      replay = b.next(FrameType.REPLAY);
    }

    assertThat(b.texts(70))
        .containsExactlyElementsOf(IntStream.rangeClosed(251, 320).mapToObj(i -> "m" + i).toList());
  }

  @Test
  void whoNeverAcksGetsWhatItMissedAndNothingTwice() {
    GatewayClient a = hub.connect(A);
    GatewayClient b = hub.connect(B);
    UUID conversation = dm(A, B);
    b.everythingUntilNow(B);
    a.send(conversation, "dm", "seen");
    assertThat(b.delivery().said()).isEqualTo("seen");
    await().until(() -> delivered(B, conversation) == 1);
    b.close();
    await().until(() -> hub.sockets.connections() == 1);
    a.send(conversation, "dm", "missed");
    awaitHead(conversation, 2);

    GatewayClient back = hub.connect(B);
    List<Heard> results = back.everythingUntilNow(B);
    back.everythingUntilNow(B);

    assertThat(results).noneMatch(each -> each.said().equals("seen"));
    a.send(conversation, "dm", "live");
    GatewayClient again = hub.connect(B);
    again.everythingUntilNow(B);
    await().until(() -> delivered(B, conversation) == 3);
  }

  @Test
  void whatWasSentWhileAwayArrivesInOrder() {
    GatewayClient a = hub.connect(A);
    hub.bot(B);
    UUID conversation = dm(A, B);
    IntStream.rangeClosed(1, 5).forEach(i -> a.send(conversation, "dm", "m" + i));
    awaitHead(conversation, 5);

    GatewayClient b = hub.connect(B);
    b.joinStream(B, "chat");

    assertThat(b.texts(5)).containsExactly("m1", "m2", "m3", "m4", "m5");
  }

  @Test
  void whoAcksGetsEverythingAfterTheLastAck() {
    GatewayClient a = hub.connect(A);
    GatewayClient b = hub.connect(B);
    UUID conversation = dm(A, B);
    b.everythingUntilNow(B);
    IntStream.rangeClosed(1, 3).forEach(i -> a.send(conversation, "dm", "m" + i));
    assertThat(b.texts(3)).containsExactly("m1", "m2", "m3");
    b.ack(conversation, 1);
    await().until(() -> hub.loops.cursors().of(agent(B), conversation).acked() == 1);

    GatewayClient back = hub.connect(B);
    back.joinStream(B, "chat");

    assertThat(back.texts(2)).containsExactly("m2", "m3");
  }

  @Test
  void whatWasMissedWaitsForTheFirstWordOrHalfASecond() {
    GatewayClient a = hub.connect(A);
    hub.bot(B);
    UUID conversation = dm(A, B);
    a.send(conversation, "dm", "early");
    awaitHead(conversation, 1);
    GatewayClient b = hub.connect(B);
    assertThat(b.read().type()).isEqualTo(FrameType.JOIN_CONVERSATION);
    assertThat(b.read().type()).isEqualTo(FrameType.JOIN_CONVERSATION);

    hub.time.advance(Duration.ofMillis(499));
    assertThat(delivered(B, conversation)).isZero();
    hub.time.advance(Duration.ofMillis(1));

    assertThat(b.delivery().said()).isEqualTo("early");
  }

  @Test
  void noMessageIsLostOrDoubledWhenAConnectionIsReplaced() {
    GatewayClient a = hub.connect(A);
    UUID conversation;
    GatewayClient old = hub.connect(B);
    conversation = dm(A, B);
    old.everythingUntilNow(B);
    IntStream.rangeClosed(1, 400).forEach(i -> a.send(conversation, "dm", "m" + i));
    GatewayClient fresh = hub.connect(B);
    fresh.joinStream(B, "chat");

    int[] seen = {0};
    try {
      while (true) {
        Heard heard = old.read();
        if (heard.type() == FrameType.MESSAGE_DELIVERY) {
          assertThat(heard.said()).isEqualTo("m" + ++seen[0]);
        }
      }
    } catch (AssertionError closed) {
      assertThat(closed).hasMessageContaining("close");
    }
    for (int i = seen[0] + 1; i <= 400; i++) {
      assertThat(fresh.delivery().said()).isEqualTo("m" + i);
    }
  }

  @Test
  void whoeverLeavesHearsNothingUntilItJoinsAgain() {
    GatewayClient a = hub.connect(A);
    GatewayClient b = hub.connect(B);
    UUID conversation = dm(A, B);
    b.everythingUntilNow(B);
    b.say(FrameType.LEAVE_CONVERSATION, "{'conversationId':'" + conversation + "'}");
    b.everythingUntilNow(B);
    a.send(conversation, "dm", "while away");
    awaitHead(conversation, 1);
    assertThat(b.everythingUntilNow(B)).isEmpty();

    b.join(conversation, 0);
    b.next(FrameType.REPLAY);
    a.send(conversation, "dm", "back");

    assertThat(b.delivery().said()).isEqualTo("back");
  }
}
