package dev.parley.client;

import dev.parley.client.json.JsonObject;
import org.jspecify.annotations.Nullable;

/** Who the hub takes this client for. {@code agentId} is null for the owner. */
public record Principal(@Nullable String agentId) {

  static Principal of(JsonObject principal) {
    return new Principal(principal.text("agentId"));
  }

  public boolean isOwner() {
    return agentId == null;
  }
}
