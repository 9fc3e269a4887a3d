package dev.parley.identity.access;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What a rule is about. */
public enum Action {
  /** Sending to a path. */
  SEND,
  /** Subscribing to a pattern. */
  SUBSCRIBE,
  /** Reading the boxes of the agent whose path is named. */
  READ,
  /** Seeing in lists that the agent whose path is named exists. */
  SEE;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Action parse(String text) {
    for (Action action : values()) {
      if (action.wireName().equals(text)) {
        return action;
      }
    }
    throw new Refused(
        ErrorCode.BAD_REQUEST,
        "'action' must be one of "
            + Arrays.stream(values()).map(Action::wireName).collect(Collectors.joining(", ")));
  }
}
