package dev.parley.apps.signature;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The keys of a store.
 *
 * @param current with which it signs now
 * @param earlier with which it has signed, and which are still good. Other stores name none; other
 *     clients do not look
 */
public record StoreKeys(StoreKey current, List<StoreKey> earlier) {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String EARLIER = "earlier";
  private static final int EARLIER_MAX = 100;

  public StoreKeys {
    earlier = List.copyOf(earlier);
  }

  public Optional<StoreKey> find(String id) {
    return current.id().equals(id)
        ? Optional.of(current)
        : earlier.stream().filter(key -> key.id().equals(id)).findFirst();
  }

  /**
   * @throws Refused when these are no keys
   */
  public static StoreKeys parse(byte[] json) {
    try {
      JsonNode root = JSON.readTree(json);
      List<StoreKey> earlier = new ArrayList<>();
      for (JsonNode each : root.path(EARLIER)) {
        if (earlier.size() < EARLIER_MAX) {
          earlier.add(key(each));
        }
      }
      return new StoreKeys(key(root), earlier);
    } catch (JacksonException e) {
      throw new Refused(ErrorCode.BAD_JSON, "the store's key is not JSON");
    }
  }

  private static StoreKey key(JsonNode node) {
    if (!node.path("algorithm").asString("").equals("ed25519")) {
      throw new Refused(ErrorCode.BAD_REQUEST, "the store's key is not an Ed25519 key");
    }
    return new StoreKey(node.path("keyId").asString(""), node.path("publicKey").asString(""));
  }

  /** The answer of {@code GET /api/v1/apps/signing-key}. */
  public byte[] toJson() {
    ObjectNode root = written(current);
    ArrayNode list = root.putArray(EARLIER);
    earlier.forEach(key -> list.add(written(key)));
    return JSON.writeValueAsBytes(root);
  }

  private static ObjectNode written(StoreKey key) {
    return JSON.createObjectNode()
        .put("algorithm", "ed25519")
        .put("keyId", key.id())
        .put("key_id", key.id())
        .put("publicKey", key.publicKey())
        .put("public_key", key.publicKey());
  }
}
