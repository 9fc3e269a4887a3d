package dev.parley.hub.config;

import dev.parley.identity.limits.Rates;
import java.nio.file.Path;

/**
 * Everything that can be set about a hub.
 *
 * @param data the folder it lives in; given by flag or environment, never in the file inside it
 * @param host the address both ports are bound to
 * @param port for the owner: dashboard, REST, {@code /ws}; 0 takes any free one
 * @param agentPort for agents: {@code /mcp}, {@code /ws}, {@code /health}; 0 takes any free one
 */
public record HubConfig(
    Path data,
    String host,
    int port,
    int agentPort,
    HttpConfig http,
    LimitsConfig limits,
    Rates rates,
    SharesConfig shares,
    AccountsConfig accounts,
    LoopsConfig loops,
    UsageConfig usage,
    GovernorSettings governor,
    GatewayConfig gateway,
    RetentionConfig retention,
    DeliveryConfig delivery,
    IdempotencyConfig idempotency,
    McpSettings mcp,
    AgentsConfig agents,
    LogConfig log,
    TracesSettings traces,
    FileMailboxConfig files,
    StoreConfig store,
    CommConfig comm,
    AppsSettings apps) {
  public static final String HOST = "127.0.0.1";
  public static final int PORT = 3000;
  public static final int AGENT_PORT = 3100;

  public HubConfig {
    if (host.isBlank()) {
      throw new BadConfig("host", host, "an address such as 127.0.0.1");
    }
    Checks.between("port", port, 0, 65_535);
    Checks.between("agentPort", agentPort, 0, 65_535);
    if (port != 0 && port == agentPort) {
      throw new BadConfig("agentPort", agentPort, "another port than 'port'");
    }
  }

  public static HubConfig defaults(Path data) {
    return of(data, Settings.none());
  }

  /** Both ports taken from those that are free: for tests and demonstrations. */
  public static HubConfig onFreePorts(Path data) {
    HubConfig config = defaults(data);
    return new HubConfig(
        data,
        HOST,
        0,
        0,
        config.http,
        config.limits,
        config.rates,
        config.shares,
        config.accounts,
        config.loops,
        config.usage,
        config.governor,
        config.gateway,
        config.retention,
        config.delivery,
        config.idempotency,
        config.mcp,
        config.agents,
        config.log,
        config.traces,
        config.files,
        config.store,
        config.comm,
        config.apps);
  }

  static HubConfig of(Path data, Settings settings) {
    return new HubConfig(
        data,
        settings.text("host", HOST),
        settings.integer("port", PORT),
        settings.integer("agentPort", AGENT_PORT),
        HttpConfig.of(settings),
        LimitsConfig.of(settings),
        RatesConfig.of(settings),
        SharesConfig.of(settings),
        AccountsConfig.of(settings),
        LoopsConfig.of(settings),
        UsageConfig.of(settings),
        GovernorSettings.of(settings),
        GatewayConfig.of(settings),
        RetentionConfig.of(settings),
        DeliveryConfig.of(settings),
        IdempotencyConfig.of(settings),
        McpSettings.of(settings),
        AgentsConfig.of(data, settings),
        LogConfig.of(settings),
        TracesSettings.of(settings),
        FileMailboxConfig.of(data, settings),
        StoreConfig.of(data, settings),
        CommConfig.of(settings),
        AppsSettings.of(settings));
  }

  /** Only this machine can reach it. */
  public boolean isLoopback() {
    return host.equals("localhost") || host.equals("::1") || host.startsWith("127.");
  }
}
