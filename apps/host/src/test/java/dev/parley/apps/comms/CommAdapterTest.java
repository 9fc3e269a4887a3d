package dev.parley.apps.comms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.parley.apps.fake.FakeApp;
import dev.parley.apps.host.Adapter;
import dev.parley.apps.proto.CommConnectRequest;
import dev.parley.apps.proto.CommConnectResponse;
import dev.parley.apps.proto.CommDeregisterResponse;
import dev.parley.apps.proto.CommDisconnectResponse;
import dev.parley.apps.proto.CommMessage;
import dev.parley.apps.proto.CommNameResponse;
import dev.parley.apps.proto.CommRegisterRequest;
import dev.parley.apps.proto.CommRegisterResponse;
import dev.parley.apps.proto.CommSendRequest;
import dev.parley.apps.proto.CommSendResponse;
import dev.parley.apps.proto.CommServiceGrpc;
import dev.parley.apps.proto.CommVersionResponse;
import dev.parley.apps.proto.Empty;
import dev.parley.comm.LoopbackPlugin;
import dev.parley.comm.service.CommService;
import dev.parley.comm.service.CommStatus;
import dev.parley.comm.settings.CommSettings;
import dev.parley.comm.settings.FileSettings;
import dev.parley.core.address.AgentId;
import dev.parley.core.address.Path;
import dev.parley.core.address.Pattern;
import dev.parley.core.broker.Broker;
import dev.parley.core.broker.BrokerConfig;
import dev.parley.core.message.Door;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageLimit;
import dev.parley.core.message.MessageType;
import dev.parley.core.message.Origin;
import dev.parley.core.store.BoxId;
import dev.parley.identity.Principal;
import dev.parley.identity.Visit;
import dev.parley.identity.audit.AuditLog;
import dev.parley.testkit.store.MemoryStore;
import dev.parley.testkit.time.ManualTime;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An app as a way to agents elsewhere. */
class CommAdapterTest {
  private static final AgentId ADA = new AgentId("ada");
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final MessageLimit LIMIT = new MessageLimit(1 << 20);

  private final ManualTime time = new ManualTime(1_700_000_000_000L);
  private final MemoryStore store = new MemoryStore();
  private final Broker broker = new Broker(store, time, BrokerConfig.DEFAULT).start();
  private final CommService comm =
      new CommService(
              broker,
              new AuditLog(broker.records(), time, new AuditLog.Keep(100, Duration.ofDays(1))),
              time,
              new CommSettings(broker, new FileSettings(true, "pigeons", Map.of())))
          .with(new LoopbackPlugin(), LIMIT)
          .start();
  private final CommAdapter adapter = new CommAdapter(comm, LIMIT, time);
  private final Pigeons pigeons = new Pigeons("pigeons");
  private final FakeApp app = FakeApp.of("com.example.pigeons", "comm", "comm:*", pigeons);
  private final Deque<AutoCloseable> open = new ArrayDeque<>();

  @BeforeEach
  void makeAda() {
    var _ = broker.participants().createAgent(ADA, null, null, null, null).join();
    var _ = broker.participants().subscribe(ADA, Pattern.parse("comm/**")).join();
    open.addAll(List.of(app, comm, broker, store));
  }

  @AfterEach
  void close() throws Exception {
    while (!open.isEmpty()) {
      open.pop().close();
    }
  }

  private static final class Pigeons extends CommServiceGrpc.CommServiceImplBase {
    final List<String> calls = new CopyOnWriteArrayList<>();
    final LinkedBlockingQueue<CommMessage> sent = new LinkedBlockingQueue<>();
    final CompletableFuture<StreamObserver<CommMessage>> listening = new CompletableFuture<>();
    private final String name;

    Pigeons(String name) {
      this.name = name;
    }

    private <T> void answer(String call, StreamObserver<T> observer, T answer) {
      calls.add(call);
      observer.onNext(answer);
      observer.onCompleted();
    }

    @Override
    public void name(Empty request, StreamObserver<CommNameResponse> observer) {
      answer("name", observer, CommNameResponse.newBuilder().setName(name).build());
    }

    @Override
    public void version(Empty request, StreamObserver<CommVersionResponse> observer) {
      answer("version", observer, CommVersionResponse.newBuilder().setVersion("3.1").build());
    }

    @Override
    public void connect(CommConnectRequest request, StreamObserver<CommConnectResponse> observer) {
      answer(
          "connect " + request.getConfigMap(), observer, CommConnectResponse.getDefaultInstance());
    }

    @Override
    public void register(
        CommRegisterRequest request, StreamObserver<CommRegisterResponse> observer) {
      answer(
          "register " + request.getAgentId() + " " + request.getCapabilitiesList(),
          observer,
          CommRegisterResponse.getDefaultInstance());
    }

    @Override
    public void deregister(Empty request, StreamObserver<CommDeregisterResponse> observer) {
      answer("deregister", observer, CommDeregisterResponse.getDefaultInstance());
    }

