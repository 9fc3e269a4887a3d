package dev.parley.doors.rest.events;

import dev.parley.agents.approvals.Approval;
import dev.parley.agents.schedules.Schedule;
import dev.parley.agents.tasks.Task;
import dev.parley.core.address.AgentId;
import dev.parley.core.address.GroupName;
import dev.parley.core.broker.Broker;
import dev.parley.core.message.Envelope;
import dev.parley.core.message.JsonBuffer;
import dev.parley.core.message.MessageId;
import dev.parley.core.participants.Agent;
import dev.parley.core.participants.Group;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Copy;
import dev.parley.core.store.FiledMessage;
import dev.parley.core.store.Filing;
import dev.parley.core.store.Placement;
import dev.parley.core.store.State;
import dev.parley.core.store.StoredMessage;
import dev.parley.doors.json.AgentCard;
import dev.parley.doors.json.Shapes;
import dev.parley.doors.rest.shape.AgentViews;
import dev.parley.doors.rest.shape.Recipients;
import dev.parley.doors.rest.shape.RestShapes;
import dev.parley.identity.access.Action;
import dev.parley.identity.access.Rule;
import dev.parley.identity.access.Subject;
import dev.parley.identity.authority.Authority;
import dev.parley.identity.authority.Sight;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Makes events of what happened. May ask the store, so it blocks; the feed's thread only. */
final class EventWriter {
  private static final int KNOWN_MAX = 16_384;

  /** Takes the events that come of a change, in order. */
  interface Sink {
    void accept(long number, String name, Consumer<JsonBuffer> data, Audience audience);
  }

  private record Place(BoxId box, long position) {}

  /** What a copy is of, so that its climbing can be told without asking the store. */
  private record Known(MessageId id, String from, int attempts) {}

