package dev.parley.agents.tasks;

import dev.parley.agents.brain.Brain;
import dev.parley.agents.governor.Governor;
import dev.parley.agents.governor.GovernorConfig;
import dev.parley.agents.turns.AutoRun;
import dev.parley.agents.turns.Turns;
import dev.parley.agents.turns.TurnsConfig;
import dev.parley.core.address.AgentId;
import dev.parley.core.address.Path;
import dev.parley.core.broker.Broker;
import dev.parley.core.broker.BrokerConfig;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Door;
import dev.parley.core.message.Draft;
import dev.parley.core.message.EnvelopeField;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.MessageType;
import dev.parley.core.message.Sender;
import dev.parley.core.message.TaskStatus;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.MessageStore;
import dev.parley.core.time.Timekeeper;
import dev.parley.identity.Principal;
import dev.parley.identity.Visit;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** A broker with tasks, turns and a governor, as tests see it. */
final class TaskHub implements AutoCloseable {
  static final Visit OWNER = new Visit(new Principal.Owner(), Door.REST, "");

  private final MessageStore store;
  final Broker broker;
  final Tasks tasks;
  final Turns turns;
  private final Governor governor;

  TaskHub(MessageStore store, Timekeeper time, Map<String, Brain> brains) {
    this(store, time, brains, Tasks.KEPT_MAX);
  }

  TaskHub(MessageStore store, Timekeeper time, Map<String, Brain> brains, int keptMax) {
    this(store, time, TurnsConfig.of(brains), keptMax);
  }

  TaskHub(MessageStore store, Timekeeper time, TurnsConfig config, int keptMax) {
    this.store = store;
    this.broker = new Broker(store, time, BrokerConfig.DEFAULT);
    this.governor = Governor.open(broker, GovernorConfig.DEFAULT);
    this.tasks = Tasks.open(broker, keptMax);
    Broker _ = broker.start();
    if (broker.participants().agent(new AgentId(Sender.OWNER_NAME)).isEmpty()) {
      try {
        done(broker.participants().createOwnersAgent("Developer"));
      } catch (Refused refused) {
        if (refused.code() != ErrorCode.ALREADY_EXISTS) {
          throw refused;
        }
      }
    }
    this.turns = Turns.open(broker, config, tasks);
    tasks.breakingOff(session -> turns.cancel(session));
    governor.thinking(agent -> turns.said(agent.value()).isPresent());
  }

  TaskHub having(String... agents) {
    for (String agent : agents) {
      done(broker.participants().createAgent(new AgentId(agent), null, null, null, null));
    }
    return this;
  }

  TaskHub running(String agent, String brain) {
    AutoRun _ = done(turns.set(agent, AutoRun.by(brain).withDebounce(Duration.ZERO)));
    return this;
  }

  static <T> T done(CompletableFuture<T> future) {
    try {
      return future.join();
    } catch (CompletionException e) {
      throw Refused.of(e);
    }
  }

  static Visit of(String agent) {
    return agent.equals(Sender.OWNER_NAME)
        ? OWNER
        : new Visit(new Principal.AgentPrincipal(new AgentId(agent)), Door.WS, "");
  }

  static Draft.Builder draft(String from, String to, MessageType type) {
    return Draft.from(from).to(Path.parse("agent/" + to)).type(type);
  }

  /** The id of the task. */
  String task(String from, String to, String content) {
    return send(draft(from, to, MessageType.TASK).content(content)).toString();
  }

  void say(String from, String to, String task, TaskStatus status) {
    MessageType type =
        status == TaskStatus.COMPLETED || status == TaskStatus.FAILED
            ? MessageType.TASK_RESULT
            : MessageType.TASK_STATUS;
    MessageId _ =
        send(
            draft(from, to, type)
                .content("it is " + status.wireName())
                .set(EnvelopeField.TASK_ID, task)
                .set(EnvelopeField.TASK_STATUS, status));
  }

  MessageId send(Draft.Builder draft) {
    Draft built = draft.build();
    return done(broker.route(built, of(built.from()).senderAs(built.from()))).message().id();
  }

  Task get(String id) {
    return tasks.get(OWNER, id);
  }

  List<Message> inbox(String agent) {
    return done(broker.peek(BoxId.inbox(new AgentId(agent)), 5_000)).stream()
        .map(copy -> Message.parse(copy.message().number(), copy.message().json()))
        .toList();
  }

  List<MessageType> types(String agent) {
    return inbox(agent).stream().map(each -> each.draft().type()).toList();
  }

  @Override
  public void close() {
    turns.close();
    governor.close();
    broker.close();
    store.close();
  }
}
