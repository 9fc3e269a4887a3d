package dev.parley.client;

import dev.parley.client.json.JsonObject;
import dev.parley.client.message.DeliveryStatus;
import dev.parley.client.message.MessagePage;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** What became of messages, and which belong together. */
public final class Messages {
  private final Operations operations;

  Messages(Operations operations) {
    this.operations = operations;
  }

  /** How far each copy of a message has come. */
  public DeliveryStatus status(String messageId) {
    return asking(messageId).now();
  }

  public CompletableFuture<DeliveryStatus> statusAsync(String messageId) {
    return asking(messageId).later();
  }

  private Operation<DeliveryStatus> asking(String messageId) {
    return operations.of(
        Request.repeatable("msg.status").with("messageId", messageId), DeliveryStatus::of);
  }

  /** Waits until every recipient, or with {@code any} one of them, has come to a state. */
  public DeliveryStatus await(String messageId, String state, boolean any, Duration within) {
    return awaiting(messageId, state, any, within).now();
  }

  public CompletableFuture<DeliveryStatus> awaitAsync(
      String messageId, String state, boolean any, Duration within) {
    return awaiting(messageId, state, any, within).later();
  }

  private Operation<DeliveryStatus> awaiting(
      String messageId, String state, boolean any, Duration within) {
    Request request =
        Request.repeatable("msg.await")
            .with("messageId", messageId)
            .with("state", state)
            .with("any", any)
            .with("timeoutMs", within.toMillis());
    return operations.waiting(request, within, DeliveryStatus::of);
  }

  /** The conversation a message belongs to, oldest first, after a cursor or from the start. */
  public MessagePage thread(String messageId, int messagesMax, @Nullable Long after) {
    return threading("messageId", messageId, messagesMax, after).now();
  }

  public CompletableFuture<MessagePage> threadAsync(
      String messageId, int messagesMax, @Nullable Long after) {
    return threading("messageId", messageId, messagesMax, after).later();
  }

  public MessagePage conversation(String conversationId, int messagesMax, @Nullable Long after) {
    return threading("conversationId", conversationId, messagesMax, after).now();
  }

  public CompletableFuture<MessagePage> conversationAsync(
      String conversationId, int messagesMax, @Nullable Long after) {
    return threading("conversationId", conversationId, messagesMax, after).later();
  }

  private Operation<MessagePage> threading(
      String by, String id, int messagesMax, @Nullable Long after) {
    Map<String, Object> options = new LinkedHashMap<>();
    options.put("limit", messagesMax);
    if (after != null) {
      options.put("after", after);
    }
    return operations.of(
        Request.repeatable("msg.thread").with(by, id).with("options", options), MessagePage::of);
  }

  /** How a proposal stands: the {@code proposal} of the protocol, null when the hub sent none. */
  public @Nullable JsonObject tally(String messageId) {
    return tallying(messageId).now().object("proposal");
  }

  public CompletableFuture<@Nullable JsonObject> tallyAsync(String messageId) {
    return tallying(messageId).later().thenApply(answer -> answer.object("proposal"));
  }

  private Operation<JsonObject> tallying(String messageId) {
    return operations.of(
        Request.repeatable("msg.tally").with("messageId", messageId), Answers::document);
  }
}