  private final Broker broker;
  private final Authority authority;
  private final AgentViews views;
  private final ConversationEvents talk;
  private final WorkEvents work;
  private final Map<Place, Known> known =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Place, Known> eldest) {
          return size() > KNOWN_MAX;
        }
      };

  EventWriter(Broker broker, Authority authority, ConversationEvents talk, WorkEvents work) {
    this.broker = broker;
    this.work = work;
    this.talk = talk;
    this.authority = authority;
    this.views = new AgentViews(broker);
  }

  void write(HubChange change, Sink sink) {
    switch (change) {
      case HubChange.Appended(StoredMessage message, List<Placement> placements) ->
          appended(message, placements, sink);
      case HubChange.Placed(MessageId id, List<Placement> placements) ->
          placed(id, placements, sink);
      case HubChange.Advanced(BoxId box, long position, State state, int attempts) ->
          advanced(box, position, state, attempts, sink);
      case HubChange.AgentChanged(Agent was, Agent now) -> agent(was, now, sink);
      case HubChange.GroupChanged(Group was, Group now) -> group(was, now, sink);
      case HubChange.PresenceChanged presence -> presence(presence, sink);
      case HubChange.RuleChanged(Rule rule) -> rule(rule, sink);
      case HubChange.ReadUpTo read -> talk.read(read, sink);
      case HubChange.LoopChanged loop -> talk.loop(loop, sink);
      case HubChange.TaskMoved(Task task) -> work.task(task, sink);
      case HubChange.ApprovalMoved(Approval approval) -> work.approval(approval, sink);
      case HubChange.ScheduleChanged(Schedule schedule, boolean deleted) ->
          work.schedule(schedule, deleted, sink);
      case HubChange.IsTyping _,
          HubChange.InTurn _,
          HubChange.WakeUp _ -> {} // nothing to be made up for
    }
  }

  private void appended(StoredMessage message, List<Placement> placements, Sink sink) {
    String from = Envelope.parse(message.json()).from();
    message(message, from, Recipients.of(placements), talk.placeAmong(placements), sink);
    for (Placement placement : placements) {
      BoxId box = placement.box();
      if (box.isInbox() || box.equals(BoxId.DEAD_LETTERS)) {
        known.put(new Place(box, placement.position()), new Known(message.id(), from, 0));
      }
      if (box.equals(BoxId.DEAD_LETTERS)) {
        deadLetter(message, from, placement, sink);
      }
    }
  }

  /** A message of the past, told to somebody who missed it. */
  void missed(FiledMessage filed, Sink sink) {
    message(
        filed.message(),
        Envelope.parse(filed.message().json()).from(),
        Recipients.ofBoxes(filed.filings().stream().map(Filing::box)),
        talk.placeOf(filed),
        sink);
  }

  private static void message(
      StoredMessage message,
      String from,
      Recipients recipients,
      ConversationEvents.@Nullable Place place,
      Sink sink) {
    sink.accept(
        message.number(),
        "message",
        out -> {
          out.ascii("{\"message\":").raw(message.json());
          out.ascii(",\"recipients\":");
          recipients.writeTo(out);
          out.ascii(",\"delivered\":").bool(!recipients.names().isEmpty());
          if (place != null) {
            place.writeTo(out);
          }
          out.ascii("}");
        },
        Audience.ownerAnd(
            agent ->
                agent.equals(from)
                    || recipients.include(agent)
                    || (place != null && place.concerns(agent))));
  }

  private static void deadLetter(
      StoredMessage message, String from, Placement placement, Sink sink) {
    String annotation = placement.annotation();
    sink.accept(
        -1,
        "deadLetter",
        out -> {
          out.ascii("{\"message\":").raw(message.json());
          out.ascii(",").raw(annotation == null ? "\"reason\":\"\"" : annotation).ascii("}");
        },
        Audience.ownerAnd(from::equals));
  }

  /** A dead letter that reached an inbox after all, or a message that an inbox gave up on. */
  private void placed(MessageId id, List<Placement> placements, Sink sink) {
    StoredMessage message = broker.lookups().find(id).join().orElse(null);
    if (message == null) {
      return; // gone in the meantime
    }
    String from = Envelope.parse(message.json()).from();
    for (Placement placement : placements) {
      known.put(new Place(placement.box(), placement.position()), new Known(id, from, 0));
      if (placement.box().equals(BoxId.DEAD_LETTERS)) {
        deadLetter(message, from, placement, sink);
      } else if (placement.box().isInbox()) {
        state(placement.box(), placement.state(), new Known(id, from, 0), sink);
      }
    }
  }

  private void advanced(BoxId box, long position, State state, int attempts, Sink sink) {
    Place place = new Place(box, position);
    Known before = known.get(place);
    Known copy = before == null ? look(place) : before;
    if (copy == null) {
      return; // the inbox was emptied in the meantime
    }
    Known now = attempts < 0 ? copy : new Known(copy.id, copy.from, attempts);
    if (!now.equals(before)) {
      known.put(place, now);
    }
    state(box, state, now, sink);
  }

  private @Nullable Known look(Place place) {
    return broker.lookups().copies(place.box, List.of(place.position)).join().stream()
        .findFirst()
        .map(EventWriter::known)
        .orElse(null);
  }

  private static Known known(Copy copy) {
    String from = Envelope.parse(copy.message().json()).from();
    return new Known(copy.message().id(), from, copy.attempts());
  }

  private static void state(BoxId box, State state, Known copy, Sink sink) {
    sink.accept(
        -1,
        "state",
        out -> {
          out.ascii("{\"messageId\":").id(copy.id);
          out.ascii(",\"box\":");
          RestShapes.box(out, box);
          out.ascii(",\"state\":\"").ascii(state.wireName());
          out.ascii("\",\"attempts\":").number(copy.attempts).ascii("}");
        },
        Audience.ownerAnd(
            agent ->
                agent.equals(copy.from)
                    || (box instanceof BoxId.Inbox inbox && inbox.agent().value().equals(agent))));
  }

  private void agent(@Nullable Agent was, @Nullable Agent now, Sink sink) {
    Agent agent = now != null ? now : was;
    if (agent == null) {
      return;
    }
    agent(agent, change(was, now), Sight.ALL, sink);
    if (was == null
        || now == null
        || !AgentCard.of(was).equals(AgentCard.of(now))
        || !Objects.equals(was.card(), now.card())) {
      agent(agent, change(was, now), Sight.CARD, sink);
    }
  }

  /** For those who see so much of it, and no more. */
  private void agent(Agent agent, String change, Sight sight, Sink sink) {
    AgentViews.AgentView view = views.of(List.of(agent), _ -> sight).join().getFirst();
    sink.accept(
        -1,
        "agent",
        out -> {
          out.ascii("{\"change\":\"").ascii(change).ascii("\",\"agent\":");
          view.writeTo(out);
          out.ascii("}");
        },
        who -> authority.sight(who, agent) == sight);
  }

  /** For those who see all members: what others see of it differs, and an event has one text. */
  private void group(@Nullable Group was, @Nullable Group now, Sink sink) {
    Group group = now != null ? now : was;
    if (group == null) {
      return;
    }
    sink.accept(
        -1,
        "group",
        out -> {
          out.ascii("{\"change\":\"").ascii(change(was, now)).ascii("\",\"group\":");
          Shapes.group(out, group);
          out.ascii("}");
        },
        who -> authority.seesEveryMember(who, group));
    if (authority.rules().all().stream().anyMatch(rule -> isAboutSeeing(rule, group))) {
      Set<AgentId> before = was == null ? Set.of() : Set.copyOf(was.members());
      Set<AgentId> after = now == null ? Set.of() : Set.copyOf(now.members());
      sightChanged(agent -> before.contains(agent) != after.contains(agent), sink);
    }
  }

  private static boolean isAboutSeeing(Rule rule, Group group) {
    return rule.action() == Action.SEE && rule.subject().equals(new Subject.OfGroup(group.name()));
  }

  /** Whom a rule is about may see others now, or no longer: what it has read is not so any more. */
  private void rule(Rule rule, Sink sink) {
    if (rule.action() != Action.SEE) {
      return;
    }
    switch (rule.subject()) {
      case Subject.Owner _ -> {} // sees everybody, whatever the rules are
      case Subject.Everyone _ -> sightChanged(_ -> true, sink);
      case Subject.OfAgent(AgentId one) -> sightChanged(one::equals, sink);
      case Subject.OfGroup(GroupName name) -> {
        Set<AgentId> members =
            broker
                .participants()
                .group(name)
                .map(group -> Set.copyOf(group.members()))
                .orElse(Set.of());
        sightChanged(members::contains, sink);
      }
    }
  }

  private static void sightChanged(Predicate<AgentId> whose, Sink sink) {
    sink.accept(
        -1,
        "resync",
        out -> out.ascii("{\"reason\":\"whom you may see has changed\"}"),
        who -> who.scope() != null && whose.test(who.scope()));
  }

  private static String change(@Nullable Object was, @Nullable Object now) {
    return was == null ? "created" : now == null ? "removed" : "updated";
  }

  /** How many connections there are is told as other facts are: to the owner and to itself. */
  private void presence(HubChange.PresenceChanged change, Sink sink) {
    presence(change, Sight.ALL, sink);
    if (change.turned()) {
      presence(change, Sight.CARD, sink);
    }
  }

  private void presence(HubChange.PresenceChanged change, Sight sight, Sink sink) {
    AgentId agent = change.agent();
    sink.accept(
        -1,
        "presence",
        out -> {
          out.ascii("{\"agentId\":").string(agent.value());
          out.ascii(",\"online\":").bool(change.status().isOnline());
          if (sight == Sight.ALL) {
            out.ascii(",\"connections\":").number(change.status().connections());
          }
          out.ascii("}");
        },
        who -> authority.sight(who, agent) == sight);
  }
}
