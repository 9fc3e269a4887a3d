package dev.parley.client;

import dev.parley.client.message.HistoryQuery;
import dev.parley.client.message.MessagePage;
import dev.parley.client.message.Replay;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Messages that reached nobody. The owner's alone. */
public final class DeadLetters {
  private final Operations operations;

  DeadLetters(Operations operations) {
    this.operations = operations;
  }

  public MessagePage list(HistoryQuery query) {
    return listing(query).now();
  }

  public CompletableFuture<MessagePage> listAsync(HistoryQuery query) {
    return listing(query).later();
  }

  private Operation<MessagePage> listing(HistoryQuery query) {
    return operations.of(
        Request.repeatable("msg.unmatched").with("options", query.toOptions()), MessagePage::of);
  }

  /** Routes these again, or, with none named, all of them. */
  public Replay replay(List<String> messageIds) {
    return replaying(messageIds).now();
  }

  public CompletableFuture<Replay> replayAsync(List<String> messageIds) {
    return replaying(messageIds).later();
  }

  private Operation<Replay> replaying(List<String> messageIds) {
    return operations.of(
        Request.once("msg.unmatched.replay").with("ids", messageIds.isEmpty() ? null : messageIds),
        Replay::of);
  }

  /** Throws all of them away; how many there were. */
  public long clear() {
    return clearing().now();
  }

  public CompletableFuture<Long> clearAsync() {
    return clearing().later();
  }

  private Operation<Long> clearing() {
    return operations.of(Request.once("msg.unmatched.clear"), answer -> answer.number("count", 0));
  }
}
