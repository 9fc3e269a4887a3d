package dev.parley.brains.acp;

import dev.parley.agents.definitions.Definition.McpServer;
import dev.parley.brains.harness.HarnessSetting;
import dev.parley.brains.harness.Harnesses;
import dev.parley.brains.harness.Preset;
import dev.parley.core.address.SessionKey;
import dev.parley.core.participants.Session;
import dev.parley.processes.Startable;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The servers that a session of a harness is given: the hub's, and those of its agent's definition.
 * A harness uses a whole server or none of it, so that sessions with others have only those whose
 * definition leaves all of it to them.
 */
final class SessionServers {
  private static final Logger LOG = LoggerFactory.getLogger(SessionServers.class);

  private final HarnessSetting setting;
  private final Harnesses.Running process;
  private final Harnesses harnesses;
  private final boolean overHttp;

  /**
   * @param able what the harness says it can do
   */
  SessionServers(
      HarnessSetting setting, Harnesses.Running process, Harnesses harnesses, JsonNode able) {
    this.setting = setting;
    this.process = process;
    this.harnesses = harnesses;
    this.overHttp = able.path("mcpCapabilities").path("http").asBoolean(false);
  }

  ArrayNode of(SessionKey key) {
    ArrayNode servers = process.outfit().mcpServers().deepCopy();
    new TreeMap<>(harnesses.servers(key.agent()))
        .forEach(
            (name, server) -> {
              if (mayHave(key, server)) {
                described(name, server)
                    .ifPresentOrElse(
                        servers::add,
                        () ->
                            LOG.warn(
                                "the harness of '{}' goes without the MCP server '{}', which it"
                                    + " cannot reach or whose program is not there",
                                key.agent(),
                                name));
              }
            });
    return servers;
  }

  private boolean mayHave(SessionKey key, McpServer server) {
    // OpenCode shares the servers of one folder among its sessions.
    boolean isOwners =
        key.session().value().equals(Session.MAIN) && setting.preset() != Preset.OPENCODE;
    return isOwners || server.isForComm(McpServer.ALL);
  }

  private Optional<ObjectNode> described(String name, McpServer server) {
    ObjectNode described = JsonNodeFactory.instance.objectNode();
    String url = server.url();
    if (url != null) {
      described.put("type", "http").put("name", name).put("url", url);
      put(described.putArray("headers"), server.headers());
      return overHttp ? Optional.of(described) : Optional.empty();
    }
    Optional<Path> program =
        Startable.find(
            String.valueOf(server.command()),
            process.directory(),
            server.env().getOrDefault("PATH", harnesses.path()));
    described.put("name", name).put("command", program.map(Path::toString).orElse(""));
    ArrayNode args = described.putArray("args");
    server.args().forEach(args::add);
    put(described.putArray("env"), server.env());
    return program.map(_ -> described);
  }

  private static void put(ArrayNode pairs, Map<String, String> values) {
    new TreeMap<>(values)
        .forEach((name, value) -> pairs.addObject().put("name", name).put("value", value));
  }
}
