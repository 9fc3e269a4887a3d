package dev.parley.loops.book;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.Path;
import dev.parley.core.broker.Broker;
import dev.parley.core.ledger.Tx;
import dev.parley.core.participants.Agent;
import dev.parley.core.participants.Participants;
import dev.parley.loops.model.Channel;
import dev.parley.loops.model.Conversation;
import dev.parley.loops.model.ConversationHook;
import dev.parley.loops.model.Loop;
import dev.parley.loops.model.Member;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Everything that is known: loops, members, conversations of two, and how far each has come. When
 * somebody joins or leaves, the router and the hooks hear of it before anybody else hears of the
 * commit. Live answers on any thread, everything else on the committer's.
 */
public final class Book {
  private static final Logger LOG = LoggerFactory.getLogger(Book.class);

  private final Participants participants;
  private final Index index = new Index();
  private final Table<Loop> loops;
  private final Table<Member> members;
  private final Table<Pair> pairs;
  private final Table<Place> places;
  private final List<Runnable> changes = new ArrayList<>();
  private final Accepted accepted = new Accepted();
  private final List<ConversationHook> hooks = new CopyOnWriteArrayList<>();
  private volatile boolean anyLoop;

  Book(Participants participants) {
    this.participants = participants;
    this.loops =
        new Table<>(
            new Table.Format<>(
                "loops",
                loop -> loop.id().toString(),
                RecordJson::write,
                RecordJson::readLoop,
                _ -> true),
            this::onLoop);
    this.members =
        new Table<>(
            new Table.Format<>(
                "loop-members",
                member -> key(member.loop(), member.agent()),
                RecordJson::write,
                RecordJson::readMember,
                member -> isHere(member.agent(), member.incarnation())),
            this::onMember);
    this.pairs =
        new Table<>(
            new Table.Format<>(
                "conversations",
                pair -> pair.conversation().id().toString(),
                RecordJson::write,
                RecordJson::readPair,
                pair ->
                    isHere(pair.conversation().first(), pair.firstIncarnation())
                        && isHere(pair.conversation().second(), pair.secondIncarnation())),
            this::onPair);
    this.places =
        new Table<>(
            new Table.Format<>(
                "conversation-cursors",
                place -> Place.key(place.agent(), place.conversation()),
                RecordJson::write,
                RecordJson::readPlace,
                place -> isHere(place.agent(), place.incarnation())),
            this::onPlace);
  }

  /** Reads what the store holds. Before the broker starts. */
  public static Book open(Broker broker) {
    Book book = new Book(broker.participants());
    book.tables().forEach(table -> table.load(broker.records()));
    broker.participants().onAgent(book::onAgent);
    return book;
  }

  List<Table<?>> tables() {
    return List.of(loops, members, pairs, places);
  }

  static String key(UUID loop, AgentId agent) {
    return loop + " " + agent.value();
  }

  private boolean isHere(AgentId agent, String incarnation) {
    Agent found = participants.agent(agent).orElse(null);
    return found != null && found.incarnation().equals(incarnation);
  }

  // ---- live; any thread

  /** Is there no loop at all? One volatile read. */
  public boolean isEmpty() {
    return !anyLoop;
  }

  public Table<Loop> loops() {
    return loops;
  }

  public Table<Member> members() {
    return members;
  }

  public Table<Place> places() {
    return places;
  }

  public @Nullable Loop loop(UUID id) {
    return loops.live(id.toString());
  }

  public @Nullable UUID loopBySlug(String slug) {
    return index.loopsBySlug.get(slug);
  }

  public @Nullable UUID loopByCode(String code) {
    return index.loopsByCode.get(code);
  }

  public @Nullable Member member(UUID loop, AgentId agent) {
    return members.live(key(loop, agent));
  }

  public List<Member> members(UUID loop) {
    return List.copyOf(members.liveUnder(loop + " "));
  }

  /** Are both members of some loop? */
  public boolean shareALoop(AgentId one, AgentId other) {
    return loopsOf(one).stream().anyMatch(loop -> member(loop, other) != null);
  }

