package dev.parley.doors.ws.json;

import dev.parley.core.broker.Broker;
import dev.parley.doors.http.DoorConfig;
import dev.parley.doors.json.Access;
import dev.parley.identity.authority.Identity;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The table of everything that can be asked for, by name. */
final class Requests {
  private final Map<String, RequestType> types = new HashMap<>();

  Requests(Broker broker, Identity identity, DoorConfig.Pushing pushing) {
    new SendRequests(broker).register(this);
    new ReceiveRequests(broker).register(this);
    new ListenRequests(broker, pushing).register(this);
    new SubscriptionRequests(broker, identity.authority()).register(this);
    new DeadLetterRequests(broker).register(this);
    new ReceiptRequests(broker).register(this);
    new AgentRequests(broker, identity).register(this);
    new SessionRequests(broker).register(this);
    new GroupRequests(broker, identity.authority()).register(this);
    new HubRequests(broker).register(this);
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

  Set<String> names() {
    return Set.copyOf(types.keySet());
  }
}
