package dev.parley.client;

import dev.parley.client.json.JsonObject;

/** Answers that are handed on as they came. */
final class Answers {
  private Answers() {}

  /** What the hub answered, without the parts that belong to the conversation with it. */
  static JsonObject document(JsonObject answer) {
    return answer.without("type", "requestId");
  }
}
