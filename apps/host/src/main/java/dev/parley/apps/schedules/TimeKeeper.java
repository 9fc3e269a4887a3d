package dev.parley.apps.schedules;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.apps.calls.Call;
import dev.parley.apps.calls.OpenStream;
import dev.parley.apps.host.RunningApp;
import dev.parley.apps.proto.Empty;
import dev.parley.apps.proto.ScheduleServiceGrpc;
import dev.parley.apps.proto.ScheduleServiceGrpc.ScheduleServiceBlockingStub;
import dev.parley.apps.proto.ScheduleTrigger;
import dev.parley.comm.CommMessage;
import dev.parley.comm.MessageHandler;
import dev.parley.core.address.AgentId;
import dev.parley.core.address.InvalidAddress;
import dev.parley.core.message.MessageType;
import dev.parley.core.time.Timekeeper;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** One life of an app that keeps time. Any thread. */
final class TimeKeeper implements AutoCloseable {
  /** In the metadata of a schedule: whose it is. */
  static final String AGENT = "agent";

  private static final Logger LOG = LoggerFactory.getLogger(TimeKeeper.class);
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final JsonMapper JSON = new JsonMapper();

  private final RunningApp app;
  private final ScheduleServiceBlockingStub stub;
  private final MessageHandler handler;
  private final OpenStream<ScheduleTrigger> triggers;

  TimeKeeper(RunningApp app, MessageHandler handler, Timekeeper time) {
    this.app = app;
    this.stub = ScheduleServiceGrpc.newBlockingStub(app.channel());
    this.handler = handler;
    this.triggers =
        new OpenStream<>(
            "what comes due by '" + app.id() + "'",
            () -> stub.triggers(Empty.getDefaultInstance()),
            this::take,
            time);
  }

  void listen() {
    var _ = triggers.start();
  }

  String problem() {
    return triggers.problem();
  }

  <T> T call(Function<ScheduleServiceBlockingStub, T> call) throws InterruptedException {
    return Call.of(app.id(), stub, PATIENCE, call);
  }

  /** What came due is told the agent whose schedule it is, from outside and as nobody's order. */
  private void take(ScheduleTrigger trigger) throws InterruptedException {
    if (!trigger.getTaskType().equals("agent")) {
      LOG.warn(
          "the app '{}' wants '{}' done for the schedule '{}'; apps run no commands here",
          app.id(),
          Call.reason(trigger.getTaskType()),
          Call.reason(trigger.getName()));
      return;
    }
    String agent = trigger.getMetadataOrDefault(AGENT, app.settings().getOrDefault(AGENT, ""));
    try {
      handler.onMessages(List.of(message(trigger, new AgentId(agent))));
    } catch (InvalidAddress e) {
      LOG.warn(
          "the app '{}' does not say for which agent '{}' is; the setting '{}' can",
          app.id(),
          Call.reason(trigger.getName()),
          AGENT);
    }
  }

  private static CommMessage message(ScheduleTrigger trigger, AgentId agent) {
    ObjectNode data =
        JSON.createObjectNode()
            .put("schedule", trigger.getName())
            .put("fired_at", trigger.getFiredAt());
    if (!trigger.getDeliver().isEmpty()) {
      data.put("deliver", trigger.getDeliver());
    }
    String same = trigger.getScheduleId() + "\n" + trigger.getName() + "\n" + trigger.getFiredAt();
    return new CommMessage(
        trigger.getFiredAt().isEmpty()
            ? UUID.randomUUID().toString()
            : UUID.nameUUIDFromBytes(same.getBytes(UTF_8)).toString(),
        trigger.getName(),
        agent.value(),
        null,
        MessageType.MESSAGE,
        trigger.getMessage(),
        JSON.writeValueAsBytes(data),
        null,
        null);
  }

  @Override
  public void close() {
    triggers.close();
  }
}
