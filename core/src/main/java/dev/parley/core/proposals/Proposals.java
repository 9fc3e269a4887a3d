package dev.parley.core.proposals;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.GroupName;
import dev.parley.core.address.InvalidAddress;
import dev.parley.core.address.Path;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.ledger.Ledger;
import dev.parley.core.ledger.Tx;
import dev.parley.core.message.Draft;
import dev.parley.core.message.JsonBuffer;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.MessageType;
import dev.parley.core.message.Sender;
import dev.parley.core.participants.Participants;
import dev.parley.core.sending.TxRunner;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.MessageStore;
import dev.parley.core.store.Placement;
import dev.parley.core.store.StoredMessage;
import dev.parley.core.time.Timekeeper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Questions put to the vote. The tally is kept beside the messages and changes in the same commit
 * as the vote that changes it, and the decision becomes durable together with the messages that
 * announce it: a crash can neither lose nor double them.
 */
public final class Proposals implements Ledger {
  /** Announcements are the hub's own words. */
  private static final String OPEN = "proposals";

  private static final String DECIDED = "proposals-decided";
  private static final Duration ALARM_MAX = Duration.ofDays(1);
  private static final Duration RETRY = Duration.ofSeconds(1);
  private static final int AUDIENCE_CHARS_MAX = 1_000;

  private final TxRunner transactions;
  private final Participants participants;
  private final MessageStore store;
  private final Timekeeper time;

  /** Those not decided yet, as everybody sees them: durable. */
  private final Map<MessageId, Tally> open = new ConcurrentHashMap<>();

  /** Those the commit that is being made has changed. Committer thread. */
  private final Map<MessageId, Tally> staged = new HashMap<>();

  public Proposals(
      TxRunner transactions, Participants participants, MessageStore store, Timekeeper time) {
    this.transactions = transactions;
    this.participants = participants;
    this.store = store;
    this.time = time;
    store.forEachRecord(
        OPEN,
        (id, json) -> {
          Tally tally = ProposalJson.read(id, json);
          open.put(tally.id(), tally);
        });
  }

  public void start() {
    open.values().stream().filter(tally -> tally.deadline() != 0).forEach(this::wakeAt);
    List.copyOf(open.values()).forEach(this::doWithoutThoseGone);
    // An earlier version left open what all had voted on without a quorum.
    List.copyOf(open.values()).stream()
        .filter(tally -> tally.judged(false).decided())
        .forEach(tally -> change(tally.id(), now -> now.judged(false)));
  }

  @Override
  public Set<String> tables() {
    return Set.of(OPEN, DECIDED);
  }

  @Override
  public void check(Draft draft) {
    if (draft.type() == MessageType.PROPOSAL) {
      ProposalJson.question(draft.payload());
    }
  }

  public Tally tally(MessageId id) {
    Tally tally = open.get(id);
    if (tally != null) {
      return tally;
    }
    return store
        .record(DECIDED, id.toString())
        .map(json -> ProposalJson.read(id.toString(), json))
        .orElseThrow(() -> new Refused(ErrorCode.NOT_FOUND, "there is no proposal " + id));
  }

  // ---- within the commit of a message

  private @Nullable Tally current(@Nullable MessageId id) {
    if (id == null) {
      return null;
    }
    Tally changed = staged.isEmpty() ? null : staged.get(id);
    return changed != null || open.isEmpty() ? changed : open.get(id);
  }

  /** Turns down a question or vote that cannot count, before anything of it is stored. */
  @Override
  public @Nullable MessageId beforeAppend(
      Tx tx, Sender from, Draft draft, @Nullable MessageId id, long timestamp) {
    if (draft.type() == MessageType.PROPOSAL) {
      long deadline = ProposalJson.question(draft.payload()).deadline();
      if (deadline != 0 && deadline <= ended(timestamp)) {
        throw new Refused(ErrorCode.BAD_REQUEST, "payload.deadline is in the past: " + deadline);
      }
    }
    Tally tally = current(draft.replyTo());
    String vote = tally == null ? null : ProposalJson.vote(draft.payload());
    if (tally == null || vote == null) {
      return null;
    }
    if (!tally.options().contains(vote)) {
      throw new Refused(
          ErrorCode.BAD_REQUEST,
          "payload.vote must be one of " + String.join(", ", tally.options()));
    }
    if (!tally.eligible().contains(draft.from())) {
      throw new Refused(
          ErrorCode.FORBIDDEN,
          "'" + draft.from() + "' was not asked and cannot vote on " + tally.id());
    }
    return null;
  }

