package dev.parley.doors.rest;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What to believe of a content type that a stranger chose. Whoever downloads is at this hub's own
 * address, so nothing that a browser would run may come from here as what it is.
 */
final class BlobTypes {
  static final String UNKNOWN = "application/octet-stream";

  /** Pictures that can do nothing but be looked at; SVG can. */
  private static final Set<String> PICTURES =
      Set.of("image/png", "image/jpeg", "image/gif", "image/webp", "image/avif", "image/bmp");

  private static final Pattern WELL_FORMED =
      Pattern.compile("[a-z0-9][a-z0-9!#$&^_.+-]{0,126}/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}");

  private static final Pattern ACTIVE =
      Pattern.compile(".*(html|xml|svg|script|ecmascript|pdf|flash|multipart|x-mixed-replace).*");

  private BlobTypes() {}

  /** As it is kept: without parameters, or unknown when it is none. */
  static String kept(@Nullable String header) {
    String type = header == null ? "" : header.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    return WELL_FORMED.matcher(type).matches() ? type : UNKNOWN;
  }

  /** As it is served. */
  static String served(String kept) {
    return ACTIVE.matcher(kept).matches() ? UNKNOWN : kept;
  }

  static boolean isPicture(String kept) {
    return PICTURES.contains(kept);
  }
}
