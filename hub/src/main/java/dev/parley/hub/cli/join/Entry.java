package dev.parley.hub.cli.join;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/**
 * What a client is told of the hub, in its own words: text, numbers, booleans, lists of text and
 * maps of text.
 */
record Entry(SequencedMap<String, Object> fields) {
  /** OpenCode gives up a silent call after a minute, unless it is told otherwise. */
  private static final int PATIENCE_MILLIS = 300_000;

  private static final int PATIENCE_SECONDS = PATIENCE_MILLIS / 1000;

  /**
   * @param name what the server is called there
   */
  static Entry of(Client client, String name, Way way) {
    SequencedMap<String, Object> fields = new LinkedHashMap<>();
    switch (way) {
      case Way.Http http -> http(fields, client, name, http);
      case Way.Stdio stdio -> stdio(fields, client, name, stdio.command());
    }
    switch (client) {
      // Otherwise its model does not see the tools until it has searched for them.
      case CLAUDE -> fields.put("alwaysLoad", true);
      case OPENCODE -> {
        fields.put("enabled", true);
        fields.put("timeout", PATIENCE_MILLIS);
      }
      // A hub that does not answer is to be seen, and "approve" is what makes calls work
      // unattended.
      case CODEX -> {
        fields.put("required", true);
        fields.put("default_tools_approval_mode", "approve");
      }
      // Without it the tools are not offered at all when nobody is asked.
      case GEMINI -> fields.put("trust", true);
      case GOOSE -> fields.put("timeout", PATIENCE_SECONDS);
      default -> {}
    }
    return new Entry(fields);
  }

  private static void http(
      SequencedMap<String, Object> fields, Client client, String name, Way.Http http) {
    String url = http.url().toString();
    Map<String, String> headers = Map.of("Authorization", http.authorization());
    switch (client) {
      case CLAUDE, VSCODE -> fields.put("type", "http");
      case OPENCODE -> fields.put("type", "remote");
      case GOOSE -> goose(fields, name, "streamable_http");
      default -> {}
    }
    String address =
        switch (client) {
          case GEMINI -> "httpUrl";
          case WINDSURF -> "serverUrl";
          case GOOSE -> "uri";
          default -> "url";
        };
    fields.put(address, url);
    fields.put(client == Client.CODEX ? "http_headers" : "headers", headers);
    if (client == Client.OPENCODE) {
      fields.put("oauth", false);
    }
  }

  private static void stdio(
      SequencedMap<String, Object> fields, Client client, String name, List<String> command) {
    switch (client) {
      case OPENCODE -> {
        fields.put("type", "local");
        fields.put("command", command);
        return;
      }
      case GOOSE -> goose(fields, name, "stdio");
      case CLAUDE, CURSOR, VSCODE -> fields.put("type", "stdio");
      default -> {}
    }
    fields.put(client == Client.GOOSE ? "cmd" : "command", command.getFirst());
    fields.put("args", command.subList(1, command.size()));
  }

  private static void goose(SequencedMap<String, Object> fields, String name, String type) {
    fields.put("enabled", true);
    fields.put("type", type);
    fields.put("name", name);
    fields.put("description", "Messages to and from other agents");
  }
}
