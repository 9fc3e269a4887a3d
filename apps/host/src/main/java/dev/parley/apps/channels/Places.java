package dev.parley.apps.channels;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.core.address.InvalidAddress;
import dev.parley.core.address.Path;
import java.net.URLDecoder;
import java.util.Optional;

/**
 * A platform's ids of places, {@code platform:id}, as the rest of a path, and back. What a path
 * cannot hold is written as in addresses of the web.
 */
final class Places {
  private static final String ENCODED = "%*\\?";

  private Places() {}

  /** Empty when it is none of this platform's, or too long for a path. */
  static Optional<String> topic(String platform, String channelId) {
    String prefix = platform + ":";
    if (!channelId.startsWith(prefix) || channelId.length() == prefix.length()) {
      return Optional.empty();
    }
    String topic = encoded(channelId.substring(prefix.length()));
    try {
      Path path = Path.parse(platform + "/" + topic);
      return Optional.of(path.text().substring(platform.length() + 1));
    } catch (InvalidAddress e) {
      return Optional.empty();
    }
  }

  static String channelId(String platform, String topic) {
    String id;
    try {
      id = URLDecoder.decode(topic.replace("+", "%2B"), UTF_8);
    } catch (IllegalArgumentException e) {
      id = topic; // it is a path that somebody has written by hand
    }
    return platform + ":" + id;
  }

  private static String encoded(String id) {
    boolean isPath = !id.startsWith("/") && !id.endsWith("/") && !id.contains("//");
    StringBuilder text = new StringBuilder();
    id.codePoints()
        .forEach(
            c -> {
              if (c <= ' ' || c == 0x7f || ENCODED.indexOf(c) >= 0 || (c == '/' && !isPath)) {
                text.append("%%%02X".formatted(c));
              } else {
                text.appendCodePoint(c);
              }
            });
    return text.toString();
  }
}
