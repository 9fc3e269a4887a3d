package dev.parley.agents.governor;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.InvalidAddress;
import dev.parley.core.address.Path;
import dev.parley.core.broker.Broker;
import dev.parley.core.ledger.Tx;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.Origin;
import dev.parley.core.message.Sender;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Placement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Counts what each two agents say to each other that is not just asking and being answered.
 * Committer thread.
 */
final class Traffic {
  /** Who writes to more at once has no conversation with one of them. */
  private static final int NAMES_MAX = 8;

  private static final int PEOPLE_REACH_MAX = 256;

  private final GovernorConfig config;
  private final Lineages lineages;
  private final Rooms rooms;
  private volatile Predicate<AgentId> thinking = _ -> false;

  /** Asked for several times of one message, one after the other. */
  private @Nullable Draft latest;

  private List<String> latestOthers = List.of();

  Traffic(Broker broker, GovernorConfig config, Lineages lineages) {
    this.config = config;
    this.lineages = lineages;
    this.rooms = new Rooms(config.window().toMillis());
    broker.records().forEach(RoomRows.TABLE, (_, json) -> rooms.put(RoomRows.read(json)));
  }

  void thinking(Predicate<AgentId> agents) {
    thinking = agents;
  }

  /** The agents it is for, but no people; none for what goes to whoever has subscribed. */
  @SuppressWarnings("ReferenceEquality") // the same message is looked at again
  List<String> others(Draft draft) {
    if (draft != latest) {
      latestOthers = named(draft);
      latest = draft;
    }
    return latestOthers;
  }

  private List<String> named(Draft draft) {
    Path path = draft.path();
    if (path.depth() < 2 || !path.segmentEquals(0, "agent") || path.hasWildcard()) {
      return List.of();
    }
    String name = path.segment(1);
    if (!path.namesSeveral()) {
      return isCounted(name, draft) ? List.of(name) : List.of();
    }
    List<String> names = new ArrayList<>();
    for (String each : name.split(",", NAMES_MAX + 1)) {
      if (isCounted(each, draft)) {
        names.add(each);
      }
    }
    return names.size() > NAMES_MAX ? List.of() : names;
  }

  private boolean isCounted(String name, Draft draft) {
    return !name.equals(draft.from())
        && !name.equals(Sender.OWNER_NAME)
        && !lineages.isPerson(name);
  }

  /**
   * What would be counted of the two after this message, or null when it changes nothing.
   *
   * @param parent what caused it, as far as that is known
   */
  @Nullable Room after(
      @Nullable Lineage parent, Draft draft, String to, long timestamp, long number) {
    String from = draft.from();
    Room room = rooms.find(from, to, timestamp);
    if (room == null) {
      return Room.begin(from, to, timestamp, number);
    }
    if (parent != null && parent.depth() == 0 && isAnswer(parent, room, from, to)) {
      return room.answering(parent.id());
    }
    if (parent != null && parent.depth() > 0 && parent.from().equals(to)) {
      return room.reacted(from);
    }
    return room.last().equals(from) ? null : room.alternated(from);
  }

  /** Does a program answer what it was asked? */
  private boolean isAnswer(Lineage request, Room room, String from, String to) {
    return request.from().equals(to) && room.mayAnswer(request.id()) && !isThinking(from);
  }

  private boolean isThinking(String name) {
    try {
      return thinking.test(new AgentId(name));
    } catch (InvalidAddress e) {
      return false;
    }
  }

  boolean isTooMuch(Room room) {
    return room.alternations() > config.alternationsMax()
        || room.reactions() > config.reactionsMax();
  }

  /** Keeps, now and then, what a restart is not to forget; in the commit of the message. */
  void note(Tx tx, Message message) {
    MessageId cause = message.draft().causeOrReplyTo();
    List<String> others = others(message.draft());
    if (others.isEmpty()) {
      return;
    }
    Lineage parent = cause == null ? null : lineages.of(tx, cause);
    for (String to : others) {
      Room next = after(parent, message.draft(), to, message.timestamp(), message.number());
      if (next != null && isNoted(next)) {
        tx.put(RoomRows.TABLE, next.key(), RoomRows.write(next));
      }
    }
  }

  /** Whoever is half way to being stopped gets no fresh start of any length by a restart. */
  private boolean isNoted(Room room) {
    return (room.counted() > 0 && room.counted() % Room.NOTED_EVERY == 0)
        || room.alternations() > config.alternationsMax() / 2
        || room.reactions() > config.reactionsMax() / 2;
  }

  /** A message is durable. What it reacts to is known, because it was asked for before. */
  void observe(Message message, List<String> others, List<Placement> placements) {
    Draft draft = message.draft();
    MessageId cause = draft.causeOrReplyTo();
    Lineage parent = cause == null ? null : lineages.remembered(cause);
    if (cause == null || parent != null) {
      lineages.remember(lineages.next(parent, message));
    }
    Origin origin = message.origin();
    if (origin == Origin.SYSTEM) {
      return;
    }
    if (origin != Origin.EXTERNAL && lineages.isOfPeople(origin, draft.from())) {
      placements.stream()
          .limit(PEOPLE_REACH_MAX)
          .forEach(placement -> heard(placement, message.number()));
      return;
    }
    for (String to : others) {
      Room next = after(parent, draft, to, message.timestamp(), message.number());
      if (next != null) {
        rooms.put(next);
      }
    }
  }

  private void heard(Placement placement, long number) {
    if (placement.box() instanceof BoxId.AgentInbox(AgentId agent)) {
      rooms.onPerson(agent.value(), number);
    }
  }

  void forget(String one, String other) {
    rooms.forget(one, other);
  }
}
