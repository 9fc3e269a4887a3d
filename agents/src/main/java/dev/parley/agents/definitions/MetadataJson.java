package dev.parley.agents.definitions;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Between YAML and the JSON in which agents have their metadata. */
final class MetadataJson {
  private static final JsonMapper JSON = new JsonMapper();
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private MetadataJson() {}

  static String of(Node node, Variables variables, Problems problems) {
    return JSON.writeValueAsString(tree(node, variables, problems));
  }

  static String of(List<String> texts) {
    return JSON.writeValueAsString(texts);
  }

  static String of(Definition.Identity identity) {
    ObjectNode object = NODES.objectNode();
    put(object, "creature", identity.creature());
    put(object, "role", identity.role());
    put(object, "vibe", identity.vibe());
    return JSON.writeValueAsString(object);
  }

  private static void put(ObjectNode object, String key, @Nullable String value) {
    if (value != null) {
      object.put(key, value);
    }
  }

  private static JsonNode tree(Node node, Variables variables, Problems problems) {
    return switch (node) {
      case Node.Scalar scalar when scalar.isNull() -> NODES.nullNode();
      case Node.Scalar scalar when scalar.isText() ->
          NODES.stringNode(variables.fill(scalar.text(), scalar.at(), problems));
      case Node.Scalar scalar -> plain(scalar.text());
      case Node.Items items -> {
        ArrayNode array = NODES.arrayNode();
        items.all().forEach(each -> array.add(tree(each, variables, problems)));
        yield array;
      }
      case Node.Fields fields -> {
        ObjectNode object = NODES.objectNode();
        fields.all().forEach((key, each) -> object.set(key, tree(each, variables, problems)));
        yield object;
      }
    };
  }

  /** A number, true or false; YAML knows numbers that JSON does not, which stay text. */
  private static JsonNode plain(String text) {
    try {
      JsonNode read = JSON.readTree(text);
      return read == null || read.isMissingNode() ? NODES.stringNode(text) : read;
    } catch (JacksonException e) {
      return NODES.stringNode(text);
    }
  }

  /** The metadata that an agent has, or an empty object. */
  static ObjectNode parse(@Nullable String metadata) {
    return metadata != null && JSON.readTree(metadata) instanceof ObjectNode object
        ? object
        : NODES.objectNode();
  }

  static JsonNode value(String json) {
    return JSON.readTree(json);
  }
}
