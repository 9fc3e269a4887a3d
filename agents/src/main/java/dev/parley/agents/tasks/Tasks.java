package dev.parley.agents.tasks;

import dev.parley.agents.brain.Outcome;
import dev.parley.agents.turns.SessionNames;
import dev.parley.agents.turns.TaskDesk;
import dev.parley.core.address.AgentId;
import dev.parley.core.address.InvalidAddress;
import dev.parley.core.address.Path;
import dev.parley.core.address.SessionKey;
import dev.parley.core.broker.Broker;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.ledger.Ledger;
import dev.parley.core.ledger.Tx;
import dev.parley.core.message.Draft;
import dev.parley.core.message.EnvelopeField;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.MessageType;
import dev.parley.core.message.Sender;
import dev.parley.core.message.TaskStatus;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Placement;
import dev.parley.core.store.StoredMessage;
import dev.parley.identity.Principal;
import dev.parley.identity.Visit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What agents have asked each other to do. */
public final class Tasks implements Ledger, TaskDesk {
  public static final int KEPT_MAX = 50_000;
  private static final int ASSIGNEES_MAX = 50;
  private static final int TEXT_MAX = 500;

  private final Broker broker;
  private final TaskBook book;
  private volatile Consumer<SessionKey> breaker = _ -> {};

  private Tasks(Broker broker, int keptMax) {
    this.broker = broker;
    this.book = new TaskBook(broker.records(), keptMax);
  }

  /** Before the broker starts. */
  public static Tasks open(Broker broker, int keptMax) {
    Tasks tasks = new Tasks(broker, keptMax);
    broker.register(tasks);
    return tasks;
  }

  /** From now on this breaks off the turn of a session, when its task is cancelled. */
  public void breakingOff(Consumer<SessionKey> newBreaker) {
    breaker = newBreaker;
  }

  public void addHook(TaskHook hook) {
    book.hooks().add(hook);
  }

  public void removeHook(TaskHook hook) {
    book.hooks().remove(hook);
  }

  @Override
  public Set<String> tables() {
    return Set.of(TaskBook.TABLE);
  }

  // ---- within the commit of a message

  private static boolean isAboutTask(Draft draft) {
    return switch (draft.type()) {
      case TASK, TASK_STATUS, TASK_RESULT -> true;
      default -> false;
    };
  }

  @Override
  public void check(Draft draft) {
    if (isAboutTask(draft)) {
      TaskFields.of(draft).requireArtifacts();
    }
  }

  @Override
  public @Nullable MessageId beforeAppend(
      Tx tx, Sender from, Draft draft, @Nullable MessageId id, long timestamp) {
    if (!isAboutTask(draft)) {
      return null;
    }
    TaskFields fields = TaskFields.of(draft);
    Task known = book.current(fields.about(draft));
    if (isNew(draft, fields)) {
      if (fields.taskId() != null && known != null) {
        throw new Refused(
            ErrorCode.CONFLICT,
            "there is a task '" + fields.taskId() + "' already; choose another id");
      }
      if (!book.hasRoom()) {
        throw new Refused(
            ErrorCode.OVERLOADED, "too many tasks are open; end or cancel some of them first");
      }
      return null;
    }
    TaskStatus next = fields.move(draft.type());
    if (known != null && next != null) {
      requireMove(known, next, from);
    }
    return null;
  }

  private static boolean isNew(Draft draft, TaskFields fields) {
    return draft.type() == MessageType.TASK
        && (fields.status() == null || fields.status() == TaskStatus.SUBMITTED);
  }

  private void requireMove(Task task, TaskStatus next, Sender from) {
    boolean works = task.assignees().contains(from.name()) || from.behalf() == Sender.Behalf.SYSTEM;
    boolean wants = task.from().equals(from.name()) || isOwners(from);
    if (!works && !wants) {
      throw Refused.hidden("there is no task '" + task.id() + "' for '" + from.name() + "'");
    }
    if (!task.mayBecome(next)) {
      throw new Refused(
          ErrorCode.CONFLICT,
          "task '%s' is %s and cannot become %s"
              .formatted(task.id(), task.status().wireName(), next.wireName()));
    }
    if (!works && next != TaskStatus.CANCELED) {
      throw new Refused(
          ErrorCode.FORBIDDEN,
          "only those who do task '%s' say that it is %s; whoever wants it done may cancel it"
              .formatted(task.id(), next.wireName()));
    }
  }

