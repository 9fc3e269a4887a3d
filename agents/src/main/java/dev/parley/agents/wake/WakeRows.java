package dev.parley.agents.wake;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** How records are written to the store: JSON, so that a later version may add fields. */
final class WakeRows {
  /** Ways by the agent's id. */
  static final String WAYS = "wake-ways";

  /** Who is being woken, by the agent's id. */
  static final String OPEN = "wake-open";

  /** By which ways recipients of a message were woken, by the message's id. */
  static final String TOLD = "wake-told";

  private static final JsonMapper JSON = new JsonMapper();

  private WakeRows() {}

  record Ways(List<Way> ways) {}

  record Told(List<Woken> woken) {}

  static byte[] write(Object row) {
    return JSON.writeValueAsBytes(row);
  }

  static List<Way> ways(byte @Nullable [] json) {
    return json == null ? List.of() : JSON.readValue(json, Ways.class).ways();
  }

  static @Nullable Waking waking(byte @Nullable [] json) {
    return json == null ? null : JSON.readValue(json, Waking.class);
  }

  static List<Woken> told(byte @Nullable [] json) {
    return json == null ? List.of() : JSON.readValue(json, Told.class).woken();
  }

  /** With this one, in place of one of the same moment and way. */
  static byte[] told(byte @Nullable [] json, Woken one, int most) {
    List<Woken> all = new ArrayList<>(told(json));
    all.removeIf(each -> each.isSame(one));
    all.add(one);
    int from = Math.max(0, all.size() - most);
    return write(new Told(all.subList(from, all.size())));
  }
}
