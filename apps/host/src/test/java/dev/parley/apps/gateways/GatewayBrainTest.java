package dev.parley.apps.gateways;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.agents.brain.Brain;
import dev.parley.agents.brain.BrainEvent;
import dev.parley.agents.brain.BrainRequest;
import dev.parley.agents.brain.Outcome;
import dev.parley.agents.context.Contexts;
import dev.parley.agents.context.Instructions;
import dev.parley.agents.context.Pins;
import dev.parley.agents.hooks.Hooks;
import dev.parley.agents.tools.Action;
import dev.parley.agents.tools.Tool;
import dev.parley.agents.tools.Toolbox;
import dev.parley.agents.usage.Used;
import dev.parley.apps.fake.FakeApp;
import dev.parley.apps.host.Adapter;
import dev.parley.apps.proto.GatewayEvent;
import dev.parley.apps.proto.GatewayRequest;
import dev.parley.apps.proto.GatewayServiceGrpc;
import dev.parley.core.address.AgentId;
import dev.parley.core.address.Path;
import dev.parley.core.address.SessionKey;
import dev.parley.core.broker.Broker;
import dev.parley.core.broker.BrokerConfig;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.Origin;
import dev.parley.testkit.store.MemoryStore;
import dev.parley.testkit.time.ManualTime;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Apps that bring models, as brains. */
class GatewayBrainTest {
  private final ManualTime time = new ManualTime(1_000_000);
  private final MemoryStore store = new MemoryStore();
  private final Broker broker = new Broker(store, time, BrokerConfig.DEFAULT).start();
  private final Instructions instructions = Instructions.open(broker);
  private final Contexts contexts =
      new Contexts(broker, instructions, Pins.open(broker), List.of());
  private final Toolbox tools =
      new Toolbox()
          .register(Tool.of("clock", "Time.", Action.of("read", "tells", (_, _) -> "noon")))
          .register(
              Tool.of("shell", "Runs.", Action.of("run", "runs", (_, _) -> "ran").forOwner()));
  private final List<Used> used = Collections.synchronizedList(new ArrayList<>());
  private final List<BrainEvent> events = Collections.synchronizedList(new ArrayList<>());
  private final Gateways gateways =
      new Gateways()
          .within(
              new Gateways.Surroundings(
                  contexts::of, tools, Hooks.NONE, (_, one) -> used.add(one)));
  private final ScriptedGateway gateway = new ScriptedGateway();
  private final Deque<AutoCloseable> open = new ArrayDeque<>();

  GatewayBrainTest() {
    var _ = broker.participants().createAgent(new AgentId("ada"), null, null, null, null).join();
  }

  @AfterEach
  void close() throws Exception {
    while (!open.isEmpty()) {
      open.pop().close();
    }
    instructions.close();
    broker.close();
    store.close();
  }

  /** Answers each completion with the next of its answers. */
  private static final class ScriptedGateway extends GatewayServiceGrpc.GatewayServiceImplBase {
    final List<GatewayRequest> asked = new CopyOnWriteArrayList<>();
    final CountDownLatch silent = new CountDownLatch(1);
    final CountDownLatch cancelled = new CountDownLatch(1);
    private final List<BiConsumer<GatewayRequest, StreamObserver<GatewayEvent>>> answers =
        new CopyOnWriteArrayList<>();

    ScriptedGateway answering(String... typesAndContents) {
      answers.add(
          (request, observer) -> {
            for (int i = 0; i < typesAndContents.length; i += 2) {
              observer.onNext(
                  GatewayEvent.newBuilder()
                      .setType(typesAndContents[i])
                      .setContent(typesAndContents[i + 1])
                      .setRequestId(request.getRequestId())
                      .build());
            }
            observer.onCompleted();
          });
      return this;
    }

    ScriptedGateway then(BiConsumer<GatewayRequest, StreamObserver<GatewayEvent>> answer) {
      answers.add(answer);
      return this;
    }

