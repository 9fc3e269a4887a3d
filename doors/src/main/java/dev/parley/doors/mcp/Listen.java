package dev.parley.doors.mcp;

import dev.parley.doors.mcp.catalog.Changes;
import dev.parley.doors.rpc.Json;
import dev.parley.doors.rpc.RpcMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** One open {@code subscriptions/listen}; its id is that of the request that opened it. */
final class Listen {
  private enum State {
    OPEN,
    ENDED
  }

  private final JsonNode id;
  private final Reply reply;
  private final List<Changes.Watch> watches = new ArrayList<>();
  private Runnable onEnd = () -> {};
  private State state = State.OPEN;

  Listen(JsonNode id, Reply reply) {
    this.id = id;
    this.reply = reply;
  }

  void onEnd(Runnable then) {
    this.onEnd = then;
  }

  /** Under the lock, so that what changes meanwhile is told after the acknowledgement. */
  synchronized void start(
      Changes changes,
      Map<String, Consumer<String>> wanted,
      ObjectNode honoured,
      Duration keepAlive) {
    wanted.forEach((what, watcher) -> watches.add(changes.watch(what, watcher)));
    reply.onGone(this::end);
    reply.openEvents(keepAlive);
    ObjectNode params = params();
    params.set("notifications", honoured);
    write("notifications/subscriptions/acknowledged", params);
  }

  synchronized void tell(String method) {
    write(method, params());
  }

  synchronized void tellUpdated(String uri) {
    write("notifications/resources/updated", params().put("uri", uri));
  }

  synchronized void sayGoodbye() {
    ObjectNode params = params();
    params.set("requestId", id);
    write("notifications/cancelled", params);
    ObjectNode result = Json.object().put("resultType", "complete");
    result.set("_meta", meta());
    reply.tell("", Json.text(RpcMessage.result(id, result)));
    reply.end();
    end();
  }

  private void write(String method, ObjectNode params) {
    if (state == State.OPEN) {
      reply.tell("", Json.text(RpcMessage.notification(method, params)));
    }
  }

  private ObjectNode params() {
    ObjectNode params = Json.object();
    params.set("_meta", meta());
    return params;
  }

  private ObjectNode meta() {
    ObjectNode meta = Json.object();
    meta.set(ModernGate.PREFIX + "subscriptionId", id);
    return meta;
  }

  private synchronized void end() {
    if (state == State.ENDED) {
      return;
    }
    state = State.ENDED;
    watches.forEach(Changes.Watch::close);
    onEnd.run();
  }
}
