package dev.parley.doors.rpc;

import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Trees of JSON, read strictly: what two readers could understand differently is refused. */
public final class Json {
  private static final int NESTING_MAX = 200;

  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(NESTING_MAX).build())
                  .build())
          .build();

  /** Apostrophes may stand for quotation marks, which reads better in Java. */
  private static final JsonMapper OWN =
      JsonMapper.builder(JsonFactory.builder().enable(JsonReadFeature.ALLOW_SINGLE_QUOTES).build())
          .build();

  private Json() {}

  public static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  public static ArrayNode array() {
    return JsonNodeFactory.instance.arrayNode();
  }

  /**
   * @throws RpcError when this is not one whole JSON text
   */
  public static JsonNode parse(byte[] text) {
    try {
      JsonNode tree = MAPPER.readTree(text);
      if (tree.isMissingNode()) {
        throw new RpcError(ErrorKind.Standard.PARSE, "nothing was sent");
      }
      return tree;
    } catch (JacksonException e) {
      throw new RpcError(ErrorKind.Standard.PARSE, "this is not JSON: " + e.getOriginalMessage());
    }
  }

  /**
   * Text of our own, such as a schema. Strings stand between apostrophes, or between quotation
   * marks when there is an apostrophe in them.
   */
  public static ObjectNode of(String text) {
    return (ObjectNode) OWN.readTree(text);
  }

  public static byte[] bytes(JsonNode tree) {
    return MAPPER.writeValueAsBytes(tree);
  }

  public static String text(JsonNode tree) {
    return MAPPER.writeValueAsString(tree);
  }
}
