package dev.parley.identity.persons;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * What a person logs in with. ASCII only, so that no two look the same and are not.
 *
 * @param text as the person writes it
 */
public record EmailAddress(String text) {
  private static final int LENGTH_MAX = 254;
  private static final Pattern FORM =
      Pattern.compile(
          "[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(\\.[A-Za-z0-9-]{1,63})*");

  /**
   * @throws Refused when it is none
   */
  public static EmailAddress parse(String text) {
    String stripped = text.strip();
    if (stripped.length() > LENGTH_MAX || !FORM.matcher(stripped).matches()) {
      throw new Refused(
          ErrorCode.BAD_REQUEST, "'email' must be an address such as ada@example.org");
    }
    return new EmailAddress(stripped);
  }

  /** The same for all ways to write it. */
  String key() {
    return text.toLowerCase(Locale.ROOT);
  }

  /** What stands before the at sign. */
  String local() {
    return text.substring(0, text.indexOf('@'));
  }
}
