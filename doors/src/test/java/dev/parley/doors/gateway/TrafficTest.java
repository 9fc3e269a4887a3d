package dev.parley.doors.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.core.address.AgentId;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Message;
import dev.parley.core.message.Sender;
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
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Sections 6 to 8, 13 and 14 (4 to 12, 16) of the protocol. */
class TrafficTest {
  private static final UUID A = UUID.fromString("7c9e6679-7425-40de-944b-e07fc1f90ae7");
  private static final UUID B = UUID.fromString("1b4e28ba-2fa1-11d2-883f-0016d3cca427");
  private static final UUID C = UUID.fromString("3d813cbb-47fb-32ba-91df-831e1593ac29");

  private final GatewayHub hub = new GatewayHub();

  @AfterEach
  void close() {
    hub.close();
  }

  private static AgentId agent(UUID bot) {
    return new AgentId(bot.toString());
  }

  private UUID dm(UUID one, UUID other) {
    return GatewayHub.get(hub.loops.conversations().dm(agent(one), agent(other))).id();
  }

  private long head(UUID conversation) {
    return GatewayHub.get(hub.loops.conversations().head(conversation));
  }

  private void awaitHead(UUID conversation, long seq) {
    await().until(() -> head(conversation) == seq);
  }

  private long delivered(UUID bot, UUID conversation) {
    return hub.loops.cursors().of(agent(bot), conversation).delivered();
  }

  // ---- 4, 5: joins

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

  // ---- 6, 7: who hears what

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
