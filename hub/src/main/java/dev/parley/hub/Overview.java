package dev.parley.hub;

import dev.parley.core.broker.Broker;
import dev.parley.doors.rest.HubFacts;
import dev.parley.doors.status.HubView;
import dev.parley.doors.ws.WebSocketDoor;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Map;

/** The hub as its doors show it. */
record Overview(Broker broker, WebSocketDoor sockets, long startedAt) implements HubView, HubFacts {

  @Override
  public long connections() {
    return sockets.connections();
  }

  @Override
  public String version() {
    String version = Overview.class.getPackage().getImplementationVersion();
    return version == null ? "(unpackaged)" : version;
  }

  @Override
  public boolean isReady() {
    return broker.isReady();
  }

  @Override
  public Map<String, Long> numbers() {
    Map<String, Long> numbers = new LinkedHashMap<>(broker.stats().values());
    numbers.put("webSockets", (long) sockets.connections());
    numbers.put("framesIn", sockets.framesIn());
    numbers.put("framesOut", sockets.framesOut());
    numbers.put("bytesOut", sockets.bytesOut());
    numbers.put(
        "heapBytes", Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory());
    numbers.put("threads", (long) ManagementFactory.getThreadMXBean().getThreadCount());
    return numbers;
  }
}
