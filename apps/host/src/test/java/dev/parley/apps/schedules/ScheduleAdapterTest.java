package dev.parley.apps.schedules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.parley.agents.brain.BrainRequest;
import dev.parley.agents.schedules.Missed;
import dev.parley.agents.schedules.Says;
import dev.parley.agents.schedules.ScheduleTools;
import dev.parley.agents.schedules.Schedules;
import dev.parley.agents.schedules.SchedulesConfig;
import dev.parley.agents.schedules.Timing;
import dev.parley.agents.tools.ToolUse;
import dev.parley.agents.tools.Toolbox;
import dev.parley.apps.fake.FakeApp;
import dev.parley.apps.host.Adapter;
import dev.parley.apps.proto.CreateScheduleRequest;
import dev.parley.apps.proto.DeleteScheduleRequest;
import dev.parley.apps.proto.DeleteScheduleResponse;
import dev.parley.apps.proto.Empty;
import dev.parley.apps.proto.GetScheduleRequest;
import dev.parley.apps.proto.ListSchedulesRequest;
import dev.parley.apps.proto.ListSchedulesResponse;
import dev.parley.apps.proto.Schedule;
import dev.parley.apps.proto.ScheduleHistoryRequest;
import dev.parley.apps.proto.ScheduleHistoryResponse;
import dev.parley.apps.proto.ScheduleNameRequest;
import dev.parley.apps.proto.ScheduleResponse;
import dev.parley.apps.proto.ScheduleServiceGrpc;
import dev.parley.apps.proto.ScheduleTrigger;
import dev.parley.apps.proto.TriggerResponse;
import dev.parley.apps.proto.UpdateScheduleRequest;
import dev.parley.core.address.AgentId;
import dev.parley.core.address.Path;
import dev.parley.core.address.SessionKey;
import dev.parley.core.broker.Broker;
import dev.parley.core.broker.BrokerConfig;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.MessageLimit;
import dev.parley.core.message.MessageType;
import dev.parley.core.message.Origin;
import dev.parley.core.store.BoxId;
import dev.parley.identity.audit.AuditLog;
import dev.parley.testkit.store.MemoryStore;
import dev.parley.testkit.time.ManualTime;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An app that keeps time in the hub's place. */
class ScheduleAdapterTest {
  private static final AgentId ADA = new AgentId("ada");
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final ManualTime time = new ManualTime(1_700_000_000_000L);
  private final MemoryStore store = new MemoryStore();
  private final Broker broker = new Broker(store, time, BrokerConfig.DEFAULT).start();
  private final Schedules schedules = Schedules.open(broker, SchedulesConfig.DEFAULT);
  private final ScheduleTool tool = new ScheduleTool();
  private final Toolbox toolbox =
      new Toolbox().register(new ScheduleTools(schedules).tool()).register(tool);
  private final ScheduleAdapter adapter =
      new ScheduleAdapter(
          broker,
          new AuditLog(broker.records(), time, new AuditLog.Keep(100, Duration.ofDays(1))),
          new MessageLimit(1 << 20),
          schedules,
          tool);
  private final Calendar calendar = new Calendar();
  private final FakeApp app =
      FakeApp.of("com.example.calendar", "schedule", "schedule:create", calendar);
  private final Deque<AutoCloseable> open = new ArrayDeque<>();

  @BeforeEach
  void makeAda() {
    var _ = broker.participants().createAgent(ADA, null, null, null, null).join();
    open.addAll(List.of(app, schedules, broker, store));
  }

  @AfterEach
  void close() throws Exception {
    while (!open.isEmpty()) {
      open.pop().close();
    }
  }

  private static final class Calendar extends ScheduleServiceGrpc.ScheduleServiceImplBase {
    final Map<String, Schedule> all = new ConcurrentSkipListMap<>();
    final CompletableFuture<StreamObserver<ScheduleTrigger>> listening = new CompletableFuture<>();

    private static <T> void answer(StreamObserver<T> observer, T answer) {
      observer.onNext(answer);
      observer.onCompleted();
    }

