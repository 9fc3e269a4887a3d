package dev.parley.agents.memory;

import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;

/**
 * One thing that an agent remembers.
 *
 * @param subject of whom or what, in the layer of entities; the day, such as 2026-01-31, in the
 *     daily one; otherwise empty
 * @param times how often it was stored
 */
public record Memory(
    String id,
    String agent,
    Layer layer,
    String subject,
    String text,
    long createdAt,
    long updatedAt,
    long times) {
  private static final JsonMapper JSON = new JsonMapper();
  private static final Pattern NUMBER = Pattern.compile("[0-9]+");

  /** The key of its record. */
  public String key() {
    return agent + "/" + id;
  }

  byte[] toJson() {
    return JSON.writeValueAsBytes(this);
  }

  static Memory parse(byte[] json) {
    return JSON.readValue(json, Memory.class);
  }

  /** Two texts that differ in case, spaces and a last full stop are the same. */
  static String normal(String text) {
    return text.strip().toLowerCase(Locale.ROOT).replaceAll("\\s+", " ").replaceFirst("[.!]+$", "");
  }

  /** The numbers in a text: what differs in them is alike in words and not in what it says. */
  static List<String> numbers(String text) {
    return NUMBER.matcher(text).results().map(MatchResult::group).toList();
  }

  Memory again(String newText, long now) {
    return new Memory(id, agent, layer, subject, newText, createdAt, now, times + 1);
  }
}
