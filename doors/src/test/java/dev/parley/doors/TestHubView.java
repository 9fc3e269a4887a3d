package dev.parley.doors;

import dev.parley.core.broker.Broker;
import dev.parley.core.metrics.Histogram;
import dev.parley.core.time.SystemTime;
import dev.parley.doors.status.HubView;
import dev.parley.doors.ws.WebSocketDoor;
import java.util.List;
import java.util.Map;

/** What the status pages of a {@link TestHub} show. */
record TestHubView(Broker broker, WebSocketDoor webSockets, SystemTime time) implements HubView {
  @Override
  public String version() {
    return "1.0 <test> & more";
  }

  @Override
  public long startedAt() {
    return time.millis() - 65_000;
  }

  @Override
  public boolean isReady() {
    return broker.isReady();
  }

  @Override
  public Map<String, Long> numbers() {
    return broker.stats().values();
  }

  @Override
  public Map<String, Long> refusals() {
    return broker.refusals();
  }

  @Override
  public List<Histogram> histograms() {
    return broker.histograms();
  }

  @Override
  public Map<String, Long> connectionsByDoor() {
    return Map.of("ws", (long) webSockets.connections());
  }

  @Override
  public Map<String, Long> followerLags() {
    return Map.of("search", 7L);
  }
}