    private void answer(StreamObserver<ScheduleResponse> observer, String name) {
      Schedule found = all.get(name);
      answer(
          observer,
          found == null
              ? ScheduleResponse.newBuilder().setError("no schedule " + name).build()
              : ScheduleResponse.newBuilder().setSchedule(found).build());
    }

    @Override
    public void create(CreateScheduleRequest request, StreamObserver<ScheduleResponse> observer) {
      all.put(
          request.getName(),
          Schedule.newBuilder()
              .setName(request.getName())
              .setExpression(request.getExpression())
              .setTaskType(request.getTaskType())
              .setMessage(request.getMessage())
              .setEnabled(true)
              .putAllMetadata(request.getMetadataMap())
              .build());
      answer(observer, request.getName());
    }

    @Override
    public void get(GetScheduleRequest request, StreamObserver<ScheduleResponse> observer) {
      answer(observer, request.getName());
    }

    @Override
    public void update(UpdateScheduleRequest request, StreamObserver<ScheduleResponse> observer) {
      all.computeIfPresent(
          request.getName(),
          (_, was) ->
              was.toBuilder()
                  .setExpression(request.getExpression())
                  .setMessage(request.getMessage())
                  .build());
      answer(observer, request.getName());
    }

    @Override
    public void disable(ScheduleNameRequest request, StreamObserver<ScheduleResponse> observer) {
      all.computeIfPresent(
          request.getName(), (_, was) -> was.toBuilder().setEnabled(false).build());
      answer(observer, request.getName());
    }

    @Override
    public void delete(
        DeleteScheduleRequest request, StreamObserver<DeleteScheduleResponse> observer) {
      Schedule gone = all.remove(request.getName());
      answer(
          observer,
          DeleteScheduleResponse.newBuilder().setError(gone == null ? "not there" : "").build());
    }

    @Override
    public void list(ListSchedulesRequest request, StreamObserver<ListSchedulesResponse> observer) {
      answer(observer, ListSchedulesResponse.newBuilder().addAllSchedules(all.values()).build());
    }

    @Override
    public void trigger(ScheduleNameRequest request, StreamObserver<TriggerResponse> observer) {
      answer(observer, TriggerResponse.newBuilder().setSuccess(true).build());
    }

    @Override
    public void history(
        ScheduleHistoryRequest request, StreamObserver<ScheduleHistoryResponse> observer) {
      answer(observer, ScheduleHistoryResponse.getDefaultInstance());
    }

    @Override
    public void triggers(Empty request, StreamObserver<ScheduleTrigger> observer) {
      listening.complete(observer);
    }
  }

  private Adapter.Attachment attach(FakeApp one) {
    Adapter.Attachment attachment = adapter.attach(one);
    open.push(attachment);
    attachment.configured();
    return attachment;
  }

  private String use(String arguments) throws InterruptedException {
    Message message =
        new Message(
            new MessageId(1, 2),
            1,
            Draft.from("developer").to(Path.parse("agent/ada")).content("x").build(),
            0,
            0,
            Origin.OWNER,
            0,
            null);
    ToolUse use =
        new ToolUse(
            new BrainRequest(SessionKey.parse("ada/main"), new UUID(1, 1), List.of(message)));
    return toolbox.use(use, "schedule", arguments).text();
  }

  private List<Message> inbox() {
    return broker.peek(BoxId.inbox(ADA), 100).join().stream()
        .map(copy -> Message.parse(copy.message().number(), copy.message().json()))
        .toList();
  }

  private static ScheduleTrigger.Builder due(String firedAt) {
    return ScheduleTrigger.newBuilder()
        .setScheduleId("s1")
        .setName("ada/tea")
        .setTaskType("agent")
        .setMessage("make tea")
        .setFiredAt(firedAt)
        .putMetadata("agent", "ada");
  }

