package dev.parley.client.message;

import dev.parley.client.json.JsonObject;

/** What became of dead letters that were routed again. */
public record Replay(long replayed, long delivered, long unmatched, JsonObject json) {

  public static Replay of(JsonObject answer) {
    return new Replay(
        answer.number("replayed", 0),
        answer.number("delivered", 0),
        answer.number("unmatched", 0),
        answer);
  }
}
