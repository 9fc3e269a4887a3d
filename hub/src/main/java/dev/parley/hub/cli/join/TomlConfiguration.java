package dev.parley.hub.cli.join;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Codex's: a table {@code [mcp_servers.NAME]}, and those below it, are an entry. */
final class TomlConfiguration implements Configuration {
  private static final String GROUP = "mcp_servers";
  private static final JsonMapper JSON = JsonMapper.builder().build();

  @Override
  public String with(String text, String name, Entry entry) {
    String lineEnd = Configuration.lineEnd(text);
    String table = shown(name, entry).replace("\n", lineEnd) + lineEnd;
    List<TomlText.Table> ours = ours(text, name);
    if (!ours.isEmpty()) {
      TomlText.Table first = ours.getFirst();
      String rest = text.substring(first.contentEnd());
      for (TomlText.Table other : ours.subList(1, ours.size()).reversed()) {
        rest =
            cut(rest, other.start() - first.contentEnd(), other.contentEnd() - first.contentEnd());
      }
      return checked(text.substring(0, first.start()) + table + rest, name);
    }
    if (text.isBlank()) {
      return text + table;
    }
    String before = text.endsWith("\n") ? text : text + lineEnd;
    return checked(before + lineEnd + table, name);
  }

  @Override
  public String without(String text, String name) {
    String rest = text;
    for (TomlText.Table table : ours(text, name).reversed()) {
      rest = cut(rest, table.start(), table.contentEnd());
    }
    return rest;
  }

  @Override
  public @Nullable String entry(String text, String name) {
    List<TomlText.Table> ours = ours(text, name);
    return ours.isEmpty()
        ? null
        : ours.stream()
            .map(table -> text.substring(table.start(), table.contentEnd()))
            .collect(Collectors.joining());
  }

  @Override
  public String shown(String name, Entry entry) {
    return "["
        + GROUP
        + "."
        + name
        + "]\n"
        + entry.fields().entrySet().stream()
            .map(field -> field.getKey() + " = " + value(field.getValue()))
            .collect(Collectors.joining("\n"));
  }

  private static List<TomlText.Table> ours(String text, String name) {
    List<String> path = List.of(GROUP, name);
    TomlText source = TomlText.of(text);
    source.refuseOtherForms(path);
    return source.tables().stream().filter(table -> table.isBelow(path)).toList();
  }

  private static String checked(String after, String name) {
    if (ours(after, name).size() != 1) {
      throw Configuration.refused("it is written in a way that cannot be changed safely");
    }
    return after;
  }

  /** Without a part, and without the empty line before it that would be one too many. */
  private static String cut(String text, int start, int end) {
    String head = text.substring(0, start);
    String tail = text.substring(end);
    String lineEnd = Configuration.lineEnd(text);
    boolean double_ = head.endsWith(lineEnd + lineEnd) || head.equals(lineEnd);
    if (double_ && (tail.isEmpty() || tail.startsWith(lineEnd))) {
      head = head.substring(0, head.length() - lineEnd.length());
    }
    return head + tail;
  }

  private static String value(Object value) {
    return switch (value) {
      case List<?> list ->
          list.stream().map(TomlConfiguration::value).collect(Collectors.joining(", ", "[", "]"));
      case Map<?, ?> map ->
          map.entrySet().stream()
              .map(each -> each.getKey() + " = " + value(each.getValue()))
              .collect(Collectors.joining(", ", "{ ", " }"));
      default -> JSON.writeValueAsString(value);
    };
  }
}
