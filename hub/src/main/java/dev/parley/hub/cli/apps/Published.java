package dev.parley.hub.cli.apps;

import dev.parley.client.json.JsonObject;
import dev.parley.hub.cli.CliError;
import dev.parley.hub.cli.output.Escaped;
import dev.parley.hub.cli.rest.RestCalls;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** What somebody has in a store. */
final class Published {
  private Published() {}

  /** The store's id of one's own app that is called one of these, or null. */
  static @Nullable String idOf(RestCalls calls, String... names) throws IOException {
    for (JsonObject product : calls.get(StoreOption.MINE).objects("products")) {
      JsonObject app = product.objectOrEmpty("app");
      for (String name : names) {
        boolean same =
            name.equals(app.text("id"))
                || name.equals(app.text("slug"))
                || name.equals(app.text("name"))
                || name.equals(app.objectOrEmpty("manifest").text("id"));
        if (!name.isEmpty() && same) {
          return app.text("id");
        }
      }
    }
    return null;
  }

  static String required(RestCalls calls, String name) throws IOException {
    String id = idOf(calls, name);
    if (id == null) {
      throw CliError.failed(
          "you have no app "
              + Escaped.line(name)
              + " in this store; bring it there with:"
              + " parley apps publish DIR --binary PLATFORM=FILE");
    }
    return id;
  }
}
