package dev.parley.client;

import dev.parley.client.json.JsonObject;
import dev.parley.client.message.HistoryQuery;
import dev.parley.client.message.Inbox;
import dev.parley.client.message.MessagePage;
import dev.parley.client.registry.SubscriptionInfo;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** One inbox, of an agent or of a session: what is in it, and what it is subscribed to. */
public final class Mailbox {
  private final Operations operations;
  private final Inbox inbox;

  Mailbox(Operations operations, Inbox inbox) {
    this.operations = operations;
    this.inbox = inbox;
  }

  /**
   * Takes what is pending and marks it delivered. When the connection breaks before the answer the
   * call fails, because messages may have been marked that nobody saw; {@link #history} has them.
   */
  public MessagePage receive(int messagesMax) {
    return receiving(messagesMax, false).now();
  }

  public CompletableFuture<MessagePage> receiveAsync(int messagesMax) {
    return receiving(messagesMax, false).later();
  }

  /** Looks at what is pending and leaves it so. */
  public MessagePage peek(int messagesMax) {
    return receiving(messagesMax, true).now();
  }

  public CompletableFuture<MessagePage> peekAsync(int messagesMax) {
    return receiving(messagesMax, true).later();
  }

  private Operation<MessagePage> receiving(int messagesMax, boolean peek) {
    Map<String, Object> options = new LinkedHashMap<>();
    options.put("limit", messagesMax);
    if (peek) {
      options.put("peek", true);
    }
    String type = named("receive");
    Request request = peek ? Request.repeatable(type) : Request.once(type);
    return operations.of(addressed(request).with("options", options), MessagePage::of);
  }

  public MessagePage history(HistoryQuery query) {
    return looking(named("history"), query).now();
  }

  public CompletableFuture<MessagePage> historyAsync(HistoryQuery query) {
    return looking(named("history"), query).later();
  }

  /** What the agent has sent; a session has no outbox of its own. */
  public MessagePage outbox(HistoryQuery query) {
    return looking("msg.outbox", query).now();
  }

  public CompletableFuture<MessagePage> outboxAsync(HistoryQuery query) {
    return looking("msg.outbox", query).later();
  }

  private Operation<MessagePage> looking(String type, HistoryQuery query) {
    return operations.of(
        addressed(Request.repeatable(type)).with("options", query.toOptions()), MessagePage::of);
  }

  /** Marks messages read; how many were not before. */
  public long read(List<String> messageIds) {
    return reading(messageIds).now();
  }

  public CompletableFuture<Long> readAsync(List<String> messageIds) {
    return reading(messageIds).later();
  }

  private Operation<Long> reading(List<String> messageIds) {
    return operations.of(
        addressed(Request.repeatable("msg.read")).with("ids", messageIds),
        answer -> answer.number("read", 0));
  }

  /** Empties the inbox; how many messages were in it. */
  public long clear() {
    return clearing().now();
  }

  public CompletableFuture<Long> clearAsync() {
    return clearing().later();
  }

  private Operation<Long> clearing() {
    return operations.of(
        addressed(Request.once("msg.clear")), answer -> answer.number("cleared", 0));
  }

  public List<SubscriptionInfo> subscriptions() {
    return subscribing(Request.repeatable(named("sub.list"))).now();
  }

  public CompletableFuture<List<SubscriptionInfo>> subscriptionsAsync() {
    return subscribing(Request.repeatable(named("sub.list"))).later();
  }

  /**
   * Subscribes to a pattern; the answer is what was added: nothing if the pattern is the agent's
   * own address, which it need not ask for.
   */
  public List<SubscriptionInfo> subscribe(String pattern) {
    return subscribing(Request.repeatable(named("sub.add")).with("pattern", pattern)).now();
  }

  public CompletableFuture<List<SubscriptionInfo>> subscribeAsync(String pattern) {
    return subscribing(Request.repeatable(named("sub.add")).with("pattern", pattern)).later();
  }

  /** Ends a subscription; the answer is its pattern as the hub writes it. */
  public String unsubscribe(String pattern) {
    return unsubscribing(pattern).now();
  }

  public CompletableFuture<String> unsubscribeAsync(String pattern) {
    return unsubscribing(pattern).later();
  }

  private Operation<String> unsubscribing(String pattern) {
    return operations.of(
        addressed(Request.once(named("sub.remove")).with("pattern", pattern)),
        answer -> answer.text("pattern", pattern));
  }

  private Operation<List<SubscriptionInfo>> subscribing(Request request) {
    return operations.of(addressed(request), SubscriptionInfo::listOf);
  }

  /** How much is stored, pending and unread. */
  public JsonObject statistics() {
    return counting().now();
  }

  public CompletableFuture<JsonObject> statisticsAsync() {
    return counting().later();
  }

  private Operation<JsonObject> counting() {
    return operations.of(
        Request.repeatable("stats").with("agentId", inbox.agentId()), Answers::document);
  }

  private Request addressed(Request request) {
    return request.with("agentId", inbox.agentId()).with("sessionId", inbox.sessionId());
  }

  private String named(String what) {
    return (inbox.sessionId() == null ? "msg." : "msg.session.") + what;
  }
}
