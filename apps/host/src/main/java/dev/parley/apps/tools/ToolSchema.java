package dev.parley.apps.tools;

import dev.parley.agents.tools.ForeignSchema;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** What an app says that its tool takes. */
final class ToolSchema {
  private static final Logger LOG = LoggerFactory.getLogger(ToolSchema.class);
  private static final int BYTES_MAX = 64 << 10;
  private static final TypeReference<LinkedHashMap<String, Object>> TREE = new TypeReference<>() {};
  private static final JsonMapper JSON = new JsonMapper();

  private ToolSchema() {}

  /**
   * @throws Refused when it is no JSON object, or too large
   */
  static Map<String, Object> read(String app, byte[] json) {
    if (json.length > BYTES_MAX) {
      throw new Refused(
          ErrorCode.TOO_LARGE,
          "the schema of the tool of '" + app + "' has " + json.length + " bytes");
    }
    try {
      Map<String, Object> schema = JSON.readValue(json, TREE);
      if (schema != null) {
        if (!isActionRequired(schema)) {
          LOG.warn(
              "the tool of the app '{}' has no 'action' that must be one of some words; models know"
                  + " tools with one",
              app);
        }
        return ForeignSchema.seen(schema);
      }
    } catch (JacksonException | IllegalArgumentException e) {
      // Told below like everything else that is no schema.
    }
    throw new Refused(
        ErrorCode.BAD_REQUEST,
        "the schema of the tool of '" + app + "' is no JSON object, so the tool is left out");
  }

  private static boolean isActionRequired(Map<String, Object> schema) {
    return schema.get("required") instanceof List<?> required
        && required.contains("action")
        && schema.get("properties") instanceof Map<?, ?> properties
        && properties.get("action") instanceof Map<?, ?> action
        && "string".equals(action.get("type"))
        && action.get("enum") instanceof List<?>;
  }
}
