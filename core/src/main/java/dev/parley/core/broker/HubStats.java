package dev.parley.core.broker;

import dev.parley.core.message.JsonBuffer;
import java.util.LinkedHashMap;
import java.util.Map;

/** Counts and gauges of the whole hub, by name; counters count since the start. */
public record HubStats(Map<String, Long> values) {

  public HubStats {
    values = new LinkedHashMap<>(values);
  }

  public long get(String name) {
    return values.getOrDefault(name, 0L);
  }

  public void writeTo(JsonBuffer out) {
    String before = "{";
    for (Map.Entry<String, Long> value : values.entrySet()) {
      out.ascii(before).string(value.getKey()).ascii(":").number(value.getValue());
      before = ",";
    }
    out.ascii(values.isEmpty() ? "{}" : "}");
  }
}
