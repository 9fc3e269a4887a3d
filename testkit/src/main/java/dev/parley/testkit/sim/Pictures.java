package dev.parley.testkit.sim;

import dev.parley.core.store.BoxId;
import dev.parley.core.store.BoxStats;
import dev.parley.core.store.Copy;
import dev.parley.core.store.FiledMessage;
import dev.parley.core.store.MessageStore;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;

/** Everything a store holds, as text: two hubs that agree have the same. */
final class Pictures {
  private Pictures() {}

  static String of(MessageStore store) {
    StringBuilder out = new StringBuilder();
    for (FiledMessage filed : store.messagesFrom(0, Integer.MAX_VALUE)) {
      out.append(filed.number()).append(' ').append(filed.message().id());
      out.append(' ')
          .append(new String(filed.message().json(), java.nio.charset.StandardCharsets.UTF_8));
      out.append(' ').append(filed.filings()).append('\n');
    }
    Map<BoxId, BoxStats> boxes = new TreeMap<>(Comparator.comparing(BoxId::text));
    store.forEachBox(boxes::put);
    boxes.forEach(
        (box, stats) -> {
          out.append(box.text()).append(' ').append(stats).append('\n');
          for (Copy copy : store.readForward(box, 0, Integer.MAX_VALUE)) {
            out.append("  ").append(copy.position()).append(' ').append(copy.message().id());
            out.append(' ').append(copy.state()).append(' ').append(copy.attempts()).append('\n');
          }
        });
    for (String table : store.tables()) {
      store.forEachRecord(
          table,
          (key, value) ->
              out.append(table)
                  .append('/')
                  .append(key)
                  .append(' ')
                  .append(Arrays.hashCode(value))
                  .append('\n'));
    }
    return out.toString();
  }
}
