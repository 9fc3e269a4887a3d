package dev.parley.doors.status;

import java.util.Map;
import java.util.Set;

/** The Prometheus text format, version 0.0.4. */
final class Metrics {
  static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  /** What can go down again; everything else counts up from the start. */
  private static final Set<String> GAUGES =
      Set.of(
          "listeners",
          "queued",
          "requestsWaiting",
          "agents",
          "sessions",
          "subscriptions",
          "deadLetters",
          "storeBytes",
          "connections",
          "webSockets",
          "heapBytes",
          "threads");

  private Metrics() {}

  static String text(HubView hub, long now) {
    StringBuilder out = new StringBuilder(2_048);
    out.append("# TYPE parley_info gauge\nparley_info{version=\"")
        .append(escaped(hub.version()))
        .append("\"} 1\n");
    gauge(out, "parley_ready", hub.isReady() ? 1 : 0);
    gauge(out, "parley_uptime_seconds", (now - hub.startedAt()) / 1_000);
    for (Map.Entry<String, Long> number : hub.numbers().entrySet()) {
      String name = "parley_" + snakeCase(number.getKey());
      if (GAUGES.contains(number.getKey())) {
        gauge(out, name, number.getValue());
      } else {
        name += "_total";
        out.append("# TYPE ").append(name).append(" counter\n");
        out.append(name).append(' ').append(number.getValue()).append('\n');
      }
    }
    return out.toString();
  }

  private static void gauge(StringBuilder out, String name, long value) {
    out.append("# TYPE ").append(name).append(" gauge\n");
    out.append(name).append(' ').append(value).append('\n');
  }

  private static String escaped(String label) {
    return label.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
  }

  private static String snakeCase(String name) {
    StringBuilder out = new StringBuilder(name.length() + 4);
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c >= 'A' && c <= 'Z') {
        out.append('_').append((char) (c + 32));
      } else {
        out.append((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ? c : '_');
      }
    }
    return out.toString();
  }
}
