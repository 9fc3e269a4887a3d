package dev.parley.doors.ws;

import dev.parley.doors.json.Access;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The table of everything that can be asked for, by name. */
final class Requests {
  private final Map<String, RequestType> types = new HashMap<>();

  Requests(WebSocketDoor door) {
    new SendRequests(door.broker()).register(this);
    new ReceiveRequests(door.broker()).register(this);
    new ListenRequests(door.broker()).register(this);
    new SubscriptionRequests(door.broker()).register(this);
    new DeadLetterRequests(door.broker()).register(this);
    new ReceiptRequests(door.broker()).register(this);
    new AgentRequests(door).register(this);
    new SessionRequests(door.broker()).register(this);
    new GroupRequests(door.broker()).register(this);
    new HubRequests(door.broker()).register(this);
  }

  /** A request that is answered by its own name and {@code .ok}. */
  void add(String name, Access access, RequestType.Handler handler) {
    add(name, name + ".ok", access, handler);
  }

  void add(String name, String answer, Access access, RequestType.Handler handler) {
    if (types.put(name, new RequestType(name, answer, access, handler)) != null) {
      throw new IllegalStateException(name + " is registered twice");
    }
  }

  @Nullable RequestType find(@Nullable String name) {
    return types.get(name);
  }

  Map<String, RequestType> all() {
    return Map.copyOf(types);
  }
}
