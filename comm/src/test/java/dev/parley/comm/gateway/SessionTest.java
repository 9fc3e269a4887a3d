package dev.parley.comm.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.parley.comm.CommMessage;
import dev.parley.comm.Condition;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.MessageType;
import dev.parley.testkit.time.ManualTime;
import dev.parley.wire.gateway.Frame;
import dev.parley.wire.gateway.FrameType;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One connection: what is heard, acknowledged, joined anew and sent. */
@Timeout(60)
class SessionTest {
  private static final UUID BOT = UUID.fromString("7c9e6679-7425-40de-944b-e07fc1f90ae7");
  private static final UUID ROOM = UUID.fromString("5a0e1c52-9d0f-4b7a-8c61-2f3d4e5f6071");
  private static final String CHANNEL =
      "{'conversationId':'"
          + ROOM
          + "','channelId':'3d813cbb-47fb-32ba-91df-831e1593ac29','channelName':'general',"
          + "'loopId':'21f7f8de-8051-5b89-8680-0195ef798b6a','loopSlug':'lab'}";
  private static final MessageId ID = MessageId.of(1_767_225_600_000L, 1, 1);

  private final ManualTime time = new ManualTime(1_000_000);
  private final FakeGateway hub = new FakeGateway();
  private final List<CommMessage> heard = new CopyOnWriteArrayList<>();
  private final CountDownLatch stored = new CountDownLatch(1);
  private volatile boolean slowly;
  private volatile long storedSoFar;
  private GatewayPlugin plugin;
  private FakeGateway.Line line;

  @BeforeEach
  void connect() {
    plugin =
        new GatewayPlugin(
            new Surroundings(hub, time, new SplittableRandom(1)),
            TokenRenewal.NONE,
            conversation -> conversation.equals(ROOM) ? storedSoFar : 0);
    plugin.setMessageHandler(
        messages -> {
          heard.addAll(messages);
          if (slowly) {
            stored.await();
          }
        });
    plugin.connect(Map.of("gateway", "ws://hub.test", "bot_id", BOT.toString(), "token", "secret"));
    line = accepted();
  }

  private FakeGateway.Line accepted() {
    FakeGateway.Line opened = hub.dialled();
    opened.next(FrameType.CONNECT);
    opened.accept();
    await().until(() -> plugin.condition().state() == Condition.State.CONNECTED);
    return opened;
  }

  @AfterEach
  void end() {
    stored.countDown();
    plugin.disconnect();
  }

  private void deliver(long seq, String json) {
    line.deliver(ROOM, seq, MessageId.of(seq, seq, seq), json);
  }

  /** Passes over the joins of the bot's own streams. */
  private static FakeGateway.Line.Said joinOfRoom(FakeGateway.Line line) {
    FakeGateway.Line.Said said = line.next(FrameType.JOIN_CONVERSATION);
    while (!said.text("conversationId").equals(ROOM.toString())) {
      said = line.next(FrameType.JOIN_CONVERSATION);
    }
    return said;
  }

  @Test
  void aChannelIsATopicAndWhatIsSaidThereIsHeardWordForWord() {
    line.tell(FrameType.JOIN_CONVERSATION, CHANNEL);
    deliver(1, "{'senderId':'s-1','stream':'channel','content':{'text':'hi','n':1.0}}");

    await().until(() -> heard.size() == 1);

    CommMessage message = heard.getFirst();
    assertThat(message.topic()).isEqualTo("lab/#general");
    assertThat(message.from()).isEqualTo("s-1");
    assertThat(message.text()).isEqualTo("hi");
    assertThat(new String(message.body().content(), UTF_8))
        .isEqualTo("{\"text\":\"hi\",\"n\":1.0}");
  }

