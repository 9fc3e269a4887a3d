package dev.parley.hub.cli.rest;

import dev.parley.client.json.JsonObject;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.CliError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A file of this machine that was stored in the hub. */
public final class StoredFile {
  private static final String UNKNOWN_TYPE = "application/octet-stream";

  private StoredFile() {}

  /**
   * @throws CliError when it cannot be read: before anything is sent
   */
  public static void require(Path file) {
    if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
      throw CliError.usage("'" + file + "' is no file that can be read");
    }
  }

  /**
   * Stores it.
   *
   * @param type its content type, or null to go by its name
   * @return what the hub says about it
   */
  static JsonObject store(Cli cli, Path file, @Nullable String type) throws IOException {
    require(file);
    String guessed = type != null ? type : Files.probeContentType(file);
    return new RestCalls(cli).upload("/api/blobs", file, guessed == null ? UNKNOWN_TYPE : guessed);
  }

  /** Stores it, and says what a message has to say that attaches it. */
  public static Map<String, Object> attachment(Cli cli, Path file) throws IOException {
    JsonObject stored = store(cli, file, null);
    Map<String, Object> attachment = new LinkedHashMap<>();
    attachment.put("name", String.valueOf(file.getFileName()));
    attachment.put("sha256", stored.text("sha256", ""));
    attachment.put("size", stored.number("size", 0));
    attachment.put("contentType", stored.text("contentType", UNKNOWN_TYPE));
    return attachment;
  }
}