  /** What is over for a message of that time. */
  private long ended(long timestamp) {
    return Math.min(timestamp, time.endingMillis());
  }

  /** Opens a proposal or counts a vote. */
  @Override
  public void onAppend(Tx tx, Message message, StoredMessage stored, List<Placement> placements) {
    Draft draft = message.draft();
    if (draft.type() == MessageType.PROPOSAL) {
      Tally asked = opened(message, voters(draft.path().text(), placements));
      // Those whom a dead letter has not reached may vote once it has been replayed.
      boolean allAsked = placements.stream().noneMatch(p -> p.box().equals(BoxId.DEAD_LETTERS));
      keep(tx, asked.judged(allAsked && asked.eligible().size() < asked.quorum()));
      return;
    }
    Tally tally = current(draft.replyTo());
    if (tally == null || !tally.takesVoteOf(draft.from(), ended(message.timestamp()))) {
      return;
    }
    String vote = ProposalJson.vote(draft.payload());
    if (vote != null) {
      keep(tx, tally.with(draft.from(), vote).judged(false));
    }
  }

  /**
   * Those who were asked. Where a path names agents or a group, somebody else who has a copy
   * because of a subscription is an observer; elsewhere whoever subscribes is asked.
   */
  private List<String> voters(String path, List<Placement> placements) {
    List<String> reached =
        placements.stream()
            .map(Placement::box)
            .filter(box -> box instanceof BoxId.AgentInbox)
            .map(BoxId::name)
            .toList();
    Set<String> named = new HashSet<>();
    Path.parse(path).each().forEach(each -> named.addAll(named(each)));
    List<String> asked = reached.stream().filter(named::contains).toList();
    return asked.isEmpty() ? reached : asked;
  }

  /** The agent or the members of the group that a path is for. */
  private List<String> named(Path path) {
    if (path.depth() != 2 || path.hasWildcard()) {
      return List.of();
    }
    if (path.segmentEquals(0, "agent")) {
      return List.of(path.segment(1));
    }
    try {
      return !path.segmentEquals(0, "group")
          ? List.of()
          : participants
              .group(new GroupName(path.segment(1)))
              .map(group -> group.members().stream().map(AgentId::value).toList())
              .orElse(List.of());
    } catch (InvalidAddress e) {
      return List.of(); // no group can have this name
    }
  }

  private static Tally opened(Message message, List<String> eligible) {
    Draft draft = message.draft();
    ProposalJson.Question question = ProposalJson.question(draft.payload());
    return new Tally(
        message.id(),
        draft.from(),
        draft.path().text(),
        question.text(),
        question.options(),
        eligible,
        question.quorum(),
        question.deadline(),
        Map.of(),
        null);
  }

  /** A dead letter has reached these after all: they may vote too. */
  @Override
  public void onFiledAgain(Tx tx, MessageId id, List<Placement> placements) {
    Tally tally = current(id);
    if (tally != null && !tally.decided()) {
      keep(tx, tally.askedToo(voters(tally.path(), placements)));
    }
  }

  private void keep(Tx tx, Tally tally) {
    staged.put(tally.id(), tally);
    String key = tally.id().toString();
    if (!tally.decided()) {
      tx.put(OPEN, key, ProposalJson.write(tally));
      return;
    }
    tx.delete(OPEN, key);
    tx.put(DECIDED, key, ProposalJson.write(tally));
    announce(tx, tally);
  }

