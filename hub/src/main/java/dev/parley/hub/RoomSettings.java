package dev.parley.hub;

import dev.parley.agents.programs.ProgramsConfig;
import dev.parley.agents.turns.TurnsConfig;
import dev.parley.brains.harness.HarnessesConfig;
import dev.parley.core.broker.BrokerConfig;
import dev.parley.core.message.MessageLimit;
import dev.parley.doors.http.DoorConfig;
import dev.parley.doors.http.OwnAddress;
import dev.parley.doors.mcp.McpConfig;
import dev.parley.doors.rest.events.FeedConfig;
import dev.parley.hub.config.DataDirectory;
import dev.parley.hub.config.HubConfig;
import dev.parley.identity.limits.RateLimits;
import dev.parley.identity.limits.Shares;
import dev.parley.processes.sandbox.Confinement;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What each room is told of the hub's configuration. */
final class RoomSettings {
  private static final Logger LOG = LoggerFactory.getLogger(RoomSettings.class);

  private RoomSettings() {}

  static ProgramsConfig programsConfig(HubConfig config) {
    return new ProgramsConfig(
        config.data().resolve(DataDirectory.PROGRAMS),
        config.agents().commands(),
        System.getenv(),
        config.agents().runningMax(),
        Duration.ofMillis(config.agents().settleMillis()),
        Duration.ofMillis(config.agents().stopGraceMillis()),
        config.agents().logBytesMax(),
        config.data(),
        Confinement::here);
  }

  static HarnessesConfig harnessesConfig(HubConfig config) {
    return HarnessesConfig.in(
            config.data().resolve(DataDirectory.HARNESSES),
            System.getenv(),
            config.agents().harnessesMax())
        .hiding(config.data());
  }

  static McpConfig mcpConfig(HubConfig config, String version, OwnAddress address) {
    return McpConfig.of(version)
        .trustingAgentIds(trustAgentIds(config))
        .calledAs(address)
        .showingAgainAfter(config.mcp().showAgain())
        .limitedTo(new MessageLimit(config.limits().payloadBytesMax()));
  }

  private static boolean trustAgentIds(HubConfig config) {
    if (!config.mcp().trustAgentIds()) {
      return false;
    }
    LOG.warn(
        config.isLoopback()
            ? "mcp.trustAgentIds is on: every program on this machine may be any agent over MCP"
            : "mcp.trustAgentIds is ignored: this hub can be reached from other machines");
    return config.isLoopback();
  }

  static TurnsConfig turnsConfig(
      HubConfig config, Brains brains, HarnessBrains harnesses, AppAdapters apps) {
    return TurnsConfig.of(brains.of(config.agents().brains(), harnesses))
        .failingTasksOnShutdown(config.agents().failsTasksOnShutdown())
        .withOpenBrains(config.agents().openBrains())
        .with(apps.gateways().within(brains.surroundings()), apps.hooks());
  }

  static dev.parley.brains.mcp.McpConfig mcpServersConfig(HubConfig config) {
    return dev.parley.brains.mcp.McpConfig.in(
        config.data().resolve(DataDirectory.MCP),
        System.getenv(),
        config.agents().mcpServersMax(),
        Duration.ofMillis(config.agents().mcpCallMillis()));
  }

  static RateLimits rateLimits(HubConfig config) {
    return new RateLimits(config.rates(), System::nanoTime);
  }

  static BrokerConfig brokerConfig(HubConfig config) {
    return new BrokerConfig(
        Duration.ofMinutes(config.idempotency().windowMinutes()),
        Duration.ofDays(config.retention().outboxDays()),
        Duration.ofDays(config.retention().inboxDays()),
        config.retention().inboxCountMax(),
        Duration.ofDays(config.retention().deadLetterDays()),
        BrokerConfig.DEFAULT.sweepEvery(),
        config.shares().registry(),
        config.shares().sending());
  }

  static Shares connections(HubConfig config) {
    return new Shares(
        "connections",
        "limits.connectionsMax",
        config.limits().connectionsMax(),
        "limits.connectionsPerAgentMax",
        config.shares().connectionsPerAgentMax());
  }

  static FeedConfig feedConfig(HubConfig config) {
    return FeedConfig.DEFAULT.withReaders(
        config.shares().eventReadersMax(), config.shares().eventReadersPerAgentMax());
  }

  static DoorConfig doorConfig(HubConfig config) {
    DoorConfig.Ports ports = DoorConfig.Ports.DEFAULT;
    DoorConfig.Limits limits = DoorConfig.Limits.DEFAULT;
    return DoorConfig.DEFAULT
        .withPorts(
            new DoorConfig.Ports(
                config.host(),
                config.port(),
                config.agentPort(),
                config.http().hosts(),
                ports.eventLoops()))
        .withLimits(
            new DoorConfig.Limits(
                config.limits().connectionsMax(),
                config.limits().strangersMax(),
                config.limits().frameBytesMax(),
                limits.strangerFrameBytesMax(),
                config.limits().payloadBytesMax(),
                config.limits().unansweredMax(),
                limits.unansweredBytesMax(),
                limits.outgoingBytesMax(),
                limits.badFramesMax(),
                limits.badFramesWindow()))
        .withPushing(
            new DoorConfig.Pushing(
                Duration.ofMillis(config.delivery().ackTimeoutMs()),
                config.delivery().maxAttempts(),
                config.delivery().window()));
  }
}
