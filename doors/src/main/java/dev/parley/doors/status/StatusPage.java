package dev.parley.doors.status;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;

/** The page at {@code /status}: plain HTML without scripts. */
final class StatusPage {
  /** Nothing is loaded and nothing runs; the page's own style is named by its hash. */
  static String contentSecurityPolicy() {
    return "default-src 'none'; style-src 'sha256-"
        + STYLE_HASH
        + "'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
  }

  private static final String STYLE =
      """
      :root { color-scheme: light dark; }
      body { font: 16px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 3rem auto; padding: 0 1rem; }
      table { border-collapse: collapse; width: 100%; }
      th, td { text-align: left; padding: .25rem .5rem; border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
      th { font-weight: normal; }
      td { text-align: right; font-variant-numeric: tabular-nums; }
      pre { overflow-x: auto; padding: .75rem; border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: .4rem; }
      """;

  private static final String STYLE_HASH = Sha256.base64(STYLE);

  private StatusPage() {}

  static String html(HubView hub, long now) {
    StringBuilder out = new StringBuilder(4_096);
    out.append("<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n");
    out.append("<meta name=\"viewport\" content=\"width=device-width\">\n");
    out.append("<title>Parley</title>\n<style>").append(STYLE).append("</style>\n");
    out.append("<h1>Parley</h1>\n<p>Version ").append(escaped(hub.version()));
    out.append(", up for ").append(span(Duration.ofMillis(now - hub.startedAt())));
    out.append(
        hub.isReady() ? ", accepting messages." : ", <strong>not accepting messages</strong>.");
    out.append("</p>\n<table>\n");
    for (Map.Entry<String, Long> number : hub.numbers().entrySet()) {
      out.append("<tr><th scope=\"row\">").append(escaped(words(number.getKey())));
      out.append("</th><td>").append(String.format(Locale.ROOT, "%,d", number.getValue()));
      out.append("</td></tr>\n");
    }
    out.append("</table>\n<h2>Try</h2>\n<pre>");
    out.append(escaped("bin/parley agents add ada\n"));
    out.append(escaped("bin/parley send ada 'hello'\n"));
    out.append(escaped("bin/parley listen ada\n"));
    out.append("</pre>\n<p><a href=\"/health\">health</a>, <a href=\"/ready\">readiness</a>, ");
    out.append(
        "<a href=\"/metrics\">metrics</a>. Agents speak WebSocket at <code>/ws</code>.</p>\n");
    return out.append("</html>\n").toString();
  }

  private static String span(Duration up) {
    if (up.toDays() > 0) {
      return up.toDays() + " d " + up.toHoursPart() + " h";
    }
    if (up.toHours() > 0) {
      return up.toHours() + " h " + up.toMinutesPart() + " min";
    }
    return up.toMinutes() > 0 ? up.toMinutes() + " min" : up.toSeconds() + " s";
  }

  /** {@code deadLetters} becomes {@code dead letters}. */
  private static String words(String name) {
    return name.replaceAll("([A-Z])", " $1").toLowerCase(Locale.ROOT);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }
}
