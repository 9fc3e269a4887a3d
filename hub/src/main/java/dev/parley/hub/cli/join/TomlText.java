package dev.parley.hub.cli.join;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Which tables stand where in a text of TOML. Strings over several lines, arrays and comments are
 * stepped over; what breaks the rules that matter for that is refused.
 */
final class TomlText {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final String text;
  private final List<Table> tables = new ArrayList<>();

  /** Full names of keys, with the table that they stand in. */
  private final List<Key> keys = new ArrayList<>();

  private int at;

  /**
   * @param contentEnd behind the last line that is neither blank nor comment
   * @param array one of several, {@code [[…]]}
   */
  record Table(List<String> path, boolean array, int start, int contentEnd) {
    boolean isBelow(List<String> above) {
      return path.size() >= above.size() && path.subList(0, above.size()).equals(above);
    }
  }

  private record Key(List<String> table, List<String> path) {}

  private TomlText(String text) {
    this.text = text;
  }

  static TomlText of(String text) {
    TomlText toml = new TomlText(text);
    toml.read();
    return toml;
  }

  List<Table> tables() {
    return tables;
  }

  /** What is there under this path has to be there as tables. */
  void refuseOtherForms(List<String> path) {
    for (Key key : keys) {
      List<String> full = new ArrayList<>(key.table);
      full.addAll(key.path);
      int common = Math.min(full.size(), path.size());
      boolean inTable = key.table.size() >= path.size();
      if (!inTable && full.subList(0, common).equals(path.subList(0, common))) {
        throw Configuration.refused(
            "'" + String.join(".", full) + "' is not written as a table there");
      }
    }
    for (Table table : tables) {
      boolean on =
          table.path.size() <= path.size() && path.subList(0, table.path.size()).equals(table.path);
      if (table.array && on) {
        throw Configuration.refused("'" + String.join(".", table.path) + "' is an array there");
      }
      long same = tables.stream().filter(each -> each.path.equals(table.path)).count();
      if (same > 1 && table.isBelow(path)) {
        throw Configuration.refused("'" + String.join(".", table.path) + "' stands there twice");
      }
    }
  }

  private void read() {
    if (text.startsWith("\uFEFF")) {
      at = 1;
    }
    List<String> table = List.of();
    while (at < text.length()) {
      int line = at;
      blanks();
      char first = peek();
      if (first == '[') {
        boolean array = text.startsWith("[[", at);
        at += array ? 2 : 1;
        table = name();
        expect(array ? "]]" : "]");
        value();
        tables.add(new Table(table, array, line, at));
      } else if (first == '#' || first == '\n' || first == '\r' || first == 0) {
        lineEnd();
      } else {
        keys.add(new Key(table, name()));
        expect("=");
        value();
        if (!tables.isEmpty()) {
          Table last = tables.removeLast();
          tables.add(new Table(last.path, last.array, last.start, at));
        }
      }
    }
  }

  private char peek() {
    return at < text.length() ? text.charAt(at) : 0;
  }

  private void blanks() {
    while (peek() == ' ' || peek() == '\t') {
      at++;
    }
  }

  private void lineEnd() {
    int end = text.indexOf('\n', at);
    at = end < 0 ? text.length() : end + 1;
  }

  private void expect(String mark) {
    blanks();
    if (!text.startsWith(mark, at)) {
      throw broken("'" + mark + "' is missing");
    }
    at += mark.length();
  }

  private List<String> name() {
    List<String> parts = new ArrayList<>();
    do {
      if (!parts.isEmpty()) {
        at++;
      }
      blanks();
      int start = at;
      if (peek() == '"' || peek() == '\'') {
        string();
        parts.add(unquoted(text.substring(start, at)));
      } else {
        while (Character.isLetterOrDigit(peek()) || peek() == '_' || peek() == '-') {
          at++;
        }
        if (start == at) {
          throw broken("a name is missing");
        }
        parts.add(text.substring(start, at));
      }
      blanks();
    } while (peek() == '.');
    return List.copyOf(parts);
  }

  private String unquoted(String quoted) {
    if (quoted.startsWith("'")) {
      return quoted.substring(1, quoted.length() - 1);
    }
    try {
      return JSON.readValue(quoted, String.class);
    } catch (JacksonException e) {
      throw broken("a name cannot be read");
    }
  }

  /** To behind the end of the line on which the value ends. */
  private void value() {
    int depth = 0;
    while (at < text.length()) {
      char each = text.charAt(at);
      if (each == '\n' && depth == 0) {
        at++;
        return;
      }
      if (each == '#') {
        int end = text.indexOf('\n', at);
        at = end < 0 ? text.length() : end;
      } else if (each == '"' || each == '\'') {
        string();
      } else {
        depth += each == '[' || each == '{' ? 1 : each == ']' || each == '}' ? -1 : 0;
        if (depth < 0) {
          throw broken("a bracket is closed that was not opened");
        }
        at++;
      }
    }
    if (depth > 0) {
      throw broken("a bracket is not closed");
    }
  }

  private void string() {
    char quote = text.charAt(at);
    String triple = String.valueOf(quote).repeat(3);
    boolean lines = text.startsWith(triple, at);
    String end = lines ? triple : String.valueOf(quote);
    at += end.length();
    while (!text.startsWith(end, at)) {
      if (at >= text.length() || (!lines && text.charAt(at) == '\n')) {
        throw broken("a text is not closed");
      }
      at += quote == '"' && text.charAt(at) == '\\' ? 2 : 1;
    }
    at += end.length();
    // Up to two more quotes may belong to a text over several lines.
    while (lines && peek() == quote) {
      at++;
    }
  }

  private RuntimeException broken(String why) {
    long line =
        text.substring(0, Math.min(at, text.length())).chars().filter(c -> c == '\n').count();
    return Configuration.refused("it is not right TOML (line " + (line + 1) + ": " + why + ")");
  }
}
