package dev.parley.hub.cli;

import dev.parley.client.ClientKey;
import dev.parley.client.json.JsonObject;
import dev.parley.core.store.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A key that {@code parley keys new} has made.
 *
 * @param agentId whose it is, where the file says so
 */
record KeyFile(@Nullable String agentId, ClientKey key) {

  /** Refused when others could have read it. */
  static KeyFile read(Path file) {
    try {
      if (Folders.isOpen(file)) {
        throw CliError.failed(
            file
                + " is open to others, who may have read it; withdraw that key with: parley keys"
                + " rotate");
      }
      byte[] bytes = Files.readAllBytes(file);
      ClientKey key = ClientKey.parse(bytes);
      String agent = JsonObject.parse(bytes).text("agentId", "");
      return new KeyFile(agent.isEmpty() ? null : agent, key);
    } catch (NoSuchFileException e) {
      throw CliError.failed("there is no key in " + file + "; make one with: parley keys new");
    } catch (IOException e) {
      throw CliError.failed("cannot read the key in " + file + ": " + e.getMessage());
    }
  }
}
