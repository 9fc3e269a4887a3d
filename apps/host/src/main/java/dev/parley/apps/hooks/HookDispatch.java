package dev.parley.apps.hooks;

import com.google.protobuf.ByteString;
import dev.parley.agents.hooks.HookPoint;
import dev.parley.agents.hooks.HookShapes;
import dev.parley.agents.hooks.Hooks;
import dev.parley.apps.calls.Call;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Asks the apps that have subscribed, by priority: filters first, then actions. Any thread. */
public final class HookDispatch implements Hooks {
  private static final Logger LOG = LoggerFactory.getLogger(HookDispatch.class);
  private static final JsonMapper JSON = new JsonMapper();

  private final LongSupplier millis;

  /** In the order in which they were registered. */
  private final List<Subscription> registered = new ArrayList<>();

  private volatile Map<HookPoint, List<Subscription>> byPoint = Map.of();

  /** What an app wants to hear of. */
  record Subscription(HookedApp app, HookPoint point, boolean isFilter, int priority) {}

  /**
   * @param millis what time it is, for those who are asked
   */
  public HookDispatch(LongSupplier millis) {
    this.millis = millis;
  }

  /** From now on this is what an app has subscribed to, and nothing that it had before. */
  synchronized void register(HookedApp app, List<Subscription> subscriptions) {
    registered.removeIf(each -> each.app.id().equals(app.id()));
    registered.addAll(subscriptions);
    sort();
  }

  synchronized void remove(HookedApp app) {
    registered.removeIf(each -> each.app.equals(app));
    sort();
  }

  private void sort() {
    Map<HookPoint, List<Subscription>> sorted = new EnumMap<>(HookPoint.class);
    registered.stream()
        .sorted(Comparator.comparingInt(Subscription::priority)) // stable
        .forEach(each -> sorted.computeIfAbsent(each.point, _ -> new ArrayList<>()).add(each));
    sorted.replaceAll((_, subscriptions) -> List.copyOf(subscriptions));
    byPoint = sorted;
  }

  @Override
  public boolean isAwaited(HookPoint point) {
    return byPoint.containsKey(point);
  }

  @Override
  public Answer ask(HookPoint point, ObjectNode payload) throws InterruptedException {
    List<Subscription> subscriptions = byPoint.getOrDefault(point, List.of());
    if (subscriptions.isEmpty()) {
      return new Answer(payload, false);
    }
    JsonNode current = payload;
    ByteString bytes = ByteString.copyFrom(JSON.writeValueAsBytes(payload));
    if (bytes.size() > Call.REQUEST_BYTES_MAX) {
      LOG.warn("{} is too large to be shown to apps", point.wireName());
      return new Answer(payload, false);
    }
    boolean handled = false;
    for (Subscription each : subscriptions) {
      if (!each.isFilter) {
        continue;
      }
      HookedApp.Change change = each.app.filter(point, bytes, millis.getAsLong());
      takeOutIfOff(each.app);
      if (change != null) {
        current = change.payload();
        bytes = change.bytes();
        handled = change.handled();
        if (handled || (point == HookPoint.RESPONSE_STREAM && HookShapes.isSuppressed(current))) {
          break;
        }
      }
    }
    for (Subscription each : subscriptions) {
      if (!each.isFilter) {
        each.app.tell(point, bytes, millis.getAsLong());
        takeOutIfOff(each.app);
      }
    }
    return new Answer(current, handled);
  }

  private void takeOutIfOff(HookedApp app) {
    if (app.isOff()) {
      remove(app);
    }
  }
}
