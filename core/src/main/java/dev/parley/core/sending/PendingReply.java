package dev.parley.core.sending;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.MessageId;
import dev.parley.core.store.Copy;
import java.util.concurrent.CompletableFuture;

/**
 * A reply that is waited for.
 *
 * @param id of the request
 * @param accepted completes when the request is durable
 */
public record PendingReply(
    MessageId id, CompletableFuture<Receipt> accepted, CompletableFuture<Copy> reply) {

  /** Nobody waits any more: a reply that comes now stays in the inbox. */
  public void giveUp() {
    reply.completeExceptionally(
        new Refused(ErrorCode.TIMEOUT, "nobody waits for the reply to " + id + " any more"));
  }
}
