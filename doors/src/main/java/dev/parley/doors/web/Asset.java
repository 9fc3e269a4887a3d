package dev.parley.doors.web;

import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * One file as it is sent.
 *
 * @param gzipped the same compressed, where that saves something
 * @param tag a strong ETag of the uncompressed bytes
 */
record Asset(String type, Buffer plain, @Nullable Buffer gzipped, String tag) {
  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "svg", "image/svg+xml",
          "json", "application/json",
          "webmanifest", "application/manifest+json");

  static Asset of(String name, byte[] bytes) {
    byte[] smaller = gzip(bytes);
    Buffer plain = Buffer.buffer(bytes);
    boolean pays = smaller.length < bytes.length - bytes.length / 10;
    return new Asset(
        type(name), plain, pays ? Buffer.buffer(smaller) : null, Digest.of(bytes).hex());
  }

  /** A file of a kind that is not known here would be sniffed, so there is none. */
  private static String type(String name) {
    String ending = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    String type = TYPES.get(ending);
    if (type == null) {
      throw new IllegalArgumentException("no content type is known for '" + name + "'");
    }
    return type;
  }

  private static byte[] gzip(byte[] bytes) {
    var out = new ByteArrayOutputStream(bytes.length / 2 + 64);
    try (var gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException("memory is always there to be written", e);
    }
    return out.toByteArray();
  }
}
