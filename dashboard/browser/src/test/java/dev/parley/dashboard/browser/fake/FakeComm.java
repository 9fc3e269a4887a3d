package dev.parley.dashboard.browser.fake;

import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** How the stand-in hub is connected to another one. */
final class FakeComm {
  private FakeComm() {}

  static ObjectNode status() {
    ObjectNode answer = new JsonMapper().createObjectNode();
    answer.put("enabled", true).put("plugin", "gateway").put("state", "connected");
    answer.put("reason", "").put("since", 1_700_000_000_000L).put("here", true);
    answer.put("problem", "").putArray("topics").add("lab/#general");
    ObjectNode plugin = answer.putArray("plugins").addObject();
    plugin.put("name", "gateway").put("version", "1.0.0");
    ObjectNode group = plugin.putArray("groups").addObject().put("title", "Authentication");
    group
        .putArray("fields")
        .addObject()
        .put("key", "token")
        .put("title", "Token")
        .put("description", "Of the bot or of its owner")
        .put("type", "password")
        .put("secret", true)
        .put("set", true)
        .put("source", "store");
    return answer;
  }
}
