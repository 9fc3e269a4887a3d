package dev.parley.identity;

import java.security.SecureRandom;
import java.util.Locale;

/** Codes that people type, such as {@code LOOP-7K3M-ZQ0A}: Crockford's base 32, in any case. */
public final class TypedCode {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final String DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  private static final int GROUP = 4;

  private TypedCode() {}

  /**
   * @param prefix what the code is for, such as {@code LOOP}
   */
  public static String random(String prefix) {
    StringBuilder code = new StringBuilder(prefix);
    for (int i = 0; i < 2 * GROUP; i++) {
      if (i % GROUP == 0) {
        code.append('-');
      }
      code.append(DIGITS.charAt(RANDOM.nextInt(DIGITS.length())));
    }
    return code.toString();
  }

  /** As codes are kept: without blanks around it, in capitals. */
  public static String normalised(String code) {
    return code.strip().toUpperCase(Locale.ROOT);
  }
}
