package dev.parley.doors.rest.apps;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds files in the {@code ui} folder of an app, and never anything outside of it: no link is
 * followed, and a name has to be spelled as it is on the disk. Blocks.
 */
final class UiFiles {
  static final long BYTES_MAX = 5 << 20;

  private static final String INDEX = "index.html";
  private static final Map<String, String> TYPES =
      Map.ofEntries(
          Map.entry("html", "text/html; charset=utf-8"),
          Map.entry("htm", "text/html; charset=utf-8"),
          Map.entry("js", "text/javascript; charset=utf-8"),
          Map.entry("mjs", "text/javascript; charset=utf-8"),
          Map.entry("css", "text/css; charset=utf-8"),
          Map.entry("json", "application/json"),
          Map.entry("map", "application/json"),
          Map.entry("txt", "text/plain; charset=utf-8"),
          Map.entry("svg", "image/svg+xml"),
          Map.entry("png", "image/png"),
          Map.entry("jpg", "image/jpeg"),
          Map.entry("jpeg", "image/jpeg"),
          Map.entry("gif", "image/gif"),
          Map.entry("webp", "image/webp"),
          Map.entry("avif", "image/avif"),
          Map.entry("ico", "image/x-icon"),
          Map.entry("wasm", "application/wasm"),
          Map.entry("woff", "font/woff"),
          Map.entry("woff2", "font/woff2"),
          Map.entry("ttf", "font/ttf"),
          Map.entry("webmanifest", "application/manifest+json"));

  private UiFiles() {}

  /**
   * The file for a path, or the index page for one that names no file and has no extension.
   *
   * @param app the app's folder
   * @param path what follows {@code ui/}, as it was sent
   * @return null when there is none
   */
  static @Nullable Path find(Path app, String path) throws IOException {
    if (!Files.isDirectory(app)) {
      return null;
    }
    Path root = app.toRealPath().resolve("ui");
    Path wanted = root;
    String last = "";
    for (String segment : path.split("/", -1)) {
      String name = name(segment);
      if (name == null) {
        return null;
      }
      if (!name.isEmpty()) {
        wanted = wanted.resolve(name);
        last = name;
      }
    }
    if (Files.isDirectory(wanted, LinkOption.NOFOLLOW_LINKS)) {
      wanted = wanted.resolve(INDEX);
    }
    if (isThere(wanted)) {
      return wanted;
    }
    Path index = root.resolve(INDEX);
    return last.indexOf('.') < 0 && isThere(index) ? index : null;
  }

  /** One decoded segment; null when it could lead anywhere but down. */
  private static @Nullable String name(String segment) {
    String name;
    try {
      name = URLDecoder.decode(segment.replace("+", "%2B"), UTF_8);
    } catch (IllegalArgumentException e) {
      return null;
    }
    boolean safe =
        !name.startsWith(".")
            && name.chars().noneMatch(c -> c == '/' || c == '\\' || c == ':' || c < ' ' || c == 127)
            && name.indexOf('\uFFFD') < 0;
    return safe ? name : null;
  }

  /** Through no link, and spelled like this: some file systems take any case for the same. */
  private static boolean isThere(Path file) throws IOException {
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        && file.toRealPath().toString().equals(file.toString());
  }

  static String type(Path file) {
    String name = file.getFileName().toString();
    String ending = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    return TYPES.getOrDefault(ending, "application/octet-stream");
  }
}
