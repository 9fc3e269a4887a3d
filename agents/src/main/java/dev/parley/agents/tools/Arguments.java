package dev.parley.agents.tools;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.util.Map;
import java.util.Optional;

/** What an action was told; checked against its parameters before. */
public final class Arguments {
  private final Map<String, Object> values;

  Arguments(Map<String, Object> values) {
    this.values = Map.copyOf(values);
  }

  public String text(String name) {
    return optionalText(name)
        .orElseThrow(() -> new Refused(ErrorCode.BAD_REQUEST, "'" + name + "' is missing"));
  }

  public Optional<String> optionalText(String name) {
    return Optional.ofNullable((String) values.get(name)).filter(value -> !value.isEmpty());
  }

  public int number(String name, int otherwise, int max) {
    long value = (Long) values.getOrDefault(name, (long) otherwise);
    if (value < 1 || value > max) {
      throw new Refused(ErrorCode.BAD_REQUEST, "'" + name + "' must be 1 to " + max);
    }
    return (int) value;
  }

  /** Was it said at all? */
  public boolean has(String name) {
    return values.containsKey(name);
  }

  public boolean flag(String name) {
    return (Boolean) values.getOrDefault(name, false);
  }
}
