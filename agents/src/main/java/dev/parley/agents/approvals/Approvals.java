package dev.parley.agents.approvals;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.InvalidAddress;
import dev.parley.core.address.Path;
import dev.parley.core.broker.Broker;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.ledger.Ledger;
import dev.parley.core.ledger.Tx;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.MessageType;
import dev.parley.core.message.Sender;
import dev.parley.core.store.Placement;
import dev.parley.core.store.StoredMessage;
import dev.parley.core.time.Timekeeper;
import dev.parley.identity.Principal;
import dev.parley.identity.Visit;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Requests for leave. The first answer of somebody who was asked, or of the owner, decides; nobody
 * answers its own request; time that is over means no.
 */
public final class Approvals implements Ledger {
  public static final String REQUEST = "approval.request";

  static final int OPEN_PER_ASKER_MAX = 100;
  private static final Duration WAIT = Duration.ofMinutes(10);
  private static final Duration WAIT_MAX = Duration.ofDays(7);
  private static final Duration ALARM_MAX = Duration.ofDays(1);
  private static final Duration RETRY = Duration.ofSeconds(1);
  private static final int APPROVERS_MAX = 20;
  private static final int WHAT_MAX = 1_000;

  private final Broker broker;
  private final Timekeeper time;
  private final ApprovalBook book;

  /** Who sends the message that is being stored. Committer thread. */
  private Sender sending = Sender.HUB;

  private Approvals(Broker broker) {
    this.broker = broker;
    this.time = broker.time();
    this.book = new ApprovalBook(broker.records());
  }

  /** Before the broker starts. */
  public static Approvals open(Broker broker) {
    Approvals approvals = new Approvals(broker);
    broker.register(approvals);
    approvals.book.newestFirst().stream().filter(Approval::isOpen).forEach(approvals::wakeAt);
    return approvals;
  }

  public void addHook(ApprovalHook hook) {
    book.hooks().add(hook);
  }

  public void removeHook(ApprovalHook hook) {
    book.hooks().remove(hook);
  }

  @Override
  public Set<String> tables() {
    return Set.of(ApprovalBook.TABLE);
  }

  // ---- asking and answering, by messages

  @Override
  public void check(Draft draft) {
    if (draft.command().equals(REQUEST)) {
      List<String> _ = approvers(draft);
    }
  }

  private static List<String> approvers(Draft draft) {
    Path path = draft.path();
    if (path.depth() != 2 || !path.segmentEquals(0, "agent") || path.hasWildcard()) {
      throw bad("a request for approval goes to agents or people by name, such as agent/developer");
    }
    List<String> names =
        path.each().stream()
            .filter(each -> each.segmentEquals(0, "agent"))
            .map(each -> each.segment(1))
            .distinct()
            .toList();
    if (names.isEmpty() || names.size() > APPROVERS_MAX) {
      throw bad("a request for approval asks 1 to " + APPROVERS_MAX + " by name");
    }
    if (names.contains(draft.from())) {
      throw bad("'" + draft.from() + "' cannot ask itself for approval");
    }
    return names;
  }

  private static Refused bad(String why) {
    return new Refused(ErrorCode.BAD_REQUEST, why);
  }

  @Override
  public @Nullable MessageId beforeAppend(
      Tx tx, Sender from, Draft draft, @Nullable MessageId id, long timestamp) {
    sending = from;
    if (draft.command().equals(REQUEST)) {
      long lives = draft.expiryIfAcceptedAt(timestamp) - timestamp;
      if (lives > WAIT_MAX.toMillis()) {
        throw bad("a request for approval ends within " + WAIT_MAX.toDays() + " days");
      }
      if (book.openOf(draft.from()) >= OPEN_PER_ASKER_MAX) {
        throw new Refused(
            ErrorCode.OVERLOADED,
            "'%s' waits for %d answers already".formatted(draft.from(), OPEN_PER_ASKER_MAX));
      }
      return null;
    }
    MessageId about = draft.replyTo();
    Approval asked = about == null ? null : book.current(about.toString());
    Answer answer = asked == null ? null : Answer.of(draft);
    if (asked != null && answer != null) {
      requireRight(asked, answer, from, timestamp);
    }
    return null;
  }

