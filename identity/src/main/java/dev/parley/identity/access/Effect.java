package dev.parley.identity.access;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.util.Locale;

/** What a rule does when it decides. */
public enum Effect {
  ALLOW,
  DENY;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Effect parse(String text) {
    return switch (text) {
      case "allow" -> ALLOW;
      case "deny" -> DENY;
      default -> throw new Refused(ErrorCode.BAD_REQUEST, "'effect' must be allow or deny");
    };
  }
}
