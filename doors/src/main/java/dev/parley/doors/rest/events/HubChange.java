package dev.parley.doors.rest.events;

import dev.parley.agents.approvals.Approval;
import dev.parley.agents.schedules.Schedule;
import dev.parley.agents.tasks.Task;
import dev.parley.agents.turns.TurnEvent;
import dev.parley.core.address.AgentId;
import dev.parley.core.message.MessageId;
import dev.parley.core.participants.Agent;
import dev.parley.core.participants.Group;
import dev.parley.core.participants.Presence;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Placement;
import dev.parley.core.store.State;
import dev.parley.core.store.StoredMessage;
import dev.parley.identity.access.Rule;
import dev.parley.loops.model.Conversation;
import dev.parley.loops.model.Loop;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Something that happened in the hub, before it is an event. */
sealed interface HubChange {

  record Appended(StoredMessage message, List<Placement> placements) implements HubChange {}

  record Placed(MessageId id, List<Placement> placements) implements HubChange {}

  record Advanced(BoxId box, long position, State state, int attempts) implements HubChange {}

  record AgentChanged(@Nullable Agent was, @Nullable Agent now) implements HubChange {}

  record GroupChanged(@Nullable Group was, @Nullable Group now) implements HubChange {}

  record PresenceChanged(AgentId agent, Presence.Status status, boolean turned)
      implements HubChange {}

  /** A rule was made, changed or removed. */
  record RuleChanged(Rule rule) implements HubChange {}

  /** Somebody has read so far in a conversation. */
  record ReadUpTo(AgentId who, UUID conversation, long seq) implements HubChange {}

  /** A loop has changed, or somebody is in it now, or no longer, or as another one. */
  record LoopChanged(Loop loop, @Nullable AgentId who) implements HubChange {}

  /** Somebody is writing; whoever comes later has missed nothing. */
  record IsTyping(AgentId who, Conversation conversation) implements HubChange {}

  /** An agent's brain says or does something; whoever comes later asks for what it was. */
  record InTurn(TurnEvent event) implements HubChange {}

  /** A task was given, moved, or has ended. */
  record TaskMoved(Task task) implements HubChange {}

  /** Leave was asked for, or it was decided. */
  record ApprovalMoved(Approval approval) implements HubChange {}

  /** A schedule was made or changed, has fired, or is gone. */
  record ScheduleChanged(Schedule schedule, boolean deleted) implements HubChange {}

  /** Nothing: somebody wants the feed to look up. */
  record WakeUp() implements HubChange {}
}