  private static boolean isOwners(Sender from) {
    return from.isOwner() && from.name().equals(Sender.OWNER_NAME);
  }

  @Override
  public void onAppend(Tx tx, Message message, StoredMessage stored, List<Placement> placements) {
    Draft draft = message.draft();
    if (!isAboutTask(draft)) {
      return;
    }
    TaskFields fields = TaskFields.of(draft);
    if (isNew(draft, fields)) {
      create(tx, message, fields, placements);
      return;
    }
    Task known = book.current(fields.about(draft));
    TaskStatus next = fields.move(draft.type());
    if (known != null && next != null && known.mayBecome(next)) {
      String said = fields.error() != null ? fields.error() : draft.content();
      book.put(
          tx,
          known.becoming(
              next, draft.from(), message.timestamp(), cut(said), message.id().toString()));
    }
  }

  private void create(Tx tx, Message message, TaskFields fields, List<Placement> placements) {
    Draft draft = message.draft();
    String title = cut(draft.content());
    book.put(
        tx,
        new Task(
            fields.taskId() != null ? fields.taskId() : message.id().toString(),
            message.number(),
            message.id().toString(),
            draft.from(),
            reached(placements),
            title == null ? "" : title,
            TaskStatus.SUBMITTED,
            message.timestamp(),
            message.timestamp(),
            draft.from(),
            null,
            null));
  }

  private static @Nullable String cut(@Nullable String text) {
    return text == null || text.length() <= TEXT_MAX ? text : text.substring(0, TEXT_MAX);
  }

  private static List<String> reached(List<Placement> placements) {
    return placements.stream()
        .map(Placement::box)
        .filter(box -> box instanceof BoxId.AgentInbox)
        .map(BoxId::name)
        .limit(ASSIGNEES_MAX)
        .toList();
  }

  /** A task that had reached nobody has reached these. */
  @Override
  public void onFiledAgain(Tx tx, MessageId id, List<Placement> placements) {
    Task task = book.current(id.toString());
    if (task != null && task.isOpen()) {
      List<String> all = new ArrayList<>(task.assignees());
      reached(placements).stream().filter(each -> !all.contains(each)).forEach(all::add);
      book.put(tx, task.assignedTo(all.stream().limit(ASSIGNEES_MAX).toList()));
    }
  }

  @Override
  public void ended(boolean durable) {
    book.ended(durable).forEach(this::onChanged);
  }

  @Override
  public void onOtherHub(String table, String key, byte @Nullable [] value) {
    Task task = value == null ? null : Task.of(value);
    book.publish(key, task);
    if (task != null) {
      onChanged(task);
    }
  }

  /** Whichever hub makes the turn of a task that was cancelled breaks it off. */
  private void onChanged(Task task) {
    if (task.status() != TaskStatus.CANCELED) {
      return;
    }
    for (String assignee : task.assignees()) {
      SessionKey session = SessionNames.ofTask(new AgentId(assignee), task.id());
      Thread _ = Thread.startVirtualThread(() -> breaker.accept(session));
    }
  }

  // ---- for turns

  @Override
  public @Nullable String openTask(Message message) {
    Task task = begunBy(message, book::current);
    return task == null || !task.isOpen() ? null : task.id();
  }

  @Override
  public boolean isOver(Message message) {
    Task task = begunBy(message, book::get);
    return task != null && !task.isOpen();
  }

  private static @Nullable Task begunBy(Message message, Function<String, @Nullable Task> tasks) {
    if (message.draft().type() != MessageType.TASK) {
      return null;
    }
    String named = TaskFields.of(message.draft()).taskId();
    Task task = tasks.apply(named != null ? named : message.id().toString());
    return task != null && task.messageId().equals(message.id().toString()) ? task : null;
  }

  @Override
  public void begun(Tx tx, Message message, AgentId worker) {
    Task task = begunBy(message, book::current);
    if (task != null
        && (task.status() == TaskStatus.SUBMITTED || task.status() == TaskStatus.INPUT_REQUIRED)) {
      said(tx, task, worker, TaskStatus.WORKING, "'" + worker + "' works on it");
    }
  }

