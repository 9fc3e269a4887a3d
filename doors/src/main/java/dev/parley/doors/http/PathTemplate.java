package dev.parley.doors.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The path of a route, segment by segment. */
final class PathTemplate {
  private final List<String> segments;

  PathTemplate(String path) {
    this.segments = List.of(path.split("/", -1));
  }

  boolean isLiteral() {
    return segments.stream().noneMatch(PathTemplate::isName);
  }

  /**
   * What the named segments stand for, or null when the path does not fit.
   *
   * @throws IllegalArgumentException when the path is badly encoded
   */
  @Nullable Map<String, String> match(String path) {
    String[] parts = path.split("/", -1);
    Map<String, String> found = new LinkedHashMap<>();
    for (int i = 0; i < segments.size(); i++) {
      String segment = segments.get(i);
      if (segment.endsWith("*}") && i < parts.length) {
        String rest = String.join("/", List.of(parts).subList(i, parts.length));
        found.put(segment.substring(1, segment.length() - 2), decoded(rest));
        return found;
      }
      if (i >= parts.length) {
        return null;
      }
      if (!isName(segment)) {
        if (!segment.equals(parts[i])) {
          return null;
        }
      } else if (parts[i].isEmpty()) {
        return null;
      } else {
        found.put(segment.substring(1, segment.length() - 1), decoded(parts[i]));
      }
    }
    return segments.size() == parts.length ? found : null;
  }

  private static boolean isName(String segment) {
    return segment.startsWith("{");
  }

  /** Percent-encoding only: in a path a plus is a plus. */
  private static String decoded(String part) {
    return URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
  }
}