  private void requireRight(Approval asked, Answer answer, Sender from, long timestamp) {
    String name = from.name();
    boolean mayAnswer = asked.approvers().contains(name) || isOwners(from);
    if (name.equals(asked.asker()) || !mayAnswer) {
      if (answer.explicit()) {
        throw new Refused(
            ErrorCode.FORBIDDEN, "'" + name + "' was not asked and cannot answer " + asked.id());
      }
      return; // who was not asked may say yes or no to it, which means nothing
    }
    if (answer.sha256() != null && !answer.sha256().equals(asked.sha256())) {
      throw new Refused(
          ErrorCode.CONFLICT,
          "the answer is about another payload: the one of %s has the hash %s"
              .formatted(asked.id(), asked.sha256()));
    }
    if (!asked.isOpen()) {
      throw new Refused(ErrorCode.CONFLICT, "it was " + decision(asked) + " before");
    }
    if (isOver(asked, timestamp)) {
      throw new Refused(ErrorCode.CONFLICT, "the time to answer " + asked.id() + " is over");
    }
  }

  private static boolean isOwners(Sender from) {
    return from.isOwner() && from.name().equals(Sender.OWNER_NAME);
  }

  private static String decision(Approval asked) {
    return asked.state().wireName() + (asked.by() == null ? "" : " by '" + asked.by() + "'");
  }

  private boolean isOver(Approval asked, long timestamp) {
    return asked.expiresAt() <= Math.min(timestamp, time.endingMillis());
  }

  @Override
  public void onAppend(Tx tx, Message message, StoredMessage stored, List<Placement> placements) {
    Draft draft = message.draft();
    if (draft.command().equals(REQUEST)) {
      ask(tx, message);
      return;
    }
    MessageId about = draft.replyTo();
    Approval asked = about == null ? null : book.current(about.toString());
    Answer answer = asked == null || !asked.isOpen() ? null : Answer.of(draft);
    String name = draft.from();
    if (asked != null
        && answer != null
        && !name.equals(asked.asker())
        && (asked.approvers().contains(name) || isOwners(sending))) {
      boolean _ =
          book.put(
              tx,
              asked.answered(
                  answer.allowed(),
                  name,
                  message.timestamp(),
                  sending.door().wireName(),
                  answer.reason()));
    }
  }

  private void ask(Tx tx, Message message) {
    Draft draft = message.draft();
    String content = draft.content() == null ? "" : draft.content();
    long expiresAt =
        message.expiresAt() != 0 ? message.expiresAt() : message.timestamp() + WAIT.toMillis();
    Approval asked =
        new Approval(
            message.id().toString(),
            draft.from(),
            approvers(draft),
            content.length() > WHAT_MAX ? content.substring(0, WHAT_MAX) : content,
            sha256(draft.payload()),
            message.timestamp(),
            expiresAt,
            Approval.State.OPEN,
            null,
            0,
            null,
            null);
    if (!book.put(tx, asked)) {
      throw new Refused(
          ErrorCode.OVERLOADED, ApprovalBook.KEPT_MAX + " requests wait for an answer already");
    }
    wakeAt(asked);
  }