  public Set<UUID> loopsOf(AgentId agent) {
    return index.loopsOf.getOrDefault(agent, Set.of());
  }

  public Set<UUID> pairsOf(AgentId agent) {
    return index.pairsOf.getOrDefault(agent, Set.of());
  }

  public Conversation.@Nullable OfChannel channel(UUID id) {
    return index.channels.get(id);
  }

  public Conversation.@Nullable OfChannel channelAt(Path path) {
    return index.byPath.get(path.text());
  }

  public @Nullable Conversation conversation(UUID id) {
    Conversation.OfChannel channel = index.byConversation.get(id);
    if (channel != null) {
      return channel;
    }
    return index.pairs.get(id);
  }

  public boolean takesPart(Conversation conversation, AgentId agent) {
    return switch (conversation) {
      case Conversation.OfChannel channel -> {
        Member member = member(channel.loop(), agent);
        yield member != null && member.takesPartIn(channel.channel());
      }
      case Conversation.OfTwo two -> two.isBetween(agent);
    };
  }

  // ---- the commit that is being made; committer thread

  public @Nullable Loop currentLoop(UUID id) {
    return loops.current(id.toString());
  }

  public @Nullable Member currentMember(UUID loop, AgentId agent) {
    return members.current(key(loop, agent));
  }

  public List<Member> currentMembers(UUID loop) {
    return members.currentUnder(loop + " ");
  }

  public @Nullable Pair currentPair(UUID id) {
    return pairs.current(id.toString());
  }

  /** Does the agent still take part when this commit is durable? */
  boolean stillTakesPart(Conversation conversation, AgentId agent) {
    return switch (conversation) {
      case Conversation.OfChannel channel -> {
        Loop loop = currentLoop(channel.loop());
        Member member = currentMember(channel.loop(), agent);
        yield loop != null
            && member != null
            && loop.channel(channel.channel().id()).filter(member::takesPartIn).isPresent();
      }
      case Conversation.OfTwo two -> currentPair(two.id()) != null && two.isBetween(agent);
    };
  }

  public void put(Tx tx, Loop loop) {
    loops.put(tx, loop);
    changes.add(() -> loops.publish(loops.keyOf(loop)));
  }

  public void drop(Tx tx, Loop loop) {
    String key = loops.drop(tx, loop);
    changes.add(() -> loops.publish(key));
  }

  public void put(Tx tx, Member member) {
    members.put(tx, member);
    changes.add(() -> members.publish(members.keyOf(member)));
  }

  public void drop(Tx tx, Member member) {
    String key = members.drop(tx, member);
    changes.add(() -> members.publish(key));
  }

  public void put(Tx tx, Pair pair) {
    pairs.put(tx, pair);
    changes.add(() -> pairs.publish(pairs.keyOf(pair)));
  }

  public void put(Tx tx, Place place) {
    places.put(tx, place);
    changes.add(() -> places.publish(places.keyOf(place)));
  }

  void ended(boolean durable) {
    if (durable) {
      changes.forEach(Runnable::run);
      tables().forEach(Table::staleDropped);
    } else {
      tables().forEach(Table::discard);
    }
    changes.clear();
  }

  // ---- what follows; committer thread

  private void onLoop(@Nullable Loop was, @Nullable Loop now) {
    List<Conversation.OfChannel> before = conversations(was);
    List<Conversation.OfChannel> after = conversations(now);
    index.onLoop(was, now);
    anyLoop = !loops.allLive().isEmpty();
    Loop either = now != null ? now : was;
    if (either != null) {
      tell(hook -> hook.onLoop(either, null));
    }
    if (was == null || !channelsOf(before).equals(channelsOf(after))) {
      UUID id = now != null ? now.id() : was == null ? null : was.id();
      for (Member member : id == null ? List.<Member>of() : members(id)) {
        differ(member.agent(), takenPartIn(member, before), takenPartIn(member, after));
      }
    }
  }