  @Test
  void theToolSpeaksWithTheAppAndTheHubsOwnComesBack() throws InterruptedException {
    Adapter.Attachment attachment = attach(app);
    assertThat(
            use(
                "{\"action\":\"create\",\"name\":\"tea\",\"cron\":\"0 16 * * *\",\"text\":\"make"
                    + " tea\"}"))
        .startsWith("made\ntea: cron 0 0 16 * * *, on");
    assertThat(calendar.all.get("ada/tea").getMetadataOrThrow("agent")).isEqualTo("ada");
    assertThat(use("{\"action\":\"list\"}")).contains("tea: cron", "| make tea");
    assertThat(use("{\"action\":\"update\",\"name\":\"tea\",\"text\":\"make more\"}"))
        .contains("0 0 16 * * *", "| make more");
    assertThat(use("{\"action\":\"disable\",\"name\":\"tea\"}")).contains(", off");
    assertThat(use("{\"action\":\"get\",\"name\":\"bus\"}"))
        .isEqualTo("refused (conflict): the app says: no schedule ada/bus");
    assertThat(use("{\"action\":\"trigger\",\"name\":\"tea\"}")).isEqualTo("triggered");
    assertThat(use("{\"action\":\"history\",\"name\":\"tea\"}")).isEqualTo("it has not fired yet");
    assertThat(use("{\"action\":\"delete\",\"name\":\"tea\"}")).isEqualTo("deleted");
    assertThat(use("{\"action\":\"list\"}")).isEqualTo("none");
    assertThat(use("{\"action\":\"create\",\"name\":\"x\",\"cron\":\"often\",\"text\":\"y\"}"))
        .startsWith("refused (bad_request)");
    assertThat(schedules.list()).isEmpty();
    attachment.close();
    assertThat(
            use(
                "{\"action\":\"create\",\"name\":\"own\",\"cron\":\"0 16 * *"
                    + " *\",\"to\":\"ada\",\"text\":\"tea\"}"))
        .startsWith("made");
    assertThat(schedules.list()).hasSize(1);
  }

  @Test
  void theHubsOwnSchedulesRestWhileAnAppKeepsTime() throws Exception {
    var _ =
        schedules
            .create(
                ADA,
                "own",
                Timing.Cron.parse("* * * * *", "UTC"),
                new Says("agent/ada", MessageType.MESSAGE, "the hub's", null),
                Missed.ONCE,
                /* enabled= */ true,
                /* byOwner= */ true)
            .get(30, TimeUnit.SECONDS);
    Adapter.Attachment attachment = attach(app);
    time.advance(Duration.ofMinutes(5));
    assertThat(inbox()).isEmpty();
    attachment.close();
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              time.advance(Duration.ofSeconds(1));
              return !inbox().isEmpty();
            });
    assertThat(inbox().getFirst().draft().content()).isEqualTo("the hub's");
  }

  @Test
  void whatComesDueIsAMessageFromOutsideAndComesOnce() throws Exception {
    var _ = attach(app);
    StreamObserver<ScheduleTrigger> triggers = calendar.listening.get(30, TimeUnit.SECONDS);
    triggers.onNext(due("2026-01-01T16:00:00Z").build());
    triggers.onNext(due("2026-01-01T16:00:00Z").build());
    triggers.onNext(due("2026-01-01T17:00:00Z").setTaskType("bash").setCommand("rm -rf /").build());
    triggers.onNext(due("2026-01-01T18:00:00Z").clearMetadata().build());
    triggers.onNext(due("2026-01-01T19:00:00Z").putMetadata("agent", "no such agent!").build());
    triggers.onNext(due("2026-01-02T16:00:00Z").setMessage("again").build());
    await().atMost(PATIENCE).until(() -> inbox().size() >= 2);
    assertThat(inbox())
        .extracting(message -> message.draft().content())
        .containsExactly("make tea", "again");
    assertThat(inbox().getFirst().origin()).isEqualTo(Origin.EXTERNAL);
    assertThat(inbox().getFirst().draft().from()).isEqualTo("schedule:com.example.calendar");
  }

  @Test
  void onlyOneAppKeepsTime() {
    var _ = attach(app);
    FakeApp other = FakeApp.of("other", "schedule", "schedule:*", new Calendar());
    open.push(other);
    assertThatThrownBy(() -> adapter.attach(other))
        .hasMessage("the app 'com.example.calendar' keeps time already; stop it first");
    FakeApp without = FakeApp.of("without", "schedule", "", new Calendar());
    open.push(without);
    assertThat(adapter.attach(without)).isSameAs(Adapter.Attachment.NONE);
  }
}
