package dev.parley.core.sending;

import dev.parley.core.address.AgentId;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.Origin;
import dev.parley.core.message.Sender;
import dev.parley.core.store.Copy;
import dev.parley.core.time.Timekeeper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Those who sent a request and wait for the answer. Any thread. */
public final class Requests {
  /** What an answer must bring: it reaches this agent and names the request in this way. */
  private record Key(AgentId requester, String reference) {}

  /** One request and its answer. */
  final class Waiting {
    private final AgentId requester;
    private final MessageId id;

    /** Whether it counts as the agent's own; what the owner asks in its name does not. */
    private final boolean counted;

    private final CompletableFuture<Copy> reply = new Reply(this);
    private final List<Key> keys = new ArrayList<>(2);
    private Timekeeper.@Nullable Alarm alarm;
    private boolean forgotten;

    /** Who may answer; nobody before the request is durable, for nobody has it. */
    private volatile Set<String> recipients = Set.of();

    private Waiting(AgentId requester, MessageId id, boolean counted) {
      this.requester = requester;
      this.id = id;
      this.counted = counted;
    }

    CompletableFuture<Copy> reply() {
      return reply;
    }

    /** The request has reached these, and these alone answer it. */
    void reached(List<AgentId> agents) {
      recipients = agents.stream().map(AgentId::value).collect(Collectors.toUnmodifiableSet());
    }

    /** Whoever knows the id of a request is not thereby asked; the owner may say anything. */
    private boolean mayBeAnsweredBy(Message message) {
      return recipients.contains(message.draft().from())
          || message.origin() == Origin.OWNER
          || message.origin() == Origin.HUMAN;
    }

    /** Lets answers name it in this way too. */
    synchronized void answersTo(String reference) {
      if (!forgotten) {
        Key key = new Key(requester, reference);
        keys.add(key);
        byKey.merge(key, List.of(this), Requests::joined);
      }
    }

    private synchronized void endsBy(Timekeeper.Alarm timeout) {
      if (forgotten) {
        timeout.cancel();
      } else {
        alarm = timeout;
      }
    }

    private synchronized void forget() {
      if (!forgotten) {
        forgotten = true;
        if (alarm != null) {
          alarm.cancel();
        }
        keys.forEach(this::forget);
        all.remove(this);
        if (counted) {
          ofAgent.computeIfPresent(requester, (_, count) -> count == 1 ? null : count - 1);
        }
      }
    }

    private void forget(Key key) {
      byKey.computeIfPresent(
          key,
          (_, list) -> {
            List<Waiting> rest = list.stream().filter(each -> each != this).toList();
            return rest.isEmpty() ? null : rest;
          });
    }
  }

  /**
   * The future of a reply, which leaves the tables before anybody hears of it. Cleaning up in a
   * callback would be too late: callbacks run in any order, so that a requester could send its next
   * request while the one before still counts as waiting.
   */
  private static final class Reply extends CompletableFuture<Copy> {
    private final Waiting waiting;

    Reply(Waiting waiting) {
      this.waiting = waiting;
    }

    @Override
    public boolean complete(Copy copy) {
      waiting.forget();
      return super.complete(copy);
    }

    @Override
    public boolean completeExceptionally(Throwable failure) {
      waiting.forget();
      return super.completeExceptionally(failure);
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
      waiting.forget();
      return super.cancel(mayInterruptIfRunning);
    }
  }

  private final Timekeeper time;
  private final SendingLimits limits;
  private final Set<Waiting> all = ConcurrentHashMap.newKeySet();
  private final ConcurrentHashMap<AgentId, Integer> ofAgent = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<Key, List<Waiting>> byKey = new ConcurrentHashMap<>();

  public Requests(Timekeeper time, SendingLimits limits) {
    this.time = time;
    this.limits = limits;
  }

  private static List<Waiting> joined(List<Waiting> some, List<Waiting> more) {
    List<Waiting> joined = new ArrayList<>(some);
    joined.addAll(more);
    return List.copyOf(joined);
  }

  public int waiting() {
    return all.size();
  }

  /** Starts to wait, before the request is sent: an answer may come at once. */
  Waiting expect(Sender from, MessageId id, @Nullable String correlationId, Duration timeout) {
    AgentId requester = new AgentId(from.name());
    boolean counted = from.behalf() == Sender.Behalf.AGENT;
    limits.checkWaiting(from, all.size(), ofAgent.getOrDefault(requester, 0));
    Waiting waiting = new Waiting(requester, id, counted);
    all.add(waiting);
    if (counted) {
      ofAgent.merge(requester, 1, Integer::sum);
    }
    waiting.answersTo(id.toString());
    if (correlationId != null) {
      waiting.answersTo(correlationId);
    }
    waiting.endsBy(
        time.after(
            timeout,
            () ->
                waiting.reply.completeExceptionally(
                    new Refused(
                        ErrorCode.TIMEOUT,
                        "no reply to request "
                            + id
                            + " within "
                            + timeout.toMillis()
                            + " ms; a late reply will be in the inbox of '"
                            + requester
                            + "'"))));
    return waiting;
  }

  /** The future that this message, having reached this agent, answers; or null. */
  @Nullable CompletableFuture<Copy> answeredBy(Message message, AgentId recipient) {
    if (byKey.isEmpty()) {
      return null;
    }
    Draft draft = message.draft();
    MessageId replyTo = draft.replyTo();
    Waiting found = replyTo == null ? null : first(new Key(recipient, replyTo.toString()), message);
    if (found == null && draft.correlationId() != null) {
      found = first(new Key(recipient, draft.correlationId()), message);
    }
    return found == null ? null : found.reply;
  }

  /** The one that has waited longest; a request that comes back to its sender is no answer. */
  private @Nullable Waiting first(Key key, Message message) {
    for (Waiting waiting : byKey.getOrDefault(key, List.of())) {
      if (!waiting.id.equals(message.id())
          && !waiting.reply.isDone()
          && waiting.mayBeAnsweredBy(message)) {
        return waiting;
      }
    }
    return null;
  }

  /** Nobody will be answered any more. */
  public void close() {
    for (Waiting waiting : all) {
      waiting.reply.completeExceptionally(
          new Refused(
              ErrorCode.SHUTTING_DOWN,
              "the hub is stopping; a reply to request "
                  + waiting.id
                  + " will be in the inbox of '"
                  + waiting.requester
                  + "'"));
    }
  }
}
