package dev.parley.hub;

import dev.parley.agents.turns.Turns;
import dev.parley.apps.host.HostedApps;
import dev.parley.core.broker.Broker;
import dev.parley.core.journal.Follower;
import dev.parley.core.metrics.Histogram;
import dev.parley.doors.rest.HubFacts;
import dev.parley.doors.status.HubView;
import dev.parley.doors.ws.WebSocketDoor;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.IntSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The hub as its doors show it. */
final class Overview implements HubView, HubFacts {
  private final Broker broker;
  private final WebSocketDoor sockets;
  private final Turns turns;
  private final Traces traces;
  private final long startedAt;
  private final Map<String, IntSupplier> doors = new ConcurrentSkipListMap<>();
  private volatile @Nullable HostedApps apps;

  Overview(Broker broker, WebSocketDoor sockets, Turns turns, Traces traces, long startedAt) {
    this.broker = broker;
    this.sockets = sockets;
    this.turns = turns;
    this.traces = traces;
    this.startedAt = startedAt;
    connectionsOf("ws", sockets::connections);
  }

  /** Lets the metrics show how it goes with the apps. */
  void appsOf(HostedApps hosted) {
    apps = hosted;
  }

  /** Lets the metrics show how many are connected at a door. */
  void connectionsOf(String door, IntSupplier connections) {
    doors.put(door, connections);
  }

  @Override
  public long startedAt() {
    return startedAt;
  }

  @Override
  public long connections() {
    return sockets.connections();
  }

  @Override
  public String version() {
    return hubVersion();
  }

  static String hubVersion() {
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
    numbers.put("turns", turns.times().ended());
    numbers.put("turnsRunning", (long) turns.running());
    numbers.put("turnsQueued", (long) turns.waiting());
    traces.addTo(numbers);
    HostedApps present = apps;
    if (present != null) {
      present.addTo(numbers);
    }
    numbers.put(
        "heapBytes", Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory());
    numbers.put("threads", (long) ManagementFactory.getThreadMXBean().getThreadCount());
    return numbers;
  }

  @Override
  public Map<String, Long> refusals() {
    return broker.refusals();
  }

  @Override
  public List<Histogram> histograms() {
    return Stream.of(broker.histograms(), turns.times().histograms())
        .flatMap(List::stream)
        .toList();
  }

  @Override
  public Map<String, Long> connectionsByDoor() {
    Map<String, Long> connections = new TreeMap<>();
    doors.forEach((door, now) -> connections.put(door, (long) now.getAsInt()));
    return connections;
  }

  @Override
  public Map<String, Long> followerLags() {
    Map<String, Long> lags = new TreeMap<>();
    for (Follower follower : broker.journal().followers()) {
      lags.put(follower.name(), follower.lag());
    }
    return lags;
  }
}