  @Test
  void anAckFollowsOnlyWhenTheMessageIsStored() {
    slowly = true;
    deliver(5, "{'senderId':'s-1','stream':'dm','content':{'text':'keep me'}}");
    await().until(() -> heard.size() == 1);
    line.tell(FrameType.JOIN_CONVERSATION, CHANNEL);
    joinOfRoom(line); // read after the delivery, and no ACK came before

    stored.countDown();

    FakeGateway.Line.Said ack = line.next(FrameType.ACK);
    assertThat(ack.text("conversationId")).isEqualTo(ROOM.toString());
    assertThat(ack.json().path("ackedSeq").asLong()).isEqualTo(5);
  }

  @Test
  void afterAReconnectItJoinsBehindWhatItHasAcknowledged() {
    line.tell(FrameType.JOIN_CONVERSATION, CHANNEL);
    deliver(7, "{'senderId':'s-1','stream':'channel','content':{'text':'seven'}}");
    line.next(FrameType.ACK);
    line.hangUp();
    await().until(() -> plugin.condition().state() == Condition.State.CONNECTING);
    await().until(() -> time.alarms() == 1);
    time.advance(Duration.ofSeconds(1));
    FakeGateway.Line again = accepted();

    again.tell(FrameType.JOIN_CONVERSATION, CHANNEL);

    assertThat(joinOfRoom(again).json().path("lastAckedSeq").asLong()).isEqualTo(7);
  }

  @Test
  void afterARestartItJoinsBehindWhatIsStored() {
    storedSoFar = 12;

    line.tell(FrameType.JOIN_CONVERSATION, CHANNEL);

    assertThat(joinOfRoom(line).json().path("lastAckedSeq").asLong()).isEqualTo(12);
  }

  @Test
  void whereANewConversationBeginsIsAcknowledgedAtOnce() {
    line.tell(FrameType.JOIN_CONVERSATION, CHANNEL);
    line.tell(
        FrameType.REPLAY,
        "{'conversationId':'" + ROOM + "','fromSeq':9,'toSeq':9,'messageCount':0}");

    assertThat(line.next(FrameType.ACK).json().path("ackedSeq").asLong()).isEqualTo(9);
  }

  @Test
  void aCompressedDeliveryIsHeard() {
    String text = "done ".repeat(800);
    deliver(1, "{'senderId':'s-1','stream':'dm','content':{'text':'" + text + "'}}");

    await().until(() -> heard.size() == 1);

    assertThat(heard.getFirst().text()).isEqualTo(text);
  }

  @Test
  void tasksAreToldApartByTheirContent() {
    deliver(1, "{'senderId':'s','stream':'a2a','content':{'correlationId':'c','input':'do it'}}");
    deliver(
        2, "{'senderId':'s','stream':'a2a','content':{'correlationId':'c','status':'completed'}}");
    deliver(
        3, "{'senderId':'s','stream':'a2a','content':{'correlationId':'c','status':'working'}}");
    deliver(4, "{'senderId':'s','stream':'a2a','content':{'text':'just so'}}");

    await().until(() -> heard.size() == 4);

    assertThat(heard)
        .extracting(CommMessage::type)
        .containsExactly(
            MessageType.TASK,
            MessageType.TASK_RESULT,
            MessageType.TASK_STATUS,
            MessageType.MESSAGE);
  }

  @Test
  void whatAHostileHubCallsItselfStaysOneSegmentOfAPath() {
    deliver(1, "{'senderId':'../agent/ada','stream':'dm','content':{'text':'x'}}");
    deliver(2, "{'senderId':'**','stream':'dm','content':{'text':'y'}}");

    await().until(() -> heard.size() == 2);

    assertThat(heard).extracting(CommMessage::topic).containsOnly("agent/unknown");
  }

  @Test
  void whatPassesIsNotHandedOn() {
    line.tell(
        new Frame(
            FrameType.MESSAGE_DELIVERY,
            Frame.EPHEMERAL,
            ID,
            ROOM,
            0,
            "{\"senderId\":\"s\",\"stream\":\"typing\",\"content\":{}}".getBytes(UTF_8)));
    deliver(1, "{'senderId':'s','stream':'dm','content':{'text':'mark'}}");

    await().until(() -> !heard.isEmpty());

    assertThat(heard).extracting(CommMessage::text).containsExactly("mark");
  }

