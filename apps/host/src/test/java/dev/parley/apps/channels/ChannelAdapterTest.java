package dev.parley.apps.channels;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import dev.parley.apps.fake.FakeApp;
import dev.parley.apps.host.Adapter;
import dev.parley.apps.proto.Attachment;
import dev.parley.apps.proto.ChannelSendRequest;
import dev.parley.apps.proto.InboundMessage;
import dev.parley.apps.proto.MessageSender;
import dev.parley.core.address.AgentId;
import dev.parley.core.address.Path;
import dev.parley.core.address.Pattern;
import dev.parley.core.broker.Broker;
import dev.parley.core.broker.BrokerConfig;
import dev.parley.core.message.Door;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageLimit;
import dev.parley.core.message.Origin;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.StoredMessage;
import dev.parley.identity.Principal;
import dev.parley.identity.Visit;
import dev.parley.identity.audit.AuditLog;
import dev.parley.testkit.store.MemoryStore;
import dev.parley.testkit.time.ManualTime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** People elsewhere and agents here, and the app between them. */
class ChannelAdapterTest {
  private static final AgentId ADA = new AgentId("ada");
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final ManualTime time = new ManualTime(1_000_000);
  private final MemoryStore store = new MemoryStore();
  private final Broker broker = new Broker(store, time, BrokerConfig.DEFAULT).start();
  private final AuditLog audit =
      new AuditLog(broker.records(), time, new AuditLog.Keep(100, Duration.ofDays(1)));
  private final ChannelAdapter adapter =
      new ChannelAdapter(
          broker,
          audit,
          new MessageLimit(1 << 20),
          agent -> MessageSender.newBuilder().setName(agent).setRole("COO").setBotId("b").build());
  private final FakeChannel telegram = new FakeChannel("telegram");
  private final FakeApp app =
      FakeApp.of("com.example.telegram", "channel:telegram", "channel:send", telegram);
  private final Deque<AutoCloseable> open = new ArrayDeque<>();

  @BeforeEach
  void makeAda() {
    var _ = broker.participants().createAgent(ADA, null, null, null, null).join();
    var _ = broker.participants().subscribe(ADA, Pattern.parse("telegram/**")).join();
    open.push(store);
    open.push(broker);
    open.push(app);
  }

  @AfterEach
  void close() throws Exception {
    while (!open.isEmpty()) {
      open.pop().close();
    }
  }

  private Adapter.Attachment attach(FakeApp one) throws InterruptedException {
    Adapter.Attachment attachment = adapter.attach(one);
    open.push(attachment);
    attachment.configured();
    return attachment;
  }

  private List<Message> inbox() {
    return broker.peek(BoxId.inbox(ADA), 500).join().stream()
        .map(copy -> Message.parse(copy.message().number(), copy.message().json()))
        .toList();
  }

  private Message sendAs(AgentId agent, Draft.Builder draft) {
    StoredMessage sent =
        broker
            .route(
                draft.build(),
                new Visit(new Principal.AgentPrincipal(agent), Door.WS, "").senderAs(agent.value()))
            .join()
            .message();
    return Message.parse(sent.number(), sent.json());
  }

  private static InboundMessage.Builder said(String id, String text) {
    return InboundMessage.newBuilder()
        .setMessageId(id)
        .setChannelId("telegram:12345")
        .setUserId("u7")
        .setText(text);
  }

  @Test
  void check3_hundredMessagesComeInInTheirOrder() throws InterruptedException {
    var _ = attach(app);
    for (int i = 0; i < 100; i++) {
      telegram.say(said("m" + i, "text " + i).build());
    }
    await().atMost(PATIENCE).until(() -> inbox().size() == 100);
    assertThat(inbox())
        .extracting(message -> message.draft().content())
        .containsExactlyElementsOf(IntStream.range(0, 100).mapToObj(i -> "text " + i).toList());
    Message first = inbox().getFirst();
    assertThat(first.origin()).isEqualTo(Origin.EXTERNAL);
    assertThat(first.draft().path().text()).isEqualTo("telegram/12345");
    assertThat(first.draft().from()).isEqualTo("channel:telegram");
    assertThat(first.draft().externalId()).isEqualTo("m0");
    assertThat(first.draft().conversationId()).isEqualTo("telegram:12345");
  }

