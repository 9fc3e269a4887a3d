package dev.parley.agents.web;

import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The words of a page, with the targets of its links; in one pass, whatever the page is. */
final class HtmlText {
  private static final Set<String> SILENT =
      Set.of("script", "style", "noscript", "template", "svg", "head", "iframe", "object");

  private static final Set<String> INLINE =
      Set.of(
          "a", "b", "i", "u", "em", "strong", "span", "code", "small", "sub", "sup", "abbr", "q",
          "mark", "s", "font", "label", "time", "kbd", "var", "cite", "img", "wbr");

  private static final Map<String, String> ENTITIES =
      Map.of(
          "amp", "&", "lt", "<", "gt", ">", "quot", "\"", "apos", "'", "nbsp", " ", "mdash", "—",
          "ndash", "–", "hellip", "…", "copy", "©");

  private static final int ENTITY_CHARS_MAX = 10;
  private static final int TARGET_CHARS_MAX = 300;

  private final String html;
  private final StringBuilder text = new StringBuilder();
  private int at;
  private String target = "";
  private boolean moreTags = true;

  private HtmlText(String html) {
    this.html = html;
  }

  static String of(String html) {
    HtmlText read = new HtmlText(html);
    String title = read.title();
    read.read();
    String words = read.text.toString().strip();
    return title.isEmpty() ? words : title + "\n\n" + words;
  }

  private String title() {
    int begin = find("<title", 0);
    int open = begin < 0 ? -1 : html.indexOf('>', begin);
    int end = open < 0 ? -1 : find("</title", open);
    return end < 0 ? "" : new HtmlText(html.substring(open + 1, end)).words().strip();
  }

  private String words() {
    read();
    return text.toString();
  }

  private void read() {
    while (at < html.length()) {
      char now = html.charAt(at);
      if (now == '<') {
        tag();
      } else if (now == '&') {
        entity();
      } else {
        say(now);
        at++;
      }
    }
  }

  private void say(char letter) {
    boolean blank = Character.isWhitespace(letter);
    boolean after = text.isEmpty() || Character.isWhitespace(text.charAt(text.length() - 1));
    if (!blank) {
      text.append(letter);
    } else if (!after) {
      text.append(' ');
    }
  }

  private void tag() {
    if (html.startsWith("<!--", at)) {
      int end = html.indexOf("-->", at + 4);
      at = end < 0 ? html.length() : end + 3;
      return;
    }
    char first = at + 1 < html.length() ? html.charAt(at + 1) : ' ';
    boolean begins = Character.isLetter(first) || "/!?".indexOf(first) >= 0;
    int end = begins && moreTags ? html.indexOf('>', at) : -1;
    if (end < 0) {
      // Not looked for again and again: a page may consist of nothing but beginnings.
      moreTags = moreTags && !begins;
      text.append('<');
      at++;
      return;
    }
    String inside = html.substring(at + 1, end);
    at = end + 1;
    boolean closing = inside.startsWith("/");
    String name = name(closing ? inside.substring(1) : inside);
    if (!closing && SILENT.contains(name) && !inside.endsWith("/")) {
      int over = find("</" + name, at);
      int close = over < 0 ? -1 : html.indexOf('>', over);
      at = close < 0 ? html.length() : close + 1;
    } else if (name.equals("a")) {
      link(closing, inside);
    } else if (!INLINE.contains(name)) {
      newLine();
    }
  }

  private static String name(String inside) {
    int end = 0;
    while (end < inside.length() && Character.isLetterOrDigit(inside.charAt(end))) {
      end++;
    }
    return inside.substring(0, end).toLowerCase(Locale.ROOT);
  }

  private void link(boolean closing, String inside) {
    if (closing) {
      if (!target.isEmpty()) {
        text.append(" [").append(target).append(']');
      }
      target = "";
      return;
    }
    String lower = inside.toLowerCase(Locale.ROOT);
    int href = lower.indexOf("href=");
    String value = href < 0 ? "" : inside.substring(href + 5).strip();
    if (!value.isEmpty()) {
      char quote = value.charAt(0);
      boolean quoted = quote == '"' || quote == '\'';
      int end = quoted ? value.indexOf(quote, 1) : value.indexOf(' ');
      value = value.substring(quoted ? 1 : 0, end < 0 ? value.length() : end);
    }
    boolean leads = value.length() <= TARGET_CHARS_MAX && !value.startsWith("#");
    target = leads && !lower.contains("javascript:") ? value : "";
  }

  private void newLine() {
    while (!text.isEmpty() && text.charAt(text.length() - 1) == ' ') {
      text.setLength(text.length() - 1);
    }
    if (!text.isEmpty() && text.charAt(text.length() - 1) != '\n') {
      text.append('\n');
    }
  }

  private void entity() {
    int most = Math.min(html.length(), at + ENTITY_CHARS_MAX);
    int end = html.substring(at, most).indexOf(';') + at;
    String name = end <= at ? "" : html.substring(at + 1, end);
    String means = name.startsWith("#") ? character(name.substring(1)) : ENTITIES.get(name);
    if (means == null) {
      text.append('&');
      at++;
    } else {
      means.chars().forEach(each -> say((char) each));
      at = end + 1;
    }
  }

  private static String character(String number) {
    try {
      boolean hex = number.startsWith("x") || number.startsWith("X");
      int code = hex ? Integer.parseInt(number.substring(1), 16) : Integer.parseInt(number);
      return Character.isValidCodePoint(code) ? Character.toString(code) : "\uFFFD";
    } catch (NumberFormatException e) {
      return "\uFFFD";
    }
  }

  /** Whatever the case of its letters. */
  private int find(String what, int from) {
    for (int i = html.indexOf('<', from); i >= 0; i = html.indexOf('<', i + 1)) {
      if (html.regionMatches(true, i, what, 0, what.length())) {
        return i;
      }
    }
    return -1;
  }
}
