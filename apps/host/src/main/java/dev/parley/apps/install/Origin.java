package dev.parley.apps.install;

import dev.parley.apps.signature.StoreKey;
import dev.parley.core.error.Refused;
import dev.parley.core.store.OwnersFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Where an installed app came from. It lies in the app's folder and is swapped with it.
 *
 * @param store the name of the store, or null for a file
 * @param storeId the app's id there, or null for a file
 * @param verified the key with which its signatures were verified last, or null
 * @param installedAt Unix milliseconds
 */
public record Origin(
    @Nullable String store,
    @Nullable String storeId,
    @Nullable StoreKey verified,
    long installedAt) {
  static final String FILE = ".installed";
  private static final JsonMapper JSON = JsonMapper.builder().build();

  Origin verifiedWith(StoreKey key) {
    return new Origin(store, storeId, key, installedAt);
  }

  /** Empty for an app that was put there by hand. */
  static Optional<Origin> of(Path folder) {
    try {
      JsonNode root = JSON.readTree(Files.readAllBytes(folder.resolve(FILE)));
      String keyId = root.path("keyId").asString("");
      return Optional.of(
          new Origin(
              text(root, "store"),
              text(root, "storeId"),
              keyId.isEmpty() ? null : new StoreKey(keyId, root.path("publicKey").asString("")),
              root.path("installedAt").asLong(0)));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException | JacksonException | Refused e) {
      // Damaged: as if it had never been verified, which is the careful reading.
      return Optional.of(new Origin("unknown", null, null, 0));
    }
  }

  private static @Nullable String text(JsonNode root, String name) {
    String text = root.path(name).asString("");
    return text.isEmpty() ? null : text;
  }

  void write(Path folder) throws IOException {
    ObjectNode root = JSON.createObjectNode();
    root.put("store", store);
    root.put("storeId", storeId);
    root.put("installedAt", installedAt);
    if (verified != null) {
      root.put("keyId", verified.id());
      root.put("publicKey", verified.publicKey());
    }
    OwnersFile.write(folder, FILE, JSON.writeValueAsBytes(root));
  }
}