    @Override
    public void disconnect(Empty request, StreamObserver<CommDisconnectResponse> observer) {
      answer("disconnect", observer, CommDisconnectResponse.getDefaultInstance());
    }

    @Override
    public void send(CommSendRequest request, StreamObserver<CommSendResponse> observer) {
      sent.add(request.getMessage());
      answer("send", observer, CommSendResponse.getDefaultInstance());
    }

    @Override
    public void receive(Empty request, StreamObserver<CommMessage> observer) {
      listening.complete(observer);
    }
  }

  private Adapter.Attachment attach(FakeApp one) throws InterruptedException {
    Adapter.Attachment attachment = adapter.attach(one);
    open.push(attachment);
    attachment.configured();
    return attachment;
  }

  private List<Message> inbox() {
    return broker.peek(BoxId.inbox(ADA), 100).join().stream()
        .map(copy -> Message.parse(copy.message().number(), copy.message().json()))
        .toList();
  }

  private static CommMessage.Builder said(String id) {
    return CommMessage.newBuilder()
        .setId(id)
        .setFrom("bob")
        .setTopic("news")
        .setConversationId("c1")
        .setType("info")
        .setContent("shall we?")
        .putMetadata("mood", "good")
        .setTimestamp(1_700_000_000);
  }

  @Test
  void whatIsSaidElsewhereComesInOnceAndAnswersGoOut() throws Exception {
    app.settings.put("coop", "north");
    var _ = attach(app);
    StreamObserver<CommMessage> speaking = pigeons.listening.get(30, TimeUnit.SECONDS);
    assertThat(pigeons.calls).contains("connect {coop=north}", "register parley []");
    speaking.onNext(said("m1").build());
    speaking.onNext(said("m1").build());
    speaking.onNext(said("m2").setTopic("").setType("proposal").setContent("directly").build());
    await().atMost(PATIENCE).until(() -> inbox().size() >= 2);
    assertThat(inbox())
        .extracting(message -> message.draft().path().text() + " " + message.draft().content())
        .containsExactly("comm/pigeons/news shall we?", "comm/pigeons/to/bob directly");
    Message first = inbox().getFirst();
    assertThat(first.origin()).isEqualTo(Origin.EXTERNAL);
    assertThat(first.draft().type()).isEqualTo(MessageType.INFO);
    assertThat(inbox().getLast().draft().type()).isEqualTo(MessageType.MESSAGE);
    assertThat(first.draft().conversationId()).isEqualTo("pigeons:c1");

    var _ =
        broker
            .route(
                Draft.from("ada")
                    .to(Path.parse("agent/comm:pigeons"))
                    .replyTo(first.id())
                    .content("let us")
                    .build(),
                new Visit(new Principal.AgentPrincipal(ADA), Door.WS, "").senderAs("ada"))
            .join();
    CommMessage sent = pigeons.sent.poll(30, TimeUnit.SECONDS);
    assertThat(sent).isNotNull();
    assertThat(sent.getContent()).isEqualTo("let us");
    assertThat(sent.getTopic()).isEqualTo("news");
    assertThat(sent.getConversationId()).isEqualTo("c1");
    assertThat(sent.getFrom()).isEqualTo("ada");
    assertThat(sent.getTimestamp()).isEqualTo(time.millis() / 1_000);
  }

  @Test
  void itIsAPluginAmongOthersAsLongAsItRuns() throws Exception {
    Adapter.Attachment attachment = attach(app);
    assertThat(comm.status().plugins())
        .extracting(CommStatus.Plugin::name)
        .containsExactly("loopback", "pigeons");
    await().atMost(PATIENCE).until(() -> pigeons.calls.contains("register parley []"));
    attachment.close();
    assertThat(pigeons.calls).endsWith("deregister", "disconnect");
    assertThat(comm.status().plugins())
        .extracting(CommStatus.Plugin::name)
        .containsExactly("loopback");
    await().atMost(PATIENCE).until(() -> !comm.status().problem().isEmpty());
    assertThat(comm.status().problem()).startsWith("there is no comm plugin 'pigeons'");
  }

  @Test
  void namesAreTakenOnceAndANewLifeOfAnAppTakesItsOwn() throws Exception {
    Adapter.Attachment before = attach(app);
    FakeApp thief = FakeApp.of("thief", "comm", "comm:*", new Pigeons("loopback"));
    open.push(thief);
    assertThatThrownBy(() -> adapter.attach(thief))
        .hasMessage("there is a plugin 'loopback' already");
    FakeApp odd = FakeApp.of("odd", "comm", "comm:*", new Pigeons("../x"));
    open.push(odd);
    assertThatThrownBy(() -> adapter.attach(odd)).hasMessageContaining("cannot be the name");
    var _ = attach(app);
    before.close();
    assertThat(comm.status().plugins()).hasSize(2);
  }
}
