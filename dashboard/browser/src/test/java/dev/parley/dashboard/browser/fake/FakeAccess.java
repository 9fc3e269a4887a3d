package dev.parley.dashboard.browser.fake;

import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The rules of the stand-in hub. */
final class FakeAccess {
  private FakeAccess() {}

  static ObjectNode rules() {
    ObjectNode answer = new JsonMapper().createObjectNode();
    answer
        .putArray("rules")
        .addObject()
        .put("effect", "deny")
        .put("subject", "everyone")
        .put("action", "send")
        .put("path", "agent/payroll")
        .put("createdAt", 1_700_000_000_000L);
    return answer;
  }
}
