package dev.parley.agents.memory;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.util.Arrays;
import java.util.Locale;

/** What kind of thing is remembered. */
public enum Layer {
  /** What one has learned and goes by. */
  TACIT,
  /** What happened on a day. */
  DAILY,
  /** What one knows of somebody or something. */
  ENTITY;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Layer parse(String text) {
    return Arrays.stream(values())
        .filter(each -> each.wireName().equals(text))
        .findFirst()
        .orElseThrow(
            () -> new Refused(ErrorCode.BAD_REQUEST, "'layer' must be tacit, daily or entity"));
  }
}
