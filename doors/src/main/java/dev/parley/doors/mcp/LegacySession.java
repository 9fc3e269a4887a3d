package dev.parley.doors.mcp;

import dev.parley.doors.mcp.catalog.Caller;
import dev.parley.doors.mcp.catalog.Changes;
import dev.parley.doors.mcp.catalog.LogLevel;
import dev.parley.doors.mcp.catalog.ToolFailure;
import dev.parley.doors.rpc.Json;
import dev.parley.doors.rpc.RpcMessage;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A conversation of the legacy generation: what was agreed at its beginning, what is being worked
 * on, what the client was asked and what it watches. It belongs to the caller that began it. Any
 * thread.
 */
final class LegacySession {
  private static final int WATCHED_MAX = 256;

  private sealed interface State {
    /** Before {@code initialize}. */
    record Fresh() implements State {}

    record Agreed(String version, ObjectNode clientCapabilities) implements State {}

    /**
     * @param version what was agreed on, for answers that are under way
     */
    record Closed(@Nullable String version) implements State {}
  }

  private final String id;
  private final Caller caller;
  private final Consumer<ObjectNode> aside;
  private final Map<JsonNode, Runnable> working = new ConcurrentHashMap<>();
  private final Map<String, CompletableFuture<ObjectNode>> questions = new ConcurrentHashMap<>();
  private final Map<String, Changes.Watch> watched = new ConcurrentHashMap<>();
  private final AtomicLong nextQuestion = new AtomicLong(1);
  private volatile LogLevel logThreshold = LogLevel.INFO;
  private final AtomicReference<State> state = new AtomicReference<>(new State.Fresh());

  /**
   * @param aside where things go that belong to no call
   */
  LegacySession(String id, Caller caller, Consumer<ObjectNode> aside) {
    this.id = id;
    this.caller = caller;
    this.aside = aside;
  }

  String id() {
    return id;
  }

  Caller caller() {
    return caller;
  }

  /** What was agreed on, or null before {@code initialize}. */
  @Nullable String version() {
    return switch (state.get()) {
      case State.Fresh _ -> null;
      case State.Agreed agreed -> agreed.version;
      case State.Closed closed -> closed.version;
    };
  }

  void agree(String onVersion, ObjectNode capabilities) {
    State before = state.get();
    if (before instanceof State.Fresh) {
      state.compareAndSet(before, new State.Agreed(onVersion, capabilities));
    }
  }

  /** None before {@code initialize} and after the end. */
  ObjectNode clientCapabilities() {
    return state.get() instanceof State.Agreed agreed ? agreed.clientCapabilities : Json.object();
  }

  boolean isClosed() {
    return state.get() instanceof State.Closed;
  }

  LogLevel logThreshold() {
    return logThreshold;
  }

  void logThreshold(LogLevel level) {
    this.logThreshold = level;
  }

  // ---- requests in work

  /**
   * False when the client has used this id for something that is not finished, or when the session
   * is closed.
   *
   * @param stop ends the work, when nobody waits for it any more
   */
  boolean begin(JsonNode request, Runnable stop) {
    if (working.putIfAbsent(request, stop) != null) {
      return false;
    }
    if (isClosed()) {
      working.remove(request); // closed before it was there to be stopped
      return false;
    }
    return true;
  }

  /** By whoever has begun it. */
  void finish(JsonNode request) {
    working.remove(request);
  }

  boolean isWorking() {
    return !working.isEmpty();
  }

  /** Of an id that is not known, or not any more, nothing is said. */
  void cancel(JsonNode request) {
    Runnable stop = working.get(request);
    if (stop != null) {
      stop.run();
    }
  }

  // ---- questions to the client

  ObjectNode ask(Outlet outlet, String method, ObjectNode params, Duration timeout)
      throws InterruptedException {
    String question = "s-" + nextQuestion.getAndIncrement();
    CompletableFuture<ObjectNode> answer = new CompletableFuture<>();
    questions.put(question, answer);
    try {
      if (isClosed()) {
        throw new Cancelled();
      }
      outlet.send(RpcMessage.request(question, method, params));
      ObjectNode response = answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
      if (response.get("result") instanceof ObjectNode result) {
        return result;
      }
      throw new ToolFailure(
          "the client refused "
              + method
              + ": "
              + response.path("error").path("message").asString("no reason given"));
    } catch (TimeoutException e) {
      throw new ToolFailure("the client did not answer " + method + " in time");
    } catch (ExecutionException e) {
      throw new Cancelled();
    } finally {
      questions.remove(question);
    }
  }

  /** False when nobody asked. */
  boolean onAnswer(RpcMessage.Response response) {
    CompletableFuture<ObjectNode> question =
        response.id().isString() ? questions.get(response.id().asString()) : null;
    return question != null && question.complete(response.body());
  }

  // ---- what it wants to be told

  void tell(ObjectNode message) {
    aside.accept(message);
  }

  /** False when it watches too much already. */
  boolean watch(Changes changes, String what, ObjectNode notification) {
    if (watched.size() >= WATCHED_MAX) {
      return false;
    }
    watched.computeIfAbsent(what, _ -> changes.watch(what, _ -> tell(notification)));
    if (isClosed()) {
      unwatch(what);
    }
    return true;
  }

  void unwatch(String what) {
    Changes.Watch watch = watched.remove(what);
    if (watch != null) {
      watch.close();
    }
  }

  /** Ends whatever is going on in it. */
  void close() {
    state.set(new State.Closed(version()));
    watched.keySet().forEach(this::unwatch);
    questions.values().forEach(question -> question.completeExceptionally(new Cancelled()));
    working.values().forEach(Runnable::run);
  }
}
