package dev.parley.core.broker;

import dev.parley.core.address.AgentId;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Draft;
import dev.parley.core.message.MessageId;
import dev.parley.core.store.Copy;
import dev.parley.core.time.Timekeeper;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Those who sent a request and wait for the answer. */
final class Requests {
  static final int WAITING_MAX = 100_000;

  /** One who waits; the reply must reach this agent and name the request. */
  private record Waiting(AgentId requester, CompletableFuture<Copy> reply) {}

  private final Timekeeper time;
  private final ConcurrentHashMap<String, Waiting> waiting = new ConcurrentHashMap<>();

  Requests(Timekeeper time) {
    this.time = time;
  }

  int waiting() {
    return waiting.size();
  }

  /** Starts to wait, before the request is sent: an answer may come at once. */
  CompletableFuture<Copy> expect(
      AgentId requester, MessageId id, @Nullable String correlationId, Duration timeout) {
    if (waiting.size() >= WAITING_MAX) {
      throw new Refused(
          ErrorCode.OVERLOADED, "more than " + WAITING_MAX + " requests are waiting for replies");
    }
    CompletableFuture<Copy> reply = new CompletableFuture<>();
    Waiting entry = new Waiting(requester, reply);
    waiting.put(id.toString(), entry);
    if (correlationId != null) {
      waiting.put(correlationId, entry);
    }
    Timekeeper.Alarm alarm =
        time.after(
            timeout,
            () ->
                reply.completeExceptionally(
                    new Refused(
                        ErrorCode.TIMEOUT,
                        "no reply to request "
                            + id
                            + " within "
                            + timeout.toMillis()
                            + " ms; a late reply will be in the inbox of '"
                            + requester
                            + "'")));
    return reply.whenComplete(
        (_, _) -> {
          alarm.cancel();
          waiting.remove(id.toString(), entry);
          if (correlationId != null) {
            waiting.remove(correlationId, entry);
          }
        });
  }

  /** The one whom a message with these references answers, if anybody is waiting for it. */
  @Nullable CompletableFuture<Copy> answeredBy(Draft draft, AgentId recipient) {
    if (waiting.isEmpty()) {
      return null;
    }
    MessageId replyTo = draft.replyTo();
    Waiting entry = replyTo == null ? null : waiting.get(replyTo.toString());
    if (entry == null && draft.correlationId() != null) {
      entry = waiting.get(draft.correlationId());
    }
    return entry != null && entry.requester.equals(recipient) && !entry.reply.isDone()
        ? entry.reply
        : null;
  }
}
