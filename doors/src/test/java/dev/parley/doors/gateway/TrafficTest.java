package dev.parley.doors.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.core.message.Draft;
import dev.parley.core.message.Message;
import dev.parley.core.store.BoxId;
import dev.parley.doors.gateway.GatewayClient.Heard;
import dev.parley.loops.model.Channel;
import dev.parley.loops.model.Conversation;
import dev.parley.testkit.broker.Senders;
import dev.parley.wire.gateway.Frame;
import dev.parley.wire.gateway.FrameType;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Sections 6 to 8, 13 and 14 (6, 7, 10 to 12, 16) of the protocol: who hears what. */
class TrafficTest extends Bots {
  @Test
  void twoBotsTalkByBotIdAndNobodyHearsItself() {
    GatewayClient b = hub.connect(B);
    GatewayClient a = hub.connect(A);

    a.send(B, "dm", "hi");

    Heard result = b.read();
    while (!result.text("peerId").equals(A.toString())) {
      assertThat(result.type()).isEqualTo(FrameType.JOIN_CONVERSATION);
      result = b.read();
    }
    assertThat(result.text("peerType")).isEqualTo("bot");
    Heard heard = b.read();
    assertThat(heard.type()).isEqualTo(FrameType.MESSAGE_DELIVERY);
    assertThat(heard.text("senderId")).isEqualTo(A.toString());
    assertThat(heard.text("stream")).isEqualTo("dm");
    assertThat(heard.said()).isEqualTo("hi");
    assertThat(heard.frame().seq()).isEqualTo(1);
    UUID conversation = heard.frame().conversationId();
    assertThat(conversation).isEqualTo(UUID.fromString(result.text("conversationId")));

    b.send(conversation, "dm", "hello yourself");

    Heard answer = a.delivery();
    assertThat(answer.said()).isEqualTo("hello yourself");
    assertThat(answer.frame().seq()).isEqualTo(2);
    assertThat(a.everythingUntilNow(A)).isEmpty();
    assertThat(b.everythingUntilNow(B)).isEmpty();
  }

  @Test
  void aChannelMessageReachesAllButItsSenderInOrder() {
    List.of(A, B, C).forEach(hub::bot);
    Channel channel = hub.loop("makers", A, B, C);
    GatewayClient a = hub.connect(A);
    GatewayClient b = hub.connect(B);
    GatewayClient c = hub.connect(C);
    b.everythingUntilNow(B);
    c.everythingUntilNow(C);

    a.send(channel.conversation(), "channel", "one");
    a.send(channel.id(), "channel", "two");
    a.send(channel.conversation(), "channel", "three");

    for (GatewayClient each : List.of(b, c)) {
      for (int seq = 1; seq <= 3; seq++) {
        Heard heard = each.delivery();
        assertThat(heard.frame().seq()).isEqualTo(seq);
        assertThat(heard.said()).isEqualTo(List.of("one", "two", "three").get(seq - 1));
      }
    }
    assertThat(a.everythingUntilNow(A)).noneMatch(e -> e.type() == FrameType.MESSAGE_DELIVERY);
  }

  @Test
  void whoeverTakesNoPartCanNeitherWriteNorBeTold() {
    hub.connect(B);
    hub.connect(C);
    UUID conversation = dm(B, C);
    GatewayClient a = hub.connect(A);

    a.send(conversation, "dm", "let me in");
    a.send(UUID.randomUUID(), "dm", "anybody?");
    a.everythingUntilNow(A);

    assertThat(head(conversation)).isZero();
    assertThat(hub.gateway.counts().sendsDropped()).isEqualTo(2);
  }

  // ---- 10, 11, 12: what is carried

  @Test
  void typingAndPingLeaveNoTrace() {
    GatewayClient a = hub.connect(A);
    GatewayClient b = hub.connect(B);
    UUID conversation = dm(A, B);
    b.everythingUntilNow(B);
    a.say(
        FrameType.SEND_MESSAGE,
        "{'conversationId':'" + conversation + "','stream':'typing','content':{'typing':true}}");
    a.send(conversation, "ping", "x");
    a.frame(
        new Frame(
            FrameType.SEND_MESSAGE,
            Frame.EPHEMERAL,
            Frame.NO_MESSAGE,
            Frame.NO_CONVERSATION,
            0,
            ("{\"conversationId\":\"" + conversation + "\",\"stream\":\"dm\",\"content\":1}")
                .getBytes(UTF_8)));
    a.send(conversation, "dm", "kept");

    for (String stream : List.of("typing", "ping", "dm")) {
      Heard passing = b.delivery();
      assertThat(passing.text("stream")).isEqualTo(stream);
      assertThat(passing.frame().isEphemeral()).isTrue();
      assertThat(passing.frame().seq()).isZero();
      assertThat(passing.frame().messageId()).isNotEqualTo(Frame.NO_MESSAGE);
    }
    assertThat(b.delivery().frame().seq()).isEqualTo(1);
    assertThat(head(conversation)).isEqualTo(1);
  }

