package dev.parley.hub.config;

import java.time.Duration;

/**
 * The MCP door.
 *
 * @param trustAgentIds on this machine an {@code agentId} in the address is believed without a
 *     token; for trying things out
 * @param showAgainMs after so long a message that was shown and not marked comes again
 */
public record McpSettings(boolean trustAgentIds, int showAgainMs) {
  public static final McpSettings DEFAULT = new McpSettings(false, 60_000);

  public McpSettings {
    Checks.between("mcp.showAgainMs", showAgainMs, 100, 86_400_000);
  }

  static McpSettings of(Settings settings) {
    return new McpSettings(
        settings.flag("mcp.trustAgentIds", DEFAULT.trustAgentIds),
        settings.integer("mcp.showAgainMs", DEFAULT.showAgainMs));
  }

  public Duration showAgain() {
    return Duration.ofMillis(showAgainMs);
  }
}