  /** Of a payload as it is stored and shown. */
  public static String sha256(byte @Nullable [] payload) {
    try {
      byte[] bytes = payload == null ? "{}".getBytes(StandardCharsets.UTF_8) : payload;
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void ended(boolean durable) {
    book.ended(durable);
  }

  @Override
  public void onOtherHub(String table, String key, byte @Nullable [] value) {
    Approval approval = value == null ? null : Approval.of(value);
    book.publish(key, approval);
    if (approval != null && approval.isOpen()) {
      wakeAt(approval);
    }
  }

  // ---- the end of time

  private void wakeAt(Approval asked) {
    Duration delay = Duration.ofMillis(Math.max(1, asked.expiresAt() - time.millis()));
    boolean early = delay.compareTo(ALARM_MAX) > 0;
    var _ = time.after(early ? ALARM_MAX : delay, () -> expire(asked));
  }

  private void expire(Approval asked) {
    Approval now = book.get(asked.id());
    if (now == null || !now.isOpen()) {
      return;
    }
    if (time.endingMillis() < now.expiresAt()) {
      // It is early, or nobody knows what time it is.
      boolean unknown = time.millis() >= now.expiresAt();
      if (unknown) {
        var _ = time.after(RETRY, () -> expire(asked));
      } else {
        wakeAt(now);
      }
      return;
    }
    var _ =
        broker
            .transactions()
            .run(tx -> expire(tx, asked.id()))
            .whenComplete(
                (_, failure) -> {
                  if (failure != null && Refused.of(failure).code() != ErrorCode.SHUTTING_DOWN) {
                    var _ = time.after(RETRY, () -> expire(asked));
                  }
                });
  }

  private boolean expire(Tx tx, String id) {
    Approval now = book.current(id);
    if (now == null || !now.isOpen()) {
      return false;
    }
    boolean _ = book.put(tx, now.expired(time.millis()));
    if (isAgent(now.asker())) {
      MessageId _ =
          tx.route(
              Draft.from("system")
                  .to(Path.agent(new AgentId(now.asker())))
                  .command("approval.expired")
                  .type(MessageType.INFO)
                  .content("nobody answered in time, which means no: " + now.what())
                  .replyTo(MessageId.parse(id))
                  .build(),
              Sender.HUB);
    }
    return true;
  }

  private boolean isAgent(String name) {
    try {
      return broker.participants().agent(new AgentId(name)).isPresent();
    } catch (InvalidAddress e) {
      return false;
    }
  }

  // ---- for doors and brains

  /**
   * Those that this one may see, the newest first.
   *
   * @param before only those that were asked before the one of this id; null for all
   */
  public List<Approval> list(Visit by, boolean openOnly, @Nullable String before, int limit) {
    return book.list(each -> (each.isOpen() || !openOnly) && isFor(by.who(), each), before, limit);
  }

  /**
   * @throws Refused when there is none for this one
   */
  public Approval get(Visit by, String id) {
    Approval found = book.get(id);
    if (found == null || !isFor(by.who(), found)) {
      throw Refused.hidden("there is no request for approval " + id);
    }
    return found;
  }

  /** May this one see it: who asked, who was asked, whose agent asked, the owner? */
  public boolean isFor(Principal who, Approval approval) {
    AgentId self = who.scope();
    return self == null
        || approval.asker().equals(self.value())
        || approval.approvers().contains(self.value())
        || (isAgent(approval.asker())
            && broker.participants().separation().owns(self, new AgentId(approval.asker())));
  }

  /**
   * Answers as whoever is at the door, by a message like any other.
   *
   * @param sha256 of what the answer is about; null where it does not say
   */
  public CompletableFuture<Approval> answer(
      Visit by, String id, boolean allowed, @Nullable String sha256, String reason) {
    Approval asked = get(by, id);
    AgentId self = by.who().scope();
    String name = self == null ? Sender.OWNER_NAME : self.value();
    Draft.Builder reply =
        Draft.from(name)
            .command(allowed ? Answer.ALLOW : Answer.DENY)
            .content(reason.isBlank() ? (allowed ? "allowed" : "denied") : reason);
    if (sha256 != null) {
      reply.payload(
          ("{\"sha256\":\"" + requireHex(sha256) + "\"}").getBytes(StandardCharsets.UTF_8));
    }
    Draft draft =
        reply
            .to(Path.agent(new AgentId(asked.asker())))
            .replyTo(MessageId.parse(id))
            .correlationId(id)
            .build();
    return broker.route(draft, by.senderAs(name)).thenApply(_ -> get(by, id));
  }

  private static String requireHex(String sha256) {
    if (!sha256.matches("[0-9a-fA-F]{64}")) {
      throw bad("'sha256' must be 64 hexadecimal digits");
    }
    return sha256;
  }

  /** Completes when it is decided, at whichever hub that happens. */
  public CompletableFuture<Approval> decided(Visit by, String id) {
    Approval _ = get(by, id);
    return book.decided(id);
  }

  CompletableFuture<Approval> decided(String id) {
    return book.decided(id);
  }
}
