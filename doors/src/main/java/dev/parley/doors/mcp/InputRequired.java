package dev.parley.doors.mcp;

import dev.parley.doors.rpc.Json;
import tools.jackson.databind.node.ObjectNode;

/** Ends a modern call that cannot go on before its client has answered something. */
final class InputRequired extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient ObjectNode requests;
  private final String state;

  InputRequired(ObjectNode requests, String state) {
    super("input required", null, false, false);
    this.requests = requests;
    this.state = state;
  }

  ObjectNode toResult() {
    ObjectNode result = Json.object().put("resultType", "input_required");
    result.set("inputRequests", requests);
    return result.put("requestState", state);
  }
}
