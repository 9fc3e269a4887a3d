package dev.parley.testkit.model;

import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What somebody asked of a model.
 *
 * @param path with the query
 * @param headers by their names in lower case
 * @param body as it came
 */
public record ModelRequest(String path, Map<String, List<String>> headers, String body) {
  private static final JsonMapper JSON = new JsonMapper();

  public JsonNode json() {
    return JSON.readTree(body);
  }

  public @Nullable String header(String name) {
    List<String> values = headers.get(name);
    return values == null ? null : values.getFirst();
  }

  public boolean isStreaming() {
    return json().path("stream").asBoolean(false) || path.contains("alt=sse");
  }

  public String model() {
    return json().path("model").asString("");
  }

  /** Harnesses ask for titles and the like without any tools. */
  public boolean hasTools() {
    return !json().path("tools").isEmpty();
  }

  /** The results that tools gave, as the newest messages carry them. */
  public boolean mentions(String text) {
    return StreamSupport.stream(json().path("messages").spliterator(), false)
        .anyMatch(message -> message.toString().contains(text));
  }
}