  @Override
  public void ended(Tx tx, Message message, AgentId worker, Outcome outcome) {
    Task task = begunBy(message, book::current);
    if (task != null && task.isOpen()) {
      boolean done = outcome instanceof Outcome.Answered;
      said(tx, task, worker, done ? TaskStatus.COMPLETED : TaskStatus.FAILED, outcome.text());
    }
  }

  /** In the hub's own words, which nothing can refuse: nobody waits in vain. */
  private void said(Tx tx, Task task, AgentId worker, TaskStatus next, String text) {
    boolean over = next != TaskStatus.WORKING;
    String words = String.valueOf(cut(text));
    if (!isAgent(task.from())) {
      book.put(
          tx, task.becoming(next, worker.value(), broker.time().millis(), words, task.messageId()));
      return;
    }
    Draft.Builder draft =
        Draft.from(Sender.HUB.name())
            .to(Path.agent(new AgentId(task.from())))
            .type(over ? MessageType.TASK_RESULT : MessageType.TASK_STATUS)
            .content(words)
            .replyTo(MessageId.parse(task.messageId()))
            .correlationId(task.messageId())
            .set(EnvelopeField.TASK_ID, task.id())
            .set(EnvelopeField.TASK_STATUS, next);
    if (next == TaskStatus.FAILED) {
      draft.set(EnvelopeField.ERROR, words);
    }
    MessageId _ = tx.route(draft.build(), Sender.HUB);
  }

  private boolean isAgent(String name) {
    try {
      return broker.participants().agent(new AgentId(name)).isPresent();
    } catch (InvalidAddress e) {
      return false;
    }
  }

  // ---- for doors

  /** Those that this one may see, the newest first. */
  public List<Task> list(Visit by, Predicate<Task> which, long before, int limit) {
    return book.list(task -> isFor(by.who(), task) && which.test(task), before, limit);
  }

  /**
   * @throws Refused when there is none for this one
   */
  public Task get(Visit by, String id) {
    Task task = book.get(id);
    if (task == null || !isFor(by.who(), task)) {
      throw Refused.hidden("there is no task '" + id + "'");
    }
    return task;
  }

  /** What a task has come to, as it was sent: a JSON list, or empty. */
  public CompletableFuture<String> artifacts(Task task) {
    String result = task.resultId();
    if (result == null) {
      return CompletableFuture.completedFuture("[]");
    }
    return broker
        .lookups()
        .find(MessageId.parse(result))
        .thenApply(
            found ->
                found
                    .map(each -> Message.parse(each.number(), each.json()))
                    .map(each -> TaskFields.of(each.draft()).artifacts())
                    .filter(JsonNode::isArray)
                    .map(JsonNode::toString)
                    .orElse("[]"));
  }

  /** May this one see it: who sent it, who does it, persons whose agents these are, the owner? */
  public boolean isFor(Principal who, Task task) {
    AgentId self = who.scope();
    return self == null
        || task.from().equals(self.value())
        || task.assignees().contains(self.value())
        || owns(self, task.from())
        || task.assignees().stream().anyMatch(each -> owns(self, each));
  }

  private boolean owns(AgentId person, String agent) {
    try {
      return broker.participants().separation().owns(person, new AgentId(agent));
    } catch (InvalidAddress e) {
      return false;
    }
  }

  /** Cancels a task as whoever is at the door, by a message to those who do it. */
  public CompletableFuture<Task> cancel(Visit by, String id, String reason) {
    Task task = get(by, id);
    AgentId self = by.who().scope();
    String name = self == null ? Sender.OWNER_NAME : self.value();
    // Who does a task itself tells the one who wants it done.
    List<String> others =
        task.assignees().contains(name) || task.assignees().isEmpty()
            ? List.of(task.from())
            : task.assignees();
    Draft draft =
        Draft.from(name)
            .to(Path.toSeveral(others))
            .type(MessageType.TASK_STATUS)
            .content(reason.isBlank() ? "cancelled" : reason)
            .replyTo(MessageId.parse(task.messageId()))
            .set(EnvelopeField.TASK_ID, task.id())
            .set(EnvelopeField.TASK_STATUS, TaskStatus.CANCELED)
            .build();
    return broker.route(draft, by.senderAs(name)).thenApply(_ -> get(by, id));
  }
}