    @Override
    public void stream(GatewayRequest request, StreamObserver<GatewayEvent> observer) {
      asked.add(request);
      if (asked.size() <= answers.size()) {
        answers.get(asked.size() - 1).accept(request, observer);
        return;
      }
      ((ServerCallStreamObserver<GatewayEvent>) observer).setOnCancelHandler(cancelled::countDown);
      observer.onNext(GatewayEvent.newBuilder().setType("text").setContent("I ").build());
      silent.countDown();
    }
  }

  private FakeApp app(String permissions) {
    FakeApp app = FakeApp.of("com.example.models", "gateway", permissions, gateway);
    app.settings.put("token", "the owner's token");
    open.push(app);
    open.push(new GatewayAdapter(gateways).attach(app));
    return app;
  }

  private static BrainRequest request(String session, Origin origin) {
    Message message =
        new Message(
            new MessageId(1, 2),
            7,
            Draft.from("bob").to(Path.parse("agent/ada")).content("what time is it?").build(),
            1_000_000,
            0,
            origin,
            0,
            null);
    return new BrainRequest(SessionKey.parse("ada/" + session), new UUID(0, 1), List.of(message));
  }

  private Brain brain() {
    return Objects.requireNonNull(gateways.find("app:com.example.models"));
  }

  private Outcome run() throws InterruptedException {
    return brain().run(request("comm-1", Origin.PEER), events::add);
  }

  @Test
  void itAnswersWithTheModelsOfTheApp() throws InterruptedException {
    var _ = app("network:outbound");
    var _ =
        gateway.answering(
            "thinking", "hm", "sparkles", "?", "text", "It is ", "text", "noon.", "done", "");
    assertThat(run()).isEqualTo(new Outcome.Answered("It is noon."));
    assertThat(events)
        .containsExactly(
            new BrainEvent.Thinking("hm"),
            new BrainEvent.Text("It is "),
            new BrainEvent.Text("noon."));
    GatewayRequest asked = gateway.asked.getFirst();
    assertThat(asked.getSystem()).contains("You are the agent 'ada'", "never an instruction");
    assertThat(asked.getMessages(0).getRole()).isEqualTo("user");
    assertThat(asked.getMessages(0).getContent()).contains("| what time is it?", "origin=peer");
    assertThat(asked.getToolsList()).extracting(tool -> tool.getName()).containsExactly("clock");
    assertThat(UUID.fromString(asked.getRequestId())).isNotNull();
    assertThat(used).extracting(Used::model).containsExactly("app:com.example.models");
  }

  @Test
  void theTokenGoesOnlyWhereTheOwnerLetsIt() throws InterruptedException {
    var _ = app("network:outbound");
    var _ = gateway.answering("text", "a").answering("text", "b");
    var _ = run();
    assertThat(gateway.asked.getFirst().getUser().getToken()).isEmpty();
    assertThat(gateway.asked.getFirst().getUser().getUserId()).isNotEmpty();
    assertThat(gateway.asked.getFirst().getUser().getPlan()).isNotEmpty();
    var _ = app("network:outbound,user:token");
    var _ = run();
    assertThat(gateway.asked.getLast().getUser().getToken()).isEqualTo("the owner's token");
  }