  private void onMember(@Nullable Member was, @Nullable Member now) {
    if (was == null && now != null) {
      Index.add(index.loopsOf, now.agent(), now.loop());
    } else if (now == null && was != null) {
      Index.remove(index.loopsOf, was.agent(), was.loop());
    }
    Member either = now != null ? now : was;
    if (either != null) {
      Loop loop = loop(either.loop());
      List<Conversation.OfChannel> all = conversations(loop);
      differ(either.agent(), takenPartIn(was, all), takenPartIn(now, all));
      if (loop != null) {
        tell(hook -> hook.onLoop(loop, either.agent()));
      }
    }
  }

  private void onPlace(@Nullable Place was, @Nullable Place now) {
    if (now != null && now.read() >= 0 && (was == null || was.read() != now.read())) {
      tell(hook -> hook.onRead(now.agent(), now.conversation(), now.read()));
    }
  }

  private void onPair(@Nullable Pair was, @Nullable Pair now) {
    if (was != null) {
      Conversation.OfTwo two = was.conversation();
      index.pairs.remove(two.id());
      Set.of(two.first().value(), two.second().value()).stream()
          .map(AgentId::new)
          .forEach(
              agent -> {
                Index.remove(index.pairsOf, agent, two.id());
                tell(hook -> hook.onLeft(agent, two));
              });
    }
    if (now != null) {
      Conversation.OfTwo two = now.conversation();
      index.pairs.put(two.id(), two);
      List.of(two.first(), two.second()).stream()
          .distinct()
          .forEach(
              agent -> {
                Index.add(index.pairsOf, agent, two.id());
                tell(hook -> hook.onJoined(agent, two));
              });
    }
  }

  private static List<Conversation.OfChannel> conversations(@Nullable Loop loop) {
    return loop == null
        ? List.of()
        : loop.channels().stream().map(each -> Index.conversation(loop, each)).toList();
  }

  private static List<Channel> channelsOf(List<Conversation.OfChannel> conversations) {
    return conversations.stream().map(Conversation.OfChannel::channel).toList();
  }

  private static List<Conversation.OfChannel> takenPartIn(
      @Nullable Member member, List<Conversation.OfChannel> all) {
    return member == null
        ? List.of()
        : all.stream().filter(each -> member.takesPartIn(each.channel())).toList();
  }

  private void differ(
      AgentId agent, List<Conversation.OfChannel> was, List<Conversation.OfChannel> now) {
    for (Conversation.OfChannel left : was) {
      if (now.stream().noneMatch(each -> each.id().equals(left.id()))) {
        participants.dismiss(left.path(), agent);
        tell(hook -> hook.onLeft(agent, left));
      }
    }
    for (Conversation.OfChannel joined : now) {
      if (was.stream().noneMatch(each -> each.id().equals(joined.id()))) {
        participants.admit(joined.path(), agent);
        tell(hook -> hook.onJoined(agent, joined));
      }
    }
  }

  /** An agent has gone: nothing of it is left for whoever gets its name next. */
  private void onAgent(@Nullable Agent was, @Nullable Agent now) {
    if (was == null || now != null) {
      return;
    }
    AgentId gone = was.id();
    loopsOf(gone).stream()
        .map(loop -> member(loop, gone))
        .forEach(
            member -> {
              if (member != null) {
                members.forget(member);
              }
            });
    for (UUID id : pairsOf(gone)) {
      Pair pair = pairs.live(id.toString());
      if (pair != null) {
        pairs.forget(pair);
      }
    }
    List.copyOf(places.liveUnder(Place.under(gone))).forEach(places::forget);
  }

  // ---- hooks

  public Accepted accepted() {
    return accepted;
  }

  public List<ConversationHook> hooks() {
    return hooks;
  }

  public void tell(Consumer<ConversationHook> event) {
    for (ConversationHook hook : hooks) {
      try {
        event.accept(hook);
      } catch (RuntimeException e) {
        LOG.warn("a hook of conversations failed", e);
      }
    }
  }
}
