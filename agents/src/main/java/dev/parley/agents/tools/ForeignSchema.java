package dev.parley.agents.tools;

import dev.parley.agents.context.Fence;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The schema of a tool that others have written. */
public final class ForeignSchema {
  private static final int DEPTH_MAX = 30;

  private ForeignSchema() {}

  /**
   * The same, with nothing unseen and no look-alikes in what it says in words.
   *
   * @throws IllegalArgumentException when it is too deep
   */
  public static Map<String, Object> seen(Map<?, ?> schema) {
    return seen(schema, 0);
  }

  private static Map<String, Object> seen(Map<?, ?> schema, int depth) {
    if (depth > DEPTH_MAX) {
      throw new IllegalArgumentException("too deep");
    }
    Map<String, Object> seen = new LinkedHashMap<>();
    schema.forEach(
        (key, value) -> {
          String name = String.valueOf(key);
          boolean inWords = name.equals("description") || name.equals("title");
          seen.put(
              name,
              inWords && value instanceof String text
                  ? Fence.inLine(text)
                  : seenValue(value, depth));
        });
    return seen;
  }

  @SuppressWarnings("NullAway") // null is a word of JSON
  private static Object seenValue(@Nullable Object value, int depth) {
    return switch (value) {
      case Map<?, ?> map -> seen(map, depth + 1);
      case List<?> list -> {
        List<@Nullable Object> all = new java.util.ArrayList<>();
        list.forEach(each -> all.add(seenValue(each, depth + 1)));
        yield all;
      }
      case null -> value;
      default -> value;
    };
  }
}
