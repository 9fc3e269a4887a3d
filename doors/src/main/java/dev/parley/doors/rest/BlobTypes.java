package dev.parley.doors.rest;

import io.vertx.core.http.HttpServerRequest;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What to believe of a content type that a stranger chose. It is kept and given back, but whoever
 * downloads is at this hub's own address, so nothing that a browser would run is to be opened
 * there: everything but plain pictures is an attachment, which browsers save.
 */
final class BlobTypes {
  static final String UNKNOWN = "application/octet-stream";

  /** Pictures that can do nothing but be looked at; SVG can. */
  private static final Set<String> PICTURES =
      Set.of("image/png", "image/jpeg", "image/gif", "image/webp", "image/avif", "image/bmp");

  private static final Pattern WELL_FORMED =
      Pattern.compile("[a-z0-9][a-z0-9!#$&^_.+-]{0,126}/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}");

  private static final int NAME_LENGTH_MAX = 120;
  private static final Pattern UNUSUAL = Pattern.compile("[^A-Za-z0-9 ._-]|^[.]+");

  private BlobTypes() {}

  /** As it is kept: without parameters, or unknown when it is none. */
  static String kept(@Nullable String header) {
    String type = header == null ? "" : header.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    return WELL_FORMED.matcher(type).matches() ? type : UNKNOWN;
  }

  /**
   * What a browser is to call the file: what the caller asks for, made of harmless characters; else
   * its hash.
   */
  static String fileName(HttpServerRequest request, String sha256) {
    String asked = request.getParam("name");
    if (asked == null || asked.isBlank()) {
      return "filename=\"" + sha256 + "\"";
    }
    String cut = asked.strip().substring(0, Math.min(asked.strip().length(), NAME_LENGTH_MAX));
    String plain = UNUSUAL.matcher(cut).replaceAll("_");
    String whole = URLEncoder.encode(cut, StandardCharsets.UTF_8).replace("+", "%20");
    return "filename=\"" + plain + "\"; filename*=UTF-8''" + whole.replace("*", "%2A");
  }

  static boolean isPicture(String kept) {
    return PICTURES.contains(kept);
  }
}
