package dev.parley.hub.config;

/**
 * The MCP door.
 *
 * @param trustAgentIds on this machine an {@code agentId} in the address is believed without a
 *     token; for trying things out
 */
public record McpSettings(boolean trustAgentIds) {
  public static final McpSettings DEFAULT = new McpSettings(false);

  static McpSettings of(Settings settings) {
    return new McpSettings(settings.flag("mcp.trustAgentIds", DEFAULT.trustAgentIds));
  }
}
