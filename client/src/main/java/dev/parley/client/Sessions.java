package dev.parley.client;

import dev.parley.client.json.JsonObject;
import dev.parley.client.message.Inbox;
import dev.parley.client.registry.SessionInfo;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The sessions of agents. */
public final class Sessions {
  private final Operations operations;

  Sessions(Operations operations) {
    this.operations = operations;
  }

  public SessionInfo create(Inbox session, @Nullable String title) {
    return creating(session, title).now();
  }

  public CompletableFuture<SessionInfo> createAsync(Inbox session, @Nullable String title) {
    return creating(session, title).later();
  }

  private Operation<SessionInfo> creating(Inbox session, @Nullable String title) {
    return operations.of(
        addressed(Request.once("session.create"), session).with("title", title),
        Sessions::sessionOf);
  }

  public SessionInfo get(Inbox session) {
    return getting(session).now();
  }

  public CompletableFuture<SessionInfo> getAsync(Inbox session) {
    return getting(session).later();
  }

  private Operation<SessionInfo> getting(Inbox session) {
    return operations.of(
        addressed(Request.repeatable("session.get"), session), Sessions::sessionOf);
  }

  public List<SessionInfo> list(String agentId) {
    return listing(agentId).now();
  }

  public CompletableFuture<List<SessionInfo>> listAsync(String agentId) {
    return listing(agentId).later();
  }

  private Operation<List<SessionInfo>> listing(String agentId) {
    return operations.of(
        Request.repeatable("session.list").with("agentId", agentId),
        answer -> answer.objects("sessions").stream().map(SessionInfo::of).toList());
  }

  public JsonObject delete(Inbox session) {
    return deleting(session).now();
  }

  public CompletableFuture<JsonObject> deleteAsync(Inbox session) {
    return deleting(session).later();
  }

  private Operation<JsonObject> deleting(Inbox session) {
    return operations.of(addressed(Request.once("session.delete"), session), Answers::document);
  }

  /**
   * Begins a session with the first thing that is said to the agent in it.
   *
   * @param sessionId its name, or null for a new one
   * @return {@code agentId}, {@code sessionId} and the {@code messageId} of what was said
   */
  public JsonObject start(
      String agentId, @Nullable String sessionId, @Nullable String title, String prompt) {
    return starting(agentId, sessionId, title, prompt).now();
  }

  public CompletableFuture<JsonObject> startAsync(
      String agentId, @Nullable String sessionId, @Nullable String title, String prompt) {
    return starting(agentId, sessionId, title, prompt).later();
  }

  private Operation<JsonObject> starting(
      String agentId, @Nullable String sessionId, @Nullable String title, String prompt) {
    return operations.of(
        Request.once("session.start")
            .with("agentId", agentId)
            .with("sessionId", sessionId)
            .with("title", title)
            .with("prompt", prompt),
        Answers::document);
  }

  /** Says something more in a session that is there; {@code main} always is. */
  public JsonObject proceed(Inbox session, String prompt) {
    return proceeding(session, prompt).now();
  }

  public CompletableFuture<JsonObject> proceedAsync(Inbox session, String prompt) {
    return proceeding(session, prompt).later();
  }

  private Operation<JsonObject> proceeding(Inbox session, String prompt) {
    return operations.of(
        addressed(Request.once("session.continue"), session).with("prompt", prompt),
        Answers::document);
  }

  /** Breaks off the turn that is being made in a session: {@code aborted} says whether one was. */
  public JsonObject abort(Inbox session) {
    return aborting(session).now();
  }

  public CompletableFuture<JsonObject> abortAsync(Inbox session) {
    return aborting(session).later();
  }

  private Operation<JsonObject> aborting(Inbox session) {
    return operations.of(
        addressed(Request.repeatable("session.abort"), session), Answers::document);
  }

  private static SessionInfo sessionOf(JsonObject answer) {
    return SessionInfo.of(answer.objectOrEmpty("session"));
  }

  private static Request addressed(Request request, Inbox session) {
    return request.with("agentId", session.agentId()).with("sessionId", session.sessionId());
  }
}