  @Test
  void theLargestSendIsDeliveredAndLongOnesArePacked() {
    GatewayClient a = hub.connect(A);
    GatewayClient b = hub.connect(B);
    UUID conversation = dm(A, B);
    b.everythingUntilNow(B);
    String envelope =
        "{\"conversationId\":\"" + conversation + "\",\"stream\":\"dm\",\"content\":{\"text\":\"";
    int most = Frame.PAYLOAD_BYTES_MAX - envelope.length() - 3;
    StringBuilder noise = new StringBuilder();
    new java.util.Random(3).ints(most, 'a', 'z' + 1).forEach(c -> noise.append((char) c));
    byte[] raw = (envelope + noise + "\"}}").getBytes(UTF_8);
    byte[] frame = new byte[Frame.HEADER_BYTES + raw.length];
    System.arraycopy(dev.parley.testkit.gateway.FrameVector.named("V7").bytes(), 0, frame, 0, 47);
    frame[5] = (byte) (raw.length >> 8);
    frame[6] = (byte) raw.length;
    System.arraycopy(raw, 0, frame, 47, raw.length);
    a.socket().frame(true, dev.parley.doors.RawClient.BINARY, frame);
    assertThat(raw).hasSize(32_768);
    assertThat(b.delivery().said()).isEqualTo(noise.toString());

    a.send(conversation, "dm", "x".repeat(2_000));
    assertThat(b.delivery().flags()).isEqualTo(1);
    a.send(conversation, "dm", "x".repeat(600));
    assertThat(b.delivery().flags()).isZero();
  }

  @Test
  void contentComesOutAsItWentIn() {
    GatewayClient a = hub.connect(A);
    GatewayClient b = hub.connect(B);
    UUID conversation = dm(A, B);
    b.everythingUntilNow(B);
    String content = "{ \"n\" : 1.0 , \"big\":123456789012345678901234567890, \"t\":\"\\u0041\" }";
    a.frame(
        Frame.of(
            FrameType.SEND_MESSAGE,
            ("{\"stream\":\"a2a\",\"content\":"
                    + content
                    + ",\"conversationId\":\""
                    + conversation
                    + "\"}")
                .getBytes(UTF_8)));

    assertThat(new String(b.delivery().frame().payload(), UTF_8))
        .isEqualTo("{\"senderId\":\"" + A + "\",\"stream\":\"a2a\",\"content\":" + content + "}");
  }

  @Test
  void aSendersIdIsKeptAndARepeatIsDropped() {
    GatewayClient a = hub.connect(A);
    GatewayClient b = hub.connect(B);
    UUID conversation = dm(A, B);
    b.everythingUntilNow(B);
    Frame named =
        new Frame(
            FrameType.SEND_MESSAGE,
            0,
            GatewayClient.ulid("019b76da-a800-0011-2233-445566778899"),
            Frame.NO_CONVERSATION,
            0,
            ("{\"conversationId\":\"" + conversation + "\",\"stream\":\"dm\",\"content\":{}}")
                .getBytes(UTF_8));
    a.frame(named);
    a.frame(named);
    a.send(conversation, "dm", "after");

    Heard first = b.delivery();
    assertThat(first.frame().messageId()).isEqualTo(named.messageId());
    Heard second = b.delivery();
    assertThat(second.said()).isEqualTo("after");
    assertThat(second.frame().seq()).isEqualTo(2);
    assertThat(second.frame().messageId()).isNotEqualTo(Frame.NO_MESSAGE);
  }

  // ---- other doors, the owner, old clients

