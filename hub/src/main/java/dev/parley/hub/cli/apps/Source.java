package dev.parley.hub.cli.apps;

import dev.parley.client.json.JsonObject;
import dev.parley.client.json.JsonWriter;
import dev.parley.hub.cli.CliError;
import dev.parley.hub.cli.output.Escaped;
import dev.parley.hub.cli.rest.RestCalls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is to be installed, as the hub is told: a package that was uploaded, or an app's id. */
final class Source {
  private static final String ENDING = ".napp";

  private Source() {}

  /**
   * @param what a file, or the id of an app in a store
   * @param store null for the one that the hub is set to
   */
  static Map<String, Object> of(RestCalls calls, String what, @Nullable String store)
      throws IOException {
    Map<String, Object> fields = new LinkedHashMap<>();
    if (what.endsWith(ENDING) || what.contains("/") || Files.isRegularFile(Path.of(what))) {
      Path file = Path.of(what);
      if (store != null) {
        throw CliError.usage("--store goes with the id of an app, not with a file");
      }
      if (!Files.isRegularFile(file)) {
        throw CliError.usage("there is no file " + Escaped.line(what));
      }
      JsonObject blob = calls.upload("/api/blobs", file, "application/x-napp");
      fields.put("sha256", blob.text("sha256", ""));
      return fields;
    }
    fields.put("id", what);
    if (store != null) {
      fields.put("store", store);
    }
    return fields;
  }

  static JsonObject inspected(RestCalls calls, Map<String, Object> source) throws IOException {
    return calls.send("POST", AppText.APPS + "/inspect", new JsonWriter().putAll(source).toBytes());
  }
}
