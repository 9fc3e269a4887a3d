package dev.parley.dashboard.browser.fake;

import io.vertx.core.http.HttpServerRequest;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What the agents of the stand-in hub have used: two rows, whatever they are added up by. */
final class FakeUsage {
  private FakeUsage() {}

  static ObjectNode report(HttpServerRequest request) {
    String by = request.getParam("by");
    ObjectNode report = new JsonMapper().createObjectNode();
    report.put("from", otherwise(request.getParam("from"), "2026-01-01"));
    report.put("to", otherwise(request.getParam("to"), "2026-01-30"));
    report.put("by", by);
    ArrayNode rows = report.putArray("rows");
    boolean daily = "day".equals(by);
    counts(
        rows.addObject().put("key", daily ? "2026-01-29" : by + " <b>one</b>"),
        1_200,
        3_456_789,
        90_000,
        12_345_678);
    counts(rows.addObject().put("key", daily ? "2026-01-30" : by + " two"), 1, 2, 3, 4);
    counts(report.putObject("total"), 1_201, 3_456_791, 90_003, 12_345_682);
    return report.put("more", false).put("daysKept", 90);
  }

  private static String otherwise(String given, String otherwise) {
    return given == null ? otherwise : given;
  }

  private static void counts(ObjectNode at, long calls, long input, long output, long micros) {
    at.put("calls", calls).put("inputTokens", input);
    at.put("outputTokens", output).put("costMicros", micros);
  }
}
