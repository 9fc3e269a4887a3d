package dev.parley.agents.tools;

import java.util.Map;

/**
 * A tool as a model is shown it.
 *
 * @param description what it is for; where others wrote it, fenced
 * @param schema the JSON schema of what it is told, as a tree of maps and lists
 */
public record Offered(String name, String description, Map<String, Object> schema) {
  static Offered of(Tool tool) {
    return new Offered(tool.name(), tool.help(), tool.schema());
  }
}
