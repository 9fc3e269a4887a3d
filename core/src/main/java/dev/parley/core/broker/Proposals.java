package dev.parley.core.broker;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.Path;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Draft;
import dev.parley.core.message.JsonBuffer;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.MessageType;
import dev.parley.core.message.Origin;
import dev.parley.core.participants.Targets;
import dev.parley.core.store.Commit;
import dev.parley.core.store.MessageStore;
import dev.parley.core.store.StoredMessage;
import dev.parley.core.time.Timekeeper;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Questions put to the vote. The tally is kept beside the messages and changes in the same commit
 * as the vote that changes it; the announcement is an ordinary message of the hub's, sent under a
 * key so that a crash in between cannot double it.
 */
final class Proposals {
  private static final String OPEN = "proposals";
  private static final String DECIDED = "proposals-decided";
  private static final Duration ALARM_MAX = Duration.ofDays(1);

  private final Broker broker;
  private final MessageStore store;
  private final Timekeeper time;

  /** Open ones, and decided ones until they are announced. Changed on the committer thread only. */
  private final Map<MessageId, Tally> open = new ConcurrentHashMap<>();

  Proposals(Broker broker, MessageStore store, Timekeeper time) {
    this.broker = broker;
    this.store = store;
    this.time = time;
    store.forEachRecord(
        OPEN,
        (id, json) -> {
          Tally tally = ProposalJson.read(id, json);
          open.put(tally.id(), tally);
        });
  }

  void start() {
    open.values().forEach(this::carryOn);
  }

  private void carryOn(Tally tally) {
    if (tally.decided()) {
      announce(tally);
    } else if (tally.deadline() != 0) {
      wakeAt(tally);
    }
  }

  static void check(Draft draft) {
    ProposalJson.question(draft.payload());
  }

  Tally tally(MessageId id) {
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

  /** Turns down a vote that cannot count, before anything of the message is stored. */
  void checkVote(Draft draft) {
    MessageId replyTo = draft.replyTo();
    Tally tally = replyTo == null || open.isEmpty() ? null : open.get(replyTo);
    String vote = tally == null ? null : ProposalJson.vote(draft.payload());
    if (tally == null || vote == null) {
      return;
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
  }

  void onAppend(Commit commit, StoredMessage message, Draft draft, Targets targets) {
    if (draft.type() == MessageType.PROPOSAL) {
      ProposalJson.Question question = ProposalJson.question(draft.payload());
      List<String> eligible = targets.agents().stream().map(AgentId::value).toList();
      int quorum = question.quorum() == 0 ? Math.max(1, eligible.size()) : question.quorum();
      keep(
          commit,
          new Tally(
              message.id(),
              draft.from(),
              draft.path().text(),
              question.text(),
              question.options(),
              eligible,
              quorum,
              question.deadline(),
              Map.of(),
              null));
      return;
    }
    MessageId replyTo = draft.replyTo();
    Tally tally = replyTo == null || open.isEmpty() ? null : open.get(replyTo);
    if (tally == null || tally.decided() || tally.votes().containsKey(draft.from())) {
      return;
    }
    String vote = ProposalJson.vote(draft.payload());
    if (vote != null) {
      keep(commit, tally.with(draft.from(), vote).judged(false));
    }
  }

  private void keep(Commit commit, Tally tally) {
    open.put(tally.id(), tally);
    commit.put(OPEN, tally.id().toString(), ProposalJson.write(tally));
  }

  /** The commit has failed: what the store says holds. */
  void undo(Draft draft, MessageId id) {
    MessageId proposal = draft.type() == MessageType.PROPOSAL ? id : draft.replyTo();
    if (proposal == null || !open.containsKey(proposal)) {
      return;
    }
    Tally before =
        store
            .record(OPEN, proposal.toString())
            .map(json -> ProposalJson.read(proposal.toString(), json))
            .orElse(null);
    if (before == null) {
      open.remove(proposal);
    } else {
      open.put(proposal, before);
    }
  }

  // ---- after it

  void onAccepted(Message message) {
    MessageId replyTo = message.draft().replyTo();
    if (message.draft().type() == MessageType.PROPOSAL) {
      Tally tally = open.get(message.id());
      if (tally != null && tally.deadline() != 0) {
        wakeAt(tally);
      }
    } else if (replyTo != null && !open.isEmpty()) {
      Tally tally = open.get(replyTo);
      if (tally != null && tally.decided()) {
        announce(tally);
      }
    }
  }

  private void wakeAt(Tally tally) {
    Duration delay = Duration.ofMillis(Math.max(1, tally.deadline() - time.millis()));
    boolean early = delay.compareTo(ALARM_MAX) > 0;
    time.after(early ? ALARM_MAX : delay, early ? () -> wakeAt(tally) : () -> close(tally.id()));
  }

  private void close(MessageId id) {
    broker
        .committer()
        .post(
            commit -> judge(commit, id),
            judged -> {
              if (judged.tally != null) {
                announce(judged.tally);
              }
            },
            _ -> time.after(Duration.ofSeconds(1), () -> close(id)));
  }

  private record Judged(@Nullable Tally tally) {}

  private Judged judge(Commit commit, MessageId id) {
    Tally tally = open.get(id);
    if (tally == null || tally.decided()) {
      return new Judged(null);
    }
    Tally decided = tally.judged(true);
    keep(commit, decided);
    return new Judged(decided);
  }

  /** Tells the proposer and everybody who was asked; then the proposal is history. */
  private void announce(Tally tally) {
    JsonBuffer payload = new JsonBuffer(512);
    tally.writeTo(payload);
    Set<String> audience = new LinkedHashSet<>(tally.eligible());
    audience.add(tally.proposer());
    Draft.Builder draft =
        Draft.from("system")
            .to(Path.parse(audienceOf(tally, audience)))
            .command("proposal.decided")
            .type(MessageType.INFO)
            .payload(payload.toBytes())
            .replyTo(tally.id())
            .idempotencyKey("proposal-decided/" + tally.id());
    CompletableFuture<Void> _ =
        broker.route(draft.build(), Origin.SYSTEM).thenAccept(_ -> makeHistory(tally));
  }

  private void makeHistory(Tally tally) {
    broker
        .committer()
        .post(
            commit -> {
              commit.delete(OPEN, tally.id().toString());
              commit.put(DECIDED, tally.id().toString(), ProposalJson.write(tally));
              return tally;
            },
            done -> open.remove(done.id()),
            _ -> {});
  }

  /**
   * By name while the names fit into a path; the proposal's own path, which reached them,
   * otherwise.
   */
  private static String audienceOf(Tally tally, Set<String> audience) {
    String names = "agent/" + String.join(",", audience);
    return names.length() <= 1_000 ? names : tally.path();
  }
}