  @Test
  void whatComesTwiceIsOneMessage() throws InterruptedException {
    var _ = attach(app);
    telegram.say(said("m1", "once").build());
    telegram.say(said("m1", "once").build());
    telegram.say(said("m2", "after").build());
    await().atMost(PATIENCE).until(() -> inbox().size() >= 2);
    assertThat(inbox())
        .extracting(message -> message.draft().content())
        .containsExactly("once", "after");
  }

  @Test
  void theEnvelopeComesAlong() throws InterruptedException {
    var _ = attach(app);
    telegram.say(
        said("m1", "see this")
            .setSender(MessageSender.newBuilder().setName("Bob"))
            .addAttachments(
                Attachment.newBuilder().setType("image").setUrl("https://x/y").setSize(7))
            .setPlatformData(ByteString.copyFromUtf8("raw"))
            .setTimestamp("2026-02-12T15:10:00Z")
            .build());
    await().atMost(PATIENCE).until(() -> !inbox().isEmpty());
    byte[] payload = inbox().getFirst().draft().payload();
    assertThat(payload).isNotNull();
    assertThat(new String(payload, UTF_8))
        .contains(
            "\"sender\":{\"name\":\"Bob\"",
            "\"url\":\"https://x/y\"",
            "\"platform_data\":\"cmF3\"",
            "\"timestamp\":\"2026-02-12T15:10:00Z\"");
  }

  @Test
  void anAnswerGoesToWhereTheQuestionCameFromWithTheNameOfTheAgent() throws InterruptedException {
    var _ = attach(app);
    telegram.say(said("m1", "what time is it?").build());
    await().atMost(PATIENCE).until(() -> !inbox().isEmpty());
    Message answer =
        sendAs(
            ADA,
            Draft.from("ada")
                .to(Path.parse("agent/channel:telegram"))
                .replyTo(inbox().getFirst().id())
                .content("noon"));
    ChannelSendRequest sent = telegram.sent();
    assertThat(sent.getChannelId()).isEqualTo("telegram:12345");
    assertThat(sent.getText()).isEqualTo("noon");
    assertThat(sent.getReplyTo()).as("as the platform calls it").isEqualTo("m1");
    assertThat(sent.getSender().getName()).isEqualTo("ada");
    assertThat(sent.getSender().getRole()).isEqualTo("COO");
    assertThat(sent.getMessageId()).isEqualTo(answer.id().toString());
    assertThat(UUID.fromString(sent.getMessageId()).version()).isEqualTo(7);
  }

  @Test
  void thePlatformsNamesAreKeptForAnswers() throws InterruptedException {
    var _ = attach(app);
    Message question =
        sendAs(ADA, Draft.from("ada").to(Path.parse("telegram/12345")).content("tea?"));
    var _ = telegram.sent();
    // Off the list it is only once its name there is kept.
    await()
        .atMost(PATIENCE)
        .until(() -> broker.peek(BoxId.inbox(new AgentId("channel:telegram")), 1).join().isEmpty());
    telegram.say(said("m9", "yes please").setReplyTo("platform-1").build());
    await()
        .atMost(PATIENCE)
        .until(
            () -> inbox().stream().anyMatch(each -> "yes please".equals(each.draft().content())));
    Message yes =
        inbox().stream()
            .filter(each -> "yes please".equals(each.draft().content()))
            .findFirst()
            .orElseThrow();
    assertThat(yes.draft().replyTo()).isEqualTo(question.id());
    var _ =
        sendAs(
            ADA,
            Draft.from("ada")
                .to(Path.parse("telegram/12345"))
                .replyTo(question.id())
                .content("with milk?"));
    assertThat(telegram.sent().getReplyTo()).isEqualTo("platform-1");
  }