  private CompletableFuture<Void> send(String topic) {
    return plugin.send(
        new CommMessage(
            ID.toString(), "bob", topic, null, MessageType.MESSAGE, "hello", null, null, null));
  }

  private void inTheRoom() {
    line.tell(FrameType.JOIN_CONVERSATION, CHANNEL);
    joinOfRoom(line);
  }

  @Test
  void aMessageIsSentWithItsIdAndCountsWhenTheHubSaysSo() {
    inTheRoom();

    CompletableFuture<Void> sent = send("lab/#general");

    FakeGateway.Line.Said said = line.next(FrameType.SEND_MESSAGE);
    assertThat(said.frame().messageId()).isEqualTo(ID);
    assertThat(said.text("conversationId")).isEqualTo(ROOM.toString());
    assertThat(said.json().path("content").path("text").asString("")).isEqualTo("hello");
    assertThat(said.json().path("content").path("senderName").asString("")).isEqualTo("bob");
    assertThat(sent).isNotDone();
    line.tell(
        new Frame(FrameType.ACK, 0, ID, Frame.NO_CONVERSATION, 0, "{\"ok\":true}".getBytes(UTF_8)));
    assertThat(sent).succeedsWithin(Duration.ofSeconds(20));
  }

  @Test
  void aRefusalHasTheOtherHubsCode() {
    inTheRoom();
    CompletableFuture<Void> sent = send("lab/#general");
    line.next(FrameType.SEND_MESSAGE);

    line.tell(
        new Frame(
            FrameType.ACK,
            0,
            ID,
            Frame.NO_CONVERSATION,
            0,
            "{\"ok\":false,\"error\":\"forbidden\"}".getBytes(UTF_8)));

    assertThatThrownBy(sent::join)
        .cause()
        .isInstanceOfSatisfying(
            Refused.class, refused -> assertThat(refused.code()).isEqualTo(ErrorCode.FORBIDDEN));
  }

  @Test
  void whatIsNotAnsweredWhenTheConnectionEndsIsToBeSentAgain() {
    inTheRoom();
    CompletableFuture<Void> sent = send("lab/#general");
    line.next(FrameType.SEND_MESSAGE);

    line.hangUp();

    assertThatThrownBy(sent::join)
        .cause()
        .isInstanceOfSatisfying(
            Refused.class, refused -> assertThat(refused.code().retryable()).isTrue());
  }

  @Test
  void aTopicThatIsNotThereIsRefusedOnceTheHubHasSaidWhatThereIs() {
    line.tell(FrameType.JOIN_CONVERSATION, CHANNEL);
    line.tell(
        FrameType.JOIN_CONVERSATION,
        "{'conversationId':'','botId':'" + BOT + "','stream':'a2a','error':'x'}");
    await().until(() -> plugin.topics().size() == 1);

    await()
        .untilAsserted(
            () ->
                assertThatThrownBy(() -> send("lab/#nowhere").join())
                    .cause()
                    .isInstanceOfSatisfying(
                        Refused.class,
                        refused -> assertThat(refused.code()).isEqualTo(ErrorCode.NOT_FOUND)));
  }

  @Test
  void aTopicThatWasLeftStaysSoAfterAReconnect() {
    inTheRoom();
    plugin.unsubscribe("lab/#general");
    assertThat(line.next(FrameType.LEAVE_CONVERSATION).text("conversationId"))
        .isEqualTo(ROOM.toString());
    line.hangUp();
    await().until(() -> plugin.condition().state() == Condition.State.CONNECTING);
    await().until(() -> time.alarms() == 1);
    time.advance(Duration.ofSeconds(1));
    FakeGateway.Line again = accepted();

    again.tell(FrameType.JOIN_CONVERSATION, CHANNEL);

    assertThat(again.next(FrameType.LEAVE_CONVERSATION).text("conversationId"))
        .isEqualTo(ROOM.toString());
  }
}
