package dev.parley.apps.store;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.util.Locale;
import java.util.regex.Pattern;

/** A name as it stands in addresses. */
final class Slug {
  private static final Pattern OTHERS = Pattern.compile("[^a-z0-9]+");
  private static final int LENGTH_MAX = 60;

  private Slug() {}

  static String of(String name) {
    String plain = OTHERS.matcher(name.toLowerCase(Locale.ROOT)).replaceAll("-");
    String cut = plain.substring(0, Math.min(plain.length(), LENGTH_MAX));
    String slug = cut.replaceAll("^-+|-+$", "");
    if (slug.isEmpty()) {
      throw new Refused(
          ErrorCode.BAD_REQUEST, "'" + name + "' has neither letters from a to z nor digits");
    }
    return slug;
  }
}