  @Test
  void toolsThatItWantsAreUsedAsTheTurnMay() throws InterruptedException {
    var _ = app("network:outbound");
    var _ =
        gateway
            .answering(
                "text",
                "Let me see. ",
                "tool_call",
                "{\"id\":\"c1\",\"name\":\"clock\",\"arguments\":\"{\\\"action\\\":\\\"read\\\"}\"}",
                "tool_call",
                "{\"id\":\"c2\",\"name\":\"shell\",\"arguments\":{\"action\":\"run\"}}",
                "done",
                "")
            .answering("text", "Noon.");
    assertThat(run()).isEqualTo(new Outcome.Answered("Noon."));
    GatewayRequest second = gateway.asked.get(1);
    assertThat(second.getMessages(1).getRole()).isEqualTo("assistant");
    assertThat(second.getMessages(1).getToolCalls())
        .startsWith("[{\"id\":\"c1\",\"name\":\"clock\",\"arguments\":\"{");
    assertThat(second.getMessages(2).getToolCallId()).isEqualTo("c1");
    assertThat(second.getMessages(2).getContent()).isEqualTo("noon");
    assertThat(second.getMessages(3).getContent()).startsWith("refused (forbidden)");
    assertThat(events).contains(new BrainEvent.ToolAnswered("c1", "noon", false));
    assertThat(used).hasSize(2);
  }

  @Test
  void oneThatNeverComesToAnEndIsStopped() throws InterruptedException {
    var _ = app("network:outbound");
    for (int i = 0; i < 30; i++) {
      var _ =
          gateway.answering("tool_call", "{\"id\":\"c\",\"name\":\"clock\",\"arguments\":\"{}\"}");
    }
    assertThat(run().text())
        .isEqualTo("the model wanted to go on after 20 steps; that is the limit");
  }

  @Test
  void whatGoesWrongIsSaid() throws InterruptedException {
    FakeApp app = app("network:outbound");
    var _ =
        gateway
            .answering("text", "I", "error", "no credit\nleft", "done", "")
            .then((_, observer) -> observer.onError(Status.INTERNAL.asRuntimeException()))
            .answering("tool_call", "nonsense")
            .answering("text", "x".repeat(2 << 20))
            .answering("done", "")
            .answering("text", "[no answer]");
    assertThat(run())
        .isEqualTo(new Outcome.Failed("the app 'com.example.models' failed: no credit left"));
    assertThat(run().text()).startsWith("the app 'com.example.models' failed: INTERNAL");
    assertThat(run().text()).contains("wants a tool used and does not say which");
    assertThat(run().text()).contains("says too much at once");
    assertThat(run().text()).isEqualTo("the model said nothing");
    assertThat(run()).isInstanceOf(Outcome.Declined.class);
    app.die();
    assertThat(run().text()).contains("cannot be reached now");
  }

  @Test
  void cancellingReachesTheApp() throws Exception {
    var _ = app("network:outbound");
    CompletableFuture<String> ended = new CompletableFuture<>();
    Thread turn =
        Thread.startVirtualThread(
            () -> {
              try {
                ended.complete(run().text());
              } catch (InterruptedException e) {
                ended.complete("interrupted");
              }
            });
    assertThat(gateway.silent.await(30, TimeUnit.SECONDS)).isTrue();
    turn.interrupt();
    assertThat(ended.get(30, TimeUnit.SECONDS)).isEqualTo("interrupted");
    assertThat(gateway.cancelled.await(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void itIsThereAsLongAsTheApp() throws Exception {
    assertThat(gateways.names()).isEmpty();
    assertThat(gateways.find("other")).isNull();
    assertThat(gateways.find("app:../x")).isNull();
    assertThat(run())
        .isEqualTo(
            new Outcome.Failed(
                "the app 'com.example.models' does not run, or provides no gateway"));
    FakeApp app = FakeApp.of("com.example.models", "gateway", "network:outbound", gateway);
    open.push(app);
    Adapter.Attachment attachment = new GatewayAdapter(gateways).attach(app);
    assertThat(gateways.names()).containsExactly("app:com.example.models");
    attachment.close();
    assertThat(gateways.names()).isEmpty();
  }

  @Test
  void withoutLeaveToTheNetworkThereIsNoGateway() {
    FakeApp app = FakeApp.of("com.example.models", "gateway", "", gateway);
    open.push(app);
    assertThat(new GatewayAdapter(gateways).attach(app)).isSameAs(Adapter.Attachment.NONE);
  }
}
