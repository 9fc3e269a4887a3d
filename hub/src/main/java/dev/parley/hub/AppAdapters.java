package dev.parley.hub;

import dev.parley.apps.channels.ChannelAdapter;
import dev.parley.apps.comms.CommAdapter;
import dev.parley.apps.gateways.GatewayAdapter;
import dev.parley.apps.gateways.Gateways;
import dev.parley.apps.hooks.HookAdapter;
import dev.parley.apps.hooks.HookDispatch;
import dev.parley.apps.host.Adapter;
import dev.parley.apps.proto.MessageSender;
import dev.parley.apps.schedules.ScheduleAdapter;
import dev.parley.apps.schedules.ScheduleTool;
import dev.parley.apps.tools.AppTools;
import dev.parley.apps.tools.ToolAdapter;
import dev.parley.comm.service.CommService;
import dev.parley.core.address.AgentId;
import dev.parley.core.address.InvalidAddress;
import dev.parley.core.broker.Broker;
import dev.parley.core.message.MessageLimit;
import dev.parley.core.participants.Agent;
import dev.parley.core.time.Timekeeper;
import dev.parley.hub.config.DataDirectory;
import dev.parley.hub.config.HubConfig;
import dev.parley.identity.audit.AuditLog;
import dev.parley.loops.BotIds;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Where what apps provide is used in this hub. It is there before the rooms that use it; the
 * adapters fill it when apps are launched.
 */
record AppAdapters(HookDispatch hooks, AppTools tools, Gateways gateways, ScheduleTool scheduling) {
  private static final JsonMapper JSON = new JsonMapper();

  AppAdapters(Timekeeper time) {
    this(new HookDispatch(time::millis), new AppTools(), new Gateways(), new ScheduleTool());
  }

  /**
   * All of them, in the order in which an app is attached: what it changes comes after what it
   * brings.
   */
  List<Adapter> of(
      HubConfig config,
      Broker broker,
      AuditLog audit,
      BotIds bots,
      CommService comm,
      AgentTools agentTools) {
    Path folder = config.data().resolve(DataDirectory.APPS);
    MessageLimit limit = new MessageLimit(config.limits().payloadBytesMax());
    return List.of(
        new ToolAdapter(tools, folder::resolve),
        new GatewayAdapter(gateways),
        new ChannelAdapter(broker, audit, limit, name -> sender(broker, bots, name)),
        new CommAdapter(comm, limit, broker.time()),
        new ScheduleAdapter(broker, audit, limit, agentTools.schedules(), scheduling),
        new HookAdapter(hooks));
  }

  /** Who an agent is to people elsewhere: its name, and the role that its owner has given it. */
  private static MessageSender sender(Broker broker, BotIds bots, String name) {
    try {
      AgentId id = new AgentId(name);
      Optional<Agent> agent = broker.participants().agent(id);
      return MessageSender.newBuilder()
          .setName(agent.map(Agent::name).orElse(name))
          .setRole(agent.map(AppAdapters::role).orElse(""))
          .setBotId(bots.of(id).toString())
          .build();
    } catch (InvalidAddress e) {
      return MessageSender.newBuilder().setName(name).build();
    }
  }

  private static String role(Agent agent) {
    String metadata = agent.metadata();
    try {
      return metadata == null ? "" : JSON.readTree(metadata).path("role").asString("");
    } catch (JacksonException e) {
      return "";
    }
  }
}
