package dev.parley.hub.cli.join;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Where things stand in a text that is known to be JSON, with comments perhaps. Changes are made in
 * the text, so that everything else stays.
 */
final class JsonText {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final String text;
  private final String lineEnd;

  /** From its first character to behind its last. */
  record Span(int start, int end) {}

  /**
   * @param comma where the comma behind it is, or -1
   */
  private record Member(String name, int start, Span value, int comma) {
    int end() {
      return comma < 0 ? value.end : comma + 1;
    }
  }

  JsonText(String text) {
    this.text = text;
    this.lineEnd = Configuration.lineEnd(text);
  }

  Span root() {
    int start = skip(0);
    return new Span(start, valueEnd(start));
  }

  /** The value of a member of an object, or null. */
  @Nullable Span member(Span object, String name) {
    for (Member member : members(object)) {
      if (member.name.equals(name)) {
        return member.value;
      }
    }
    return null;
  }

  /**
   * The text with this member in an object, in place of one of that name.
   *
   * @param value makes it, over several lines, with this indentation a level
   */
  String put(Span object, String name, UnaryOperator<String> value) {
    List<Member> members = members(object);
    String outer = indentAt(object.start);
    String unit = unit();
    String indent = outer + unit;
    for (Member each : members) {
      if (startsLine(each.start)) {
        indent = indentAt(each.start);
      }
    }
    String lines = String.join(lineEnd + indent, value.apply(unit).lines().toList());
    for (Member each : members) {
      if (each.name.equals(name)) {
        return text.substring(0, each.value.start) + lines + text.substring(each.value.end);
      }
    }
    String fresh = lineEnd + indent + JSON.writeValueAsString(name) + ": " + lines;
    int close = object.end - 1;
    int from = members.isEmpty() ? object.start + 1 : members.getLast().end();
    String tail = text.substring(from, close);
    String kept = tail.stripTrailing();
    String comma = members.isEmpty() || members.getLast().comma >= 0 ? "" : ",";
    boolean broken = tail.substring(kept.length()).contains("\n");
    String rest = broken ? tail.substring(kept.length()) : lineEnd + outer;
    return text.substring(0, from) + comma + kept + fresh + rest + text.substring(close);
  }

  /** The text without this member of an object. */
  String remove(Span object, String name) {
    List<Member> members = members(object);
    for (int i = 0; i < members.size(); i++) {
      Member member = members.get(i);
      if (!member.name.equals(name)) {
        continue;
      }
      if (members.size() == 1) {
        String before = text.substring(object.start + 1, member.start);
        String behind = text.substring(member.end(), object.end - 1);
        boolean bare = before.isBlank() && behind.isBlank();
        String rest = bare ? "" : before.stripTrailing() + behind;
        return text.substring(0, object.start + 1) + rest + text.substring(object.end - 1);
      }
      int start = startsLine(member.start) ? lineEndBefore(member.start) : member.start;
      String head = text.substring(0, start);
      boolean last = i == members.size() - 1;
      if (last && member.comma < 0) {
        int comma = members.get(i - 1).comma;
        head = text.substring(0, comma) + text.substring(comma + 1, start);
      }
      return head + text.substring(member.end());
    }
    return text;
  }

  private List<Member> members(Span object) {
    List<Member> members = new ArrayList<>();
    int at = skip(object.start + 1);
    while (text.charAt(at) == '"') {
      int nameEnd = valueEnd(at);
      String name = JSON.readValue(text.substring(at, nameEnd), String.class);
      int value = skip(skip(nameEnd) + 1); // behind the colon
      Span span = new Span(value, valueEnd(value));
      int next = skip(span.end);
      boolean comma = text.charAt(next) == ',';
      members.add(new Member(name, at, span, comma ? next : -1));
      at = comma ? skip(next + 1) : next;
    }
    return members;
  }

  /** The first place from here on that is neither blank nor comment. */
  private int skip(int from) {
    int at = from;
    while (at < text.length()) {
      if (text.startsWith("//", at)) {
        int end = text.indexOf('\n', at);
        at = end < 0 ? text.length() : end;
      } else if (text.startsWith("/*", at)) {
        at = text.indexOf("*/", at + 2) + 2;
      } else if (Character.isWhitespace(text.charAt(at))) {
        at++;
      } else {
        break;
      }
    }
    return at;
  }

  private int valueEnd(int start) {
    char first = text.charAt(start);
    if (first == '"') {
      int at = start + 1;
      while (text.charAt(at) != '"') {
        at += text.charAt(at) == '\\' ? 2 : 1;
      }
      return at + 1;
    }
    if (first != '{' && first != '[') {
      int at = start;
      while (at < text.length()
          && "+-.0123456789abcdefghijklmnopqrstuvwxyzE".indexOf(text.charAt(at)) >= 0) {
        at++;
      }
      return at;
    }
    int depth = 0;
    int at = start;
    do {
      at = skip(at);
      char each = text.charAt(at);
      if (each == '"') {
        at = valueEnd(at);
        continue;
      }
      depth += each == '{' || each == '[' ? 1 : each == '}' || each == ']' ? -1 : 0;
      at++;
    } while (depth > 0);
    return at;
  }

  private boolean startsLine(int at) {
    return text.substring(text.lastIndexOf('\n', at - 1) + 1, at).isBlank()
        && text.lastIndexOf('\n', at - 1) >= 0;
  }

  /** Where the line before this one ends. */
  private int lineEndBefore(int at) {
    int end = text.lastIndexOf('\n', at - 1);
    return end > 0 && text.charAt(end - 1) == '\r' ? end - 1 : end;
  }

  /** What the line of this place begins with. */
  private String indentAt(int at) {
    int start = text.lastIndexOf('\n', at - 1) + 1;
    int end = start;
    while (end < at && (text.charAt(end) == ' ' || text.charAt(end) == '\t')) {
      end++;
    }
    return text.substring(start, end);
  }

  /** What a level is indented by: as the first line that is. */
  private String unit() {
    return text.lines()
        .filter(line -> !line.isBlank() && Character.isWhitespace(line.charAt(0)))
        .filter(line -> line.stripLeading().startsWith("\""))
        .map(line -> line.substring(0, line.length() - line.stripLeading().length()))
        .findFirst()
        .orElse("  ");
  }
}
