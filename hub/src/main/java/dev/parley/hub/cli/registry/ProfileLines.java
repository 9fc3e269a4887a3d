package dev.parley.hub.cli.registry;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.client.json.JsonObject;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.CliError;
import dev.parley.hub.cli.output.Console;
import dev.parley.hub.cli.output.Escaped;
import dev.parley.hub.cli.output.Table;
import dev.parley.hub.cli.output.Times;
import dev.parley.hub.cli.rest.RestCalls;
import java.io.IOException;
import java.net.URLEncoder;
import java.util.List;

/** What is known of an agent beside its registration, for those who may see it. */
final class ProfileLines {
  private ProfileLines() {}

  /** Nothing when it is not for this caller, or there is no REST where it asks. */
  static JsonObject of(Cli cli, String agent) {
    try {
      return new RestCalls(cli).get("/api/agents/" + URLEncoder.encode(agent, UTF_8) + "/profile");
    } catch (CliError | IOException e) {
      return JsonObject.EMPTY;
    }
  }

  static void print(Console console, JsonObject profile) {
    Table table = new Table("PROFILE", "");
    for (String name : List.of("identity", "task", "capabilities", "groups", "brains", "models")) {
      if (profile.has(name) && !profile.shown(name).equals("[]")) {
        table.row(name, profile.shown(name));
      }
    }
    if (profile.has("startedAt")) {
      table.row("program", profile.text("program", ""));
      table.row("started", Times.local(profile.number("startedAt", 0)));
    }
    JsonObject autoRun = profile.objectOrEmpty("autoRun");
    if (autoRun.has("brain")) {
      table.row("runs with", autoRun.text("brain", "") + (autoRun.flag("enabled") ? "" : " (off)"));
    }
    JsonObject servers = profile.objectOrEmpty("mcpServers");
    if (!servers.names().isEmpty()) {
      table.row("MCP servers", String.join(", ", servers.names()));
    }
    JsonObject definition = profile.objectOrEmpty("definition");
    if (definition.has("file")) {
      table.row(
          "defined by",
          definition.text("file", "") + ", " + Times.local(definition.number("appliedAt", 0)));
    }
    if (!profile.names().isEmpty()) {
      table.print(console, "");
    }
    String instructions = profile.text("instructions", "");
    if (!instructions.isBlank()) {
      console.line(console.bold("INSTRUCTIONS"));
      instructions.strip().lines().forEach(line -> console.line(Escaped.line(line)));
    }
  }
}