  @Test
  void otherDoorsReadTheTextAndAreHeard() {
    GatewayClient a = hub.connect(A);
    GatewayClient b = hub.connect(B);
    UUID conversation = dm(A, B);
    b.everythingUntilNow(B);
    a.everythingUntilNow(A);
    a.send(conversation, "dm", "from the gateway");
    assertThat(b.delivery().said()).isEqualTo("from the gateway");
    var stored =
        GatewayHub.get(hub.loops.conversations().after(conversation, 0, 10)).getFirst().message();
    assertThat(Message.parse(stored.number(), stored.json()).draft().content())
        .isEqualTo("from the gateway");

    Conversation found = hub.loops.conversations().find(conversation).orElseThrow();
    Draft draft =
        hub.loops.conversations().draft(found, agent(B)).content("from another door").build();
    GatewayHub.get(hub.broker.route(draft, Senders.agent(B.toString())));

    Heard heard = a.delivery();
    assertThat(heard.said()).isEqualTo("from another door");
    assertThat(heard.text("stream")).isEqualTo("dm");
    assertThat(heard.frame().seq()).isEqualTo(2);
  }

  @Test
  void whatIsWrittenToABotCountsAsDeliveredInItsInbox() {
    GatewayClient a = hub.connect(A);
    GatewayClient b = hub.connect(B);
    UUID conversation = dm(A, B);
    b.everythingUntilNow(B);
    a.send(conversation, "dm", "hi");
    b.delivery();

    hub.time.advance(Duration.ofSeconds(1));

    await()
        .until(
            () -> {
              hub.time.advance(Duration.ofSeconds(1));
              return GatewayHub.get(hub.broker.stats(BoxId.inbox(agent(B)))).pending() == 0;
            });
  }

  @Test
  void anOwnerHearsTheChatOfItsBotAndIsHeard() {
    GatewayClient a = hub.connect(A);
    a.joinStream(A, "chat");
    UUID chat = UUID.fromString(a.everythingUntilNow(A).getLast().text("conversationId"));
    GatewayClient owner = hub.stranger().connectAsOwner(hub.ownerToken());
    owner.everythingUntilNow(A);

    a.send(chat, "chat", "done");
    Heard heard = owner.delivery();
    assertThat(heard.text("senderId")).isEqualTo(A.toString());
    assertThat(heard.text("sender_id")).isEqualTo(A.toString());
    owner.send(A, "dm", "well done");

    Heard praise = a.delivery();
    assertThat(praise.text("senderId")).isEqualTo(hub.ownerId().toString());
    assertThat(praise.said()).isEqualTo("well done");
  }

  @Test
  void anOldClientIsSpokenToInItsSpelling() {
    hub.bot(A);
    hub.bot(B);
    Channel channel = hub.loop("makers", A, B);
    GatewayClient a = hub.stranger();
    a.say(FrameType.CONNECT, "{'bot_id':'" + A + "','token':'" + hub.ownerToken() + "'}");
    Heard ok = a.read();
    assertThat(ok.text("bot_id")).isEqualTo(A.toString());
    assertThat(ok.json().has("botId")).isFalse();
    Heard first = a.read();
    assertThat(first.text("channel_id")).isEqualTo(channel.id().toString());
    assertThat(first.text("conversation_id")).isEqualTo(channel.conversation().toString());
    GatewayClient b = hub.connect(B);
    b.everythingUntilNow(B);

    a.say(
        FrameType.SEND_MESSAGE,
        "{'conversation_id':'" + channel.conversation() + "','stream':'channel','content':{}}");
    assertThat(b.delivery().text("senderId")).isEqualTo(A.toString());
    b.send(A, "dm", "to the old one");

    Heard heard = a.delivery();
    assertThat(heard.text("sender_id")).isEqualTo(B.toString());
    assertThat(heard.json().has("senderId")).isFalse();
  }

  @Test
  void whoeverIsAddedToAChannelIsToldBeforeItsFirstMessage() {
    GatewayClient a = hub.connect(A);
    hub.connect(B);
    a.everythingUntilNow(A);
    Channel channel = hub.loop("late", B);
    GatewayClient b = hub.connect(B);
    b.send(channel.conversation(), "channel", "before");
    awaitHead(channel.conversation(), 1);
    hub.add(hub.loops.of(agent(B)).getFirst().id(), A);
    b.send(channel.conversation(), "channel", "after");

    Heard result = a.read();
    assertThat(result.text("channelId")).isEqualTo(channel.id().toString());
    Heard heard = a.read();
    assertThat(heard.said()).isEqualTo("after");
    assertThat(heard.frame().seq()).isEqualTo(2);
  }
}
