package dev.parley.doors.mcp;

import dev.parley.doors.mcp.catalog.CallContext;
import dev.parley.doors.mcp.catalog.Caller;
import dev.parley.doors.mcp.catalog.Hearing;
import dev.parley.doors.mcp.catalog.LogLevel;
import dev.parley.doors.rpc.Json;
import dev.parley.doors.rpc.RpcMessage;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** One request while it is worked on: what both generations have in common. */
abstract class Exchange implements CallContext {
  private final RpcMessage.Request request;
  private final Caller caller;
  private final Outlet outlet;
  private final ObjectNode clientCapabilities;
  private final @Nullable JsonNode progressToken;
  private final AtomicReference<@Nullable Consumer<Boolean>> whenAnswered = new AtomicReference<>();
  private long lastProgress = -1;

  Exchange(
      RpcMessage.Request request, Caller caller, Outlet outlet, ObjectNode clientCapabilities) {
    this.request = request;
    this.caller = caller;
    this.outlet = outlet;
    this.clientCapabilities = clientCapabilities;
    JsonNode token = request.params().path("_meta").path("progressToken");
    this.progressToken = token.isString() || token.isIntegralNumber() ? token : null;
  }

  final RpcMessage.Request request() {
    return request;
  }

  final Outlet outlet() {
    return outlet;
  }

  /** The least level the client wants to hear, or null for nothing. */
  abstract @Nullable LogLevel logThreshold();

  @Override
  public final Caller caller() {
    return caller;
  }

  @Override
  public final boolean wantsProgress() {
    return progressToken != null;
  }

  @Override
  public final void progress(long progress, long total, String message) {
    if (progressToken == null || progress <= lastProgress) {
      return;
    }
    lastProgress = progress;
    ObjectNode params = Json.object();
    params.set("progressToken", progressToken);
    params.put("progress", progress).put("total", total).put("message", message);
    outlet.send(RpcMessage.notification("notifications/progress", params));
  }

  @Override
  public final void log(LogLevel level, JsonNode data) {
    LogLevel threshold = logThreshold();
    if (threshold == null || level.compareTo(threshold) < 0) {
      return;
    }
    ObjectNode params = Json.object().put("level", level.wireName()).put("logger", "parley");
    params.set("data", data);
    outlet.send(RpcMessage.notification("notifications/message", params));
  }

  @Override
  public final boolean clientCan(String capability) {
    return clientCapabilities.path(capability).isObject();
  }

  @Override
  public final void hangUp() {
    outlet.hangUp();
  }

  @Override
  public final Hearing hearing() {
    return outlet.hearing();
  }

  @Override
  public final void onHearing(Runnable change) {
    outlet.onHearing(change);
  }

  @Override
  public final void whenAnswered(Consumer<Boolean> told) {
    var _ =
        whenAnswered.accumulateAndGet(
            told, (before, next) -> before == null ? next : both(before, next));
  }

  private static Consumer<Boolean> both(Consumer<Boolean> first, @Nullable Consumer<Boolean> then) {
    return then == null ? first : first.andThen(then);
  }

  /** The answer was given; in the end it has been written or not. */
  final void answered(CompletableFuture<Boolean> written) {
    Consumer<Boolean> told = whenAnswered.getAndSet(null);
    if (told != null) {
      var _ = written.whenComplete((well, failure) -> told.accept(failure == null && well));
    }
  }

  /** Unless it was answered, it never will be. */
  final void unanswered() {
    answered(CompletableFuture.completedFuture(false));
  }
}
