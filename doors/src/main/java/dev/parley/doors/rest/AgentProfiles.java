package dev.parley.doors.rest;

import dev.parley.agents.context.Instructions;
import dev.parley.agents.definitions.Definition;
import dev.parley.agents.definitions.Definitions;
import dev.parley.agents.definitions.Kept;
import dev.parley.agents.programs.Program;
import dev.parley.agents.programs.Programs;
import dev.parley.agents.turns.AutoRun;
import dev.parley.agents.turns.Turns;
import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.participants.Agent;
import dev.parley.core.participants.Group;
import dev.parley.identity.Visit;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * All that an agent is, put together from the rooms that know a part of it: for the agent itself,
 * and for whoever may read its boxes. Secrets of its MCP servers are named and not shown.
 */
final class AgentProfiles {
  private static final JsonMapper JSON = new JsonMapper();
  private static final List<String> FROM_METADATA =
      List.of("identity", "status", "task", "capabilities");

  private final Broker broker;
  private final Turns turns;
  private final Programs programs;
  private final Definitions definitions;
  private final Instructions instructions;

  AgentProfiles(RestServices services) {
    this.broker = services.broker();
    this.turns = services.turns();
    this.programs = services.programs();
    this.definitions = services.rooms().definitions();
    this.instructions = services.instructions();
  }

  CompletableFuture<Reply> of(AgentId id) {
    Agent agent = broker.participants().requireAgent(id);
    return instructions.get(Visit.ofHub(), id).thenApply(told -> profile(id, agent, told));
  }

  private Reply profile(AgentId id, Agent agent, String told) {
    ObjectNode profile = JSON.createObjectNode();
    profile.put("agentId", id.value()).put("name", agent.name());
    put(profile, "description", agent.description());
    JsonNode metadata = parsed(agent.metadata());
    for (String key : FROM_METADATA) {
      if (metadata.has(key)) {
        profile.set(key, metadata.get(key));
      }
    }
    profile.put("online", broker.presence().of(id).isOnline());
    profile.put("createdAt", agent.createdAt());
    program(profile, programs.of(id));
    definitions.of(id).ifPresent(kept -> defined(profile, kept));
    if (!told.isEmpty()) {
      profile.put("instructions", told);
    }
    turns.said(id.value()).ifPresent(autoRun -> profile.set("autoRun", shown(autoRun)));
    ArrayNode subscriptions = profile.putArray("subscriptions");
    broker
        .participants()
        .subscriptions(id)
        .forEach(each -> subscriptions.add(each.pattern().text()));
    ArrayNode groups = profile.putArray("groups");
    broker.participants().groups().stream()
        .filter(group -> group.members().contains(id))
        .map(Group::name)
        .forEach(name -> groups.add(name.value()));
    if (agent.card() != null) {
      profile.set("card", parsed(agent.card()));
    }
    return Reply.ok(out -> out.raw(profile.toString()));
  }

  private static JsonNode parsed(@Nullable String json) {
    return json == null ? JSON.createObjectNode() : JSON.readTree(json);
  }

  private static void program(ObjectNode profile, Optional<Program> program) {
    program
        .filter(Program::isRunning)
        .ifPresent(
            running -> {
              profile.put("program", running.command());
              profile.put("startedAt", running.since());
            });
  }

  private static void put(ObjectNode object, String key, @Nullable String value) {
    if (value != null) {
      object.put(key, value);
    }
  }

  private static void defined(ObjectNode profile, Kept kept) {
    Definition definition = kept.definition();
    if (!definition.brains().isEmpty()) {
      definition.brains().forEach(profile.putArray("brains")::add);
    }
    if (!definition.models().isEmpty()) {
      profile.put("model", definition.models().getFirst());
      definition.models().forEach(profile.putArray("models")::add);
    }
    if (!definition.mcpServers().isEmpty()) {
      ObjectNode servers = profile.putObject("mcpServers");
      new TreeMap<>(definition.mcpServers())
          .forEach((name, server) -> servers.set(name, shown(server)));
    }
    profile
        .putObject("definition")
        .put("file", kept.file())
        .put("origin", kept.origin())
        .put("appliedAt", kept.appliedAt());
  }

  private static ObjectNode shown(Definition.McpServer server) {
    ObjectNode shown = JSON.createObjectNode();
    put(shown, "command", server.command());
    put(shown, "url", server.url());
    new TreeSet<>(server.env().keySet()).forEach(shown.putArray("env")::add);
    new TreeSet<>(server.headers().keySet()).forEach(shown.putArray("headers")::add);
    put(shown, "allow", server.allow());
    put(shown, "comm", server.comm());
    return shown;
  }

  private static void put(ObjectNode shown, String name, @Nullable List<String> values) {
    if (values != null && !values.isEmpty()) {
      values.forEach(shown.putArray(name)::add);
    }
  }

  private static ObjectNode shown(AutoRun autoRun) {
    ObjectNode shown = JSON.createObjectNode();
    shown.put("enabled", autoRun.enabled()).put("brain", autoRun.brain());
    put(shown, "triage", autoRun.triage());
    return shown
        .put("debounceMs", autoRun.debounceMillis())
        .put("maxBatchSize", autoRun.batchMax())
        .put("maxTurnMs", autoRun.turnMillisMax());
  }
}
