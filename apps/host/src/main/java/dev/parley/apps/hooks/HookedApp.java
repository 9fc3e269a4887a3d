package dev.parley.apps.hooks;

import com.google.protobuf.ByteString;
import dev.parley.agents.hooks.HookPoint;
import dev.parley.agents.hooks.HookShapes;
import dev.parley.apps.calls.Call;
import dev.parley.apps.host.RunningApp;
import dev.parley.apps.proto.HookRequest;
import dev.parley.apps.proto.HookResponse;
import dev.parley.apps.proto.HookServiceGrpc;
import dev.parley.apps.proto.HookServiceGrpc.HookServiceBlockingStub;
import dev.parley.core.error.Refused;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * An app that hooks in. Whatever goes wrong with it changes nothing and is counted; after some
 * failures in a row, over all its hooks, it is asked no more. Any thread.
 */
final class HookedApp {
  private static final Logger LOG = LoggerFactory.getLogger(HookedApp.class);
  static final Duration DEADLINE = Duration.ofMillis(500);
  static final int FAILURES_MAX = 3;
  private static final int ANSWER_BYTES_MAX = 1 << 20;
  private static final JsonMapper JSON = new JsonMapper();

  private final String id;
  private final HookServiceBlockingStub stub;
  private final Set<HookPoint> overrides;
  private final AtomicInteger failures = new AtomicInteger();
  private final Set<HookPoint> warned = ConcurrentHashMap.newKeySet();

  /** What an app has made of a payload. */
  record Change(JsonNode payload, ByteString bytes, boolean handled) {}

  HookedApp(RunningApp app) {
    this.id = app.id();
    this.stub = HookServiceGrpc.newBlockingStub(app.channel());
    this.overrides = app.manifest().overrides();
  }

  String id() {
    return id;
  }

  boolean isOff() {
    return failures.get() >= FAILURES_MAX;
  }

  /** Null when it leaves the payload as it is, or fails. */
  @Nullable Change filter(HookPoint point, ByteString payload, long now)
      throws InterruptedException {
    if (isOff()) {
      return null;
    }
    try {
      HookResponse response =
          Call.of(id, stub, DEADLINE, it -> it.applyFilter(request(point, payload, now)));
      if (!response.getError().isEmpty()) {
        failed(point, Call.reason(response.getError()));
        return null;
      }
      boolean handled = response.getHandled() && mayHandle(point);
      ByteString answer = response.getPayload();
      if (answer.isEmpty()) {
        failures.set(0);
        return handled ? new Change(JSON.readTree(payload.toByteArray()), payload, true) : null;
      }
      if (answer.size() > ANSWER_BYTES_MAX) {
        failed(point, "its answer has " + answer.size() + " bytes");
        return null;
      }
      JsonNode changed = JSON.readTree(answer.toByteArray());
      if (!HookShapes.fits(point, changed, handled)) {
        failed(point, "its answer is not of the shape that belongs there");
        return null;
      }
      failures.set(0);
      return new Change(changed, answer, handled);
    } catch (Refused refused) {
      failed(point, String.valueOf(refused.getMessage()));
    } catch (JacksonException e) {
      failed(point, "its answer is no JSON");
    }
    return null;
  }

  /** To block a tool is always allowed; to stand in for the hub needs the owner's leave. */
  private boolean mayHandle(HookPoint point) {
    boolean may = point == HookPoint.TOOL_PRE_EXECUTE || overrides.contains(point);
    if (!may && warned.add(point)) {
      LOG.warn(
          "the app '{}' says that it has handled {}, which is not among its overrides; it is not"
              + " believed",
          id,
          point.wireName());
    }
    return may;
  }

  void tell(HookPoint point, ByteString payload, long now) throws InterruptedException {
    if (isOff()) {
      return;
    }
    try {
      var _ = Call.of(id, stub, DEADLINE, it -> it.doAction(request(point, payload, now)));
      failures.set(0);
    } catch (Refused refused) {
      failed(point, String.valueOf(refused.getMessage()));
    }
  }

  private static HookRequest request(HookPoint point, ByteString payload, long now) {
    return HookRequest.newBuilder()
        .setHook(point.wireName())
        .setPayload(payload)
        .setTimestampMs(now)
        .build();
  }

  private void failed(HookPoint point, String why) {
    int inARow = failures.incrementAndGet();
    LOG.warn("the hook {} of the app '{}' failed: {}", point.wireName(), id, why);
    if (inARow == FAILURES_MAX) {
      LOG.warn(
          "the app '{}' failed {} times in a row; it is asked no more until it is started again",
          id,
          inARow);
    }
  }
}
