package dev.parley.doors.rest.events;

import dev.parley.agents.approvals.Approval;
import dev.parley.agents.approvals.ApprovalHook;
import dev.parley.agents.schedules.Schedule;
import dev.parley.agents.schedules.ScheduleHook;
import dev.parley.agents.tasks.Task;
import dev.parley.agents.tasks.TaskHook;
import dev.parley.agents.turns.TurnEvent;
import dev.parley.agents.turns.TurnHook;
import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.commit.CommitWatcher;
import dev.parley.core.message.MessageId;
import dev.parley.core.participants.Agent;
import dev.parley.core.participants.AgentHook;
import dev.parley.core.participants.Group;
import dev.parley.core.participants.GroupHook;
import dev.parley.core.participants.Presence;
import dev.parley.core.participants.PresenceHook;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Placement;
import dev.parley.core.store.State;
import dev.parley.core.store.StoredMessage;
import dev.parley.identity.access.AccessRules;
import dev.parley.identity.access.Rule;
import dev.parley.identity.access.RuleHook;
import dev.parley.loops.Conversations;
import dev.parley.loops.model.Conversation;
import dev.parley.loops.model.ConversationHook;
import dev.parley.loops.model.Loop;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jctools.queues.MpscBlockingConsumerArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * The hooks in the core and the bounded queue behind them. Whoever puts something in never waits:
 * when the queue is full it is lost, and that is remembered.
 */
final class HubChanges
    implements CommitWatcher,
        AgentHook,
        GroupHook,
        PresenceHook,
        RuleHook,
        ConversationHook,
        TurnHook,
        TaskHook,
        ApprovalHook,
        ScheduleHook {
  private static final HubChange WAKE_UP = new HubChange.WakeUp();

  private final Broker broker;
  private final AccessRules rules;
  private final Conversations conversations;
  private final AgentWork work;
  private final TypingNotes typing;
  private final MpscBlockingConsumerArrayQueue<HubChange> queue;
  private volatile boolean lost;

  HubChanges(
      Broker broker, AccessRules rules, Conversations conversations, AgentWork work, int queueMax) {
    this.broker = broker;
    this.rules = rules;
    this.conversations = conversations;
    this.work = work;
    this.typing = new TypingNotes(broker.time());
    this.queue = new MpscBlockingConsumerArrayQueue<>(queueMax);
  }

  void start() {
    broker.watch(this);
    broker.participants().onAgent(this);
    broker.participants().onGroup(this);
    broker.presence().onChange(this);
    rules.onRule(this);
    conversations.addHook(this);
    work.turns().onTurn(this);
    work.tasks().addHook(this);
    work.approvals().addHook(this);
    work.schedules().addHook(this);
  }

  void stop() {
    broker.unwatch(this);
    broker.participants().removeAgentHook(this);
    broker.participants().removeGroupHook(this);
    broker.presence().removeHook(this);
    rules.removeHook(this);
    conversations.removeHook(this);
    work.turns().removeHook(this);
    work.tasks().removeHook(this);
    work.approvals().removeHook(this);
    work.schedules().removeHook(this);
  }

  private void put(HubChange change) {
    if (!queue.offer(change)) {
      lost = true;
    }
  }

  @Override
  public void onAppended(StoredMessage message, List<Placement> placements) {
    put(new HubChange.Appended(message, placements));
  }

  @Override
  public void onPlaced(MessageId id, List<Placement> placements) {
    put(new HubChange.Placed(id, placements));
  }

  @Override
  public void onAdvanced(BoxId box, long position, State state, int attempts) {
    put(new HubChange.Advanced(box, position, state, attempts));
  }

  @Override
  public void onAgent(@Nullable Agent was, @Nullable Agent now) {
    put(new HubChange.AgentChanged(was, now));
  }

  @Override
  public void onGroup(@Nullable Group was, @Nullable Group now) {
    put(new HubChange.GroupChanged(was, now));
  }

  @Override
  public void onRule(Rule changed) {
    put(new HubChange.RuleChanged(changed));
  }

  @Override
  public void onRead(AgentId who, UUID conversation, long seq) {
    put(new HubChange.ReadUpTo(who, conversation, seq));
  }

  @Override
  public void onLoop(Loop loop, @Nullable AgentId who) {
    put(new HubChange.LoopChanged(loop, who));
  }

  @Override
  public void onPassing(Conversation conversation, AgentId from, String stream, byte[] content) {
    if (stream.equals(Conversation.TYPING) && typing.isNews(from, conversation.id())) {
      // Not worth a word when there is no room for it.
      var _ = queue.offer(new HubChange.IsTyping(from, conversation));
    }
  }

  @Override
  public void onTurn(TurnEvent event) {
    // Who misses a piece of it sees that by its offset, and asks for the whole.
    var _ = queue.offer(new HubChange.InTurn(event));
  }

  @Override
  public void onTask(Task task) {
    put(new HubChange.TaskMoved(task));
  }

  @Override
  public void onApproval(Approval approval) {
    put(new HubChange.ApprovalMoved(approval));
  }

  @Override
  public void onSchedule(Schedule schedule) {
    put(new HubChange.ScheduleChanged(schedule, false));
  }

  @Override
  public void onDeleted(Schedule schedule) {
    put(new HubChange.ScheduleChanged(schedule, true));
  }

  /** Somebody has come or gone. */
  @Override
  public void onPresence(AgentId agent, Presence.Status status, boolean turned) {
    put(new HubChange.PresenceChanged(agent, status, turned));
  }

  /** Lets {@link #next} return soon. A full queue needs no reminder. */
  void wakeUp() {
    queue.offer(WAKE_UP);
  }

  @Nullable HubChange next(long waitMillis) throws InterruptedException {
    return queue.poll(waitMillis, TimeUnit.MILLISECONDS);
  }

  @Nullable HubChange another() {
    return queue.poll();
  }

  /** Has something been lost since this was last asked? */
  boolean takeLost() {
    boolean was = lost;
    if (was) {
      lost = false;
    }
    return was;
  }
}