  @Test
  void whatThePlatformRefusesItsSenderIsTold() throws InterruptedException {
    var _ = attach(app);
    telegram.refusing("chat not found");
    var _ = sendAs(ADA, Draft.from("ada").to(Path.parse("telegram/77")).content("hello?"));
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                inbox().stream()
                    .anyMatch(
                        each ->
                            String.valueOf(each.draft().content())
                                .contains("'telegram' says: chat not found")));
  }

  @Test
  void check3_whyItCannotConnectIsToldAndSettingsHelp() throws InterruptedException {
    telegram.needing("bot_token");
    Adapter.Attachment attachment = attach(app);
    await().atMost(PATIENCE).until(() -> !attachment.problem().isEmpty());
    assertThat(attachment.problem()).isEqualTo("it cannot connect: bot_token is required");
    app.settings.put("bot_token", "t");
    attachment.settingsChanged();
    telegram.say(said("m1", "hello").build());
    await().atMost(PATIENCE).until(() -> !inbox().isEmpty());
    assertThat(attachment.problem()).isEmpty();
  }

  @Test
  void aStreamThatEndsIsOpenedAnewAndNothingIsLost() throws InterruptedException {
    var _ = attach(app);
    telegram.say(said("m1", "before").build());
    await().atMost(PATIENCE).until(() -> !inbox().isEmpty());
    telegram.endStream();
    telegram.say(said("m2", "after").build());
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              time.advance(Duration.ofSeconds(1)); // its pauses are by the hub's clock
              return inbox().size() == 2;
            });
    assertThat(telegram.connects()).isEqualTo(1);
  }

  @Test
  void whatIsSentWhileTheAppIsAwayWaits() throws Exception {
    Adapter.Attachment before = attach(app);
    await().atMost(PATIENCE).until(() -> telegram.connects() == 1);
    before.close();
    assertThat(telegram.disconnected()).isTrue();
    var _ = sendAs(ADA, Draft.from("ada").to(Path.parse("telegram/1")).content("later"));
    var _ = attach(app);
    assertThat(telegram.sent().getText()).isEqualTo("later");
  }

  @Test
  void placesThatAreNoneArePassedOver() throws InterruptedException {
    var _ = attach(app);
    telegram.say(said("m1", "a").setChannelId("discord:1").build());
    telegram.say(said("m2", "b").setChannelId("telegram:").build());
    telegram.say(said("m3", "c").setChannelId("telegram:" + "x".repeat(5_000)).build());
    telegram.say(said("m4", "d").setChannelId("telegram:*").build());
    await().atMost(PATIENCE).until(() -> !inbox().isEmpty());
    assertThat(inbox())
        .singleElement()
        .extracting(message -> message.draft().path().text())
        .as("no broadcast is made from outside")
        .isEqualTo("telegram/%2A");
  }

  @ParameterizedTest
  @ValueSource(strings = {"agent", "loop", "", "Telegram", "a/b", "comm"})
  void namesThatPathsHaveForOthersAreRefused(String name) {
    FakeApp odd = FakeApp.of("odd", "channel:x", "channel:send", new FakeChannel(name));
    open.push(odd);
    assertThatThrownBy(() -> adapter.attach(odd)).hasMessageContaining("cannot be the name");
  }

  @Test
  void twoAppsAreNotTheSameChannel() throws InterruptedException {
    var _ = attach(app);
    FakeApp other = FakeApp.of("other", "channel:x", "channel:send", new FakeChannel("telegram"));
    open.push(other);
    assertThatThrownBy(() -> adapter.attach(other)).hasMessageContaining("already");
  }

  @Test
  void withoutLeaveThereIsNoChannel() throws InterruptedException {
    FakeApp plain = FakeApp.of("plain", "channel:x", "", new FakeChannel("x"));
    open.push(plain);
    assertThat(adapter.attach(plain)).isSameAs(Adapter.Attachment.NONE);
  }

  @Test
  void placesAreWrittenAndReadBack() {
    for (String id : List.of("1", "guild/channel", "a//b", "/x", "50%", "*", "**", "a b", "é")) {
      String topic = Places.topic("p", "p:" + id).orElseThrow();
      assertThat(Path.parse("p/" + topic).hasWildcard()).isFalse();
      assertThat(Places.channelId("p", topic)).isEqualTo("p:" + id);
    }
    assertThat(Places.channelId("p", "100%")).isEqualTo("p:100%");
  }

  @Test
  void onlyTheNewestNamesAreKept() {
    PlatformIds ids = new PlatformIds(broker, "p", 2);
    for (int i = 1; i <= 3; i++) {
      assertThat(ids.keep("hub-" + i, "there-" + i).join()).isTrue();
    }
    assertThat(ids.hubId("there-1")).isNull();
    assertThat(ids.hubId("there-3")).isEqualTo("hub-3");
    assertThat(ids.platformId("hub-2", "channel:p")).isEqualTo("there-2");
    assertThat(ids.keep("hub-4", "x".repeat(300)).join()).isFalse();
  }
}
