package dev.parley.hub.cli.apps;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.client.json.JsonObject;
import dev.parley.client.json.JsonWriter;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.output.Console;
import dev.parley.hub.cli.output.Escaped;
import java.net.URLEncoder;
import java.util.List;

/** How apps are shown. What an app says of itself is foreign text, and escaped. */
final class AppText {
  static final String APPS = "/api/apps";

  private AppText() {}

  static String path(String id) {
    return APPS + "/" + URLEncoder.encode(id, UTF_8);
  }

  /** How an app is, and what to do about it. */
  static void show(Cli cli, JsonObject app) {
    Console console = cli.console();
    if (cli.isJson()) {
      console.json(app);
      return;
    }
    about(console, app);
    String id = Escaped.line(app.text("id", ""));
    String state = app.text("state", "");
    String problem = app.text("problem", "");
    console.line("state: " + state + (problem.isEmpty() ? "" : " (" + Escaped.line(problem) + ")"));
    for (String warning : app.texts("warnings")) {
      console.line("warning: " + Escaped.line(warning));
    }
    for (JsonObject login : app.objects("logins")) {
      String provider = Escaped.line(login.text("provider", ""));
      console.line(
          "login at "
              + provider
              + ": "
              + (login.flag("connected")
                  ? "connected"
                  : "not connected; connect it with: parley apps connect " + id + " " + provider));
    }
    JsonObject pending = app.object("pending");
    if (pending != null) {
      console.line("");
      console.line(
          "version " + Escaped.line(pending.text("version", "")) + " waits: it also wants to");
      permissions(console, pending.objects("newPermissions"));
      console.line("let it in with: parley apps approve " + id);
    }
    String next =
        switch (state) {
          case "failed", "unhealthy" -> "look at what it wrote with: parley apps logs " + id;
          case "stopped" -> "launch it with: parley apps launch " + id;
          case "quarantined" ->
              "its store has revoked it; take it away with: parley apps uninstall " + id;
          default -> "";
        };
    if (!next.isEmpty()) {
      console.note(next);
    }
  }

  static void about(Console console, JsonObject app) {
    console.line(
        console.bold(Escaped.line(app.text("name", app.text("id", ""))))
            + "  "
            + Escaped.line(app.text("id", ""))
            + " "
            + Escaped.line(app.text("version", "")));
    String description = app.text("description", "");
    if (!description.isEmpty()) {
      console.line(Escaped.line(description));
    }
    console.line("provides: " + Escaped.line(String.join(", ", app.texts("provides"))));
    List<JsonObject> permissions = app.objects("permissions");
    console.line(permissions.isEmpty() ? "it needs no permission" : "it may");
    permissions(console, permissions);
  }

  static void permissions(Console console, List<JsonObject> permissions) {
    for (JsonObject each : permissions) {
      String text = Escaped.line(each.text("text", ""));
      console.line(
          "  - "
              + (each.flag("sensitive") ? console.yellow(text) : text)
              + console.dim("  (" + Escaped.line(each.text("permission", "")) + ")"));
    }
  }

  static List<String> names(List<JsonObject> permissions) {
    return permissions.stream().map(each -> each.text("permission", "")).toList();
  }

  static byte[] agreed(List<JsonObject> permissions) {
    return new JsonWriter().put("permissions", names(permissions)).toBytes();
  }
}
