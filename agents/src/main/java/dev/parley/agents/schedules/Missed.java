package dev.parley.agents.schedules;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.util.Arrays;
import java.util.Locale;

/** What becomes of times that passed while no hub ran, or none knew the time. */
public enum Missed {
  /** Nothing, unless it is less than a minute late. */
  SKIP,
  /** It fires once for all of them. */
  ONCE,
  /** It fires for each of them, up to a limit. */
  ALL;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Missed parse(String text) {
    return Arrays.stream(values())
        .filter(each -> each.wireName().equals(text))
        .findFirst()
        .orElseThrow(
            () -> new Refused(ErrorCode.BAD_REQUEST, "'missed' must be skip, once or all"));
  }
}
