package dev.parley.agents.web;

import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;

/**
 * What was answered.
 *
 * @param headers by their names in lower case
 * @param body as text, whether it is any or not
 * @param bytes how many it had
 * @param cut whether there was more than is here
 */
record Page(int status, Map<String, String> headers, String body, int bytes, boolean cut) {

  static Page of(int status, Map<String, String> headers, ByteArrayOutputStream body, boolean cut) {
    return new Page(status, headers, body.toString(charset(headers)), body.size(), cut);
  }

  boolean redirects() {
    return switch (status) {
      case 301, 302, 303, 307, 308 -> headers.containsKey("location");
      default -> false;
    };
  }

  String contentType() {
    String type = headers.getOrDefault("content-type", "text/plain");
    return type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
  }

  /** In words, as far as there are any. */
  String text() {
    String type = contentType();
    if (type.contains("html")) {
      return HtmlText.of(body);
    }
    boolean isText =
        type.startsWith("text/")
            || type.endsWith("json")
            || type.endsWith("xml")
            || type.endsWith("javascript")
            || type.endsWith("yaml");
    return isText ? body : "[" + bytes + " bytes that are no text]";
  }

  private static Charset charset(Map<String, String> headers) {
    String type = headers.getOrDefault("content-type", "").toLowerCase(Locale.ROOT);
    int at = type.indexOf("charset=");
    if (at >= 0) {
      String name = type.substring(at + 8).split("[;\\s]", 2)[0].replace("\"", "");
      try {
        return Charset.forName(name);
      } catch (IllegalArgumentException e) {
        // As if it were not said.
      }
    }
    return StandardCharsets.UTF_8;
  }
}