  /** Tells the proposer and everybody who was asked, as far as they are still there. */
  private void announce(Tx tx, Tally tally) {
    JsonBuffer payload = new JsonBuffer(512);
    tally.writeTo(payload);
    for (String path : audience(tally)) {
      Draft draft =
          Draft.from("system")
              .to(Path.parse(path))
              .command("proposal.decided")
              .type(MessageType.INFO)
              .payload(payload.toBytes())
              .replyTo(tally.id())
              .build();
      tx.route(draft, Sender.HUB);
    }
  }

  /** Paths that name everybody, each as long as a path may be. */
  private List<String> audience(Tally tally) {
    Set<String> names = new LinkedHashSet<>(tally.eligible());
    names.add(tally.proposer());
    names.removeIf(name -> !isAgent(name));
    List<String> paths = new ArrayList<>();
    StringBuilder path = new StringBuilder();
    for (String name : names) {
      if (path.length() + name.length() > AUDIENCE_CHARS_MAX) {
        paths.add(path.toString());
        path.setLength(0);
      }
      path.append(path.isEmpty() ? "agent/" : ",").append(name);
    }
    if (!path.isEmpty()) {
      paths.add(path.toString());
    }
    return paths;
  }

  private boolean isAgent(String name) {
    try {
      return participants.agent(new AgentId(name)).isPresent();
    } catch (InvalidAddress e) {
      return false; // somebody from outside asked
    }
  }

  // ---- after it

  private void publish(@Nullable MessageId id) {
    Tally tally = staged.remove(id);
    if (tally == null) {
      return;
    }
    if (tally.decided()) {
      open.remove(tally.id());
    } else if (open.put(tally.id(), tally) == null && tally.deadline() != 0) {
      wakeAt(tally);
    }
  }

  @Override
  public void ended(boolean durable) {
    if (durable) {
      List.copyOf(staged.keySet()).forEach(this::publish);
    }
    staged.clear();
  }

  @Override
  public void onOtherHub(String table, String key, byte @Nullable [] value) {
    if (!table.equals(OPEN)) {
      return;
    }
    if (value == null) {
      open.remove(MessageId.parse(key));
      return;
    }
    Tally tally = ProposalJson.read(key, value);
    if (open.put(tally.id(), tally) == null && tally.deadline() != 0) {
      wakeAt(tally);
    }
  }

  private void wakeAt(Tally tally) {
    wakeAfter(Duration.ofMillis(Math.max(1, tally.deadline() - time.millis())), tally);
  }

  private void wakeAfter(Duration delay, Tally tally) {
    boolean early = delay.compareTo(ALARM_MAX) > 0;
    time.after(
        early ? ALARM_MAX : delay,
        () -> {
          if (!early && time.endingMillis() != 0) {
            close(tally.id());
          } else if (transactions.isOpen() && early) {
            wakeAt(tally);
          } else if (transactions.isOpen()) {
            wakeAfter(RETRY, tally); // nobody knows what time it is
          }
        });
  }

  private void close(MessageId id) {
    change(id, tally -> tally.judged(true));
  }

  /** This agent was deleted: nobody waits for its vote any more. Committer thread. */
  public void onGone(AgentId agent) {
    for (Tally tally : List.copyOf(open.values())) {
      if (tally.eligible().contains(agent.value())) {
        doWithoutThoseGone(tally);
      }
    }
  }

  private void doWithoutThoseGone(Tally tally) {
    if (!tally.without(this::isGone).equals(tally)) {
      change(tally.id(), now -> now.without(this::isGone));
    }
  }

  private boolean isGone(String name) {
    return !isAgent(name);
  }

  /** Changes one that is open in a commit of its own, which is tried until it is made. */
  private void change(MessageId id, UnaryOperator<Tally> how) {
    transactions.post(
        tx -> {
          Tally tally = current(id);
          if (tally != null && !tally.decided()) {
            keep(tx, how.apply(tally));
          }
          return id;
        },
        _ -> {},
        () -> time.after(RETRY, () -> change(id, how)));
  }
}
