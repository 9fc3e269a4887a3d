package dev.parley.agents.definitions;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.agents.context.Instructions;
import dev.parley.agents.definitions.Definition.Identity;
import dev.parley.agents.definitions.Definition.McpServer;
import dev.parley.agents.definitions.Definition.Running;
import dev.parley.agents.turns.AutoRun;
import dev.parley.core.address.AgentId;
import dev.parley.core.address.GroupName;
import dev.parley.core.address.InvalidAddress;
import dev.parley.core.address.Pattern;
import dev.parley.core.message.Sender;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Reads one document into a definition, noting all that is wrong with it. */
final class DefinitionReader {
  private static final Set<String> KEYS =
      Set.of(
          "id",
          "name",
          "identity",
          "description",
          "instructions",
          "prompt",
          "brain",
          "brains",
          "model",
          "models",
          "autoRun",
          "capabilities",
          "subscriptions",
          "groups",
          "metadata",
          "mcpServers");
  private static final Set<String> IDENTITY = Set.of("creature", "role", "vibe");
  private static final Set<String> RUNNING =
      Set.of("enabled", "triage", "debounceMs", "maxBatchSize", "maxTurnMs");

  private static final int NAME_MAX = 256;
  private static final int DESCRIPTION_MAX = 4_096;
  private static final int METADATA_MAX = 32 << 10;
  private static final int LIST_MAX = 100;

  private final Predicate<String> hasBrain;
  private final Set<String> brains;
  private final Map<String, String> modelOf;
  private final Variables variables;
  private final Problems problems;

  /**
   * @param hasBrain whether an agent can be given a brain of this name
   * @param brains the names of those that this hub has
   */
  DefinitionReader(
      Predicate<String> hasBrain,
      Set<String> brains,
      Map<String, String> modelOf,
      Variables variables,
      Problems problems) {
    this.hasBrain = hasBrain;
    this.brains = brains;
    this.modelOf = modelOf;
    this.variables = variables;
    this.problems = problems;
  }

  /**
   * @param stem the id of an agent whose document says none
   * @return null when there is no telling whom it is about
   */
  @Nullable Definition read(Node document, String stem) {
    if (!(document instanceof Node.Fields top)) {
      problems.add(
          document.at(),
          "keys with values are expected, such as 'id: planner', not " + document.kind());
      return null;
    }
    FieldReader fields = new FieldReader(top, "an agent", KEYS, variables, problems);
    String id = id(fields, stem);
    List<String> preferred = brains(fields);
    List<String> models = either(fields, "model", "models");
    Identity identity = identity(fields);
    List<String> capabilities = fields.texts("capabilities", LIST_MAX, NAME_MAX);
    Definition read =
        new Definition(
            id,
            notEmpty(fields, "name", NAME_MAX),
            fields.text("description", DESCRIPTION_MAX),
            identity,
            oneOf(fields, "instructions", "prompt"),
            preferred,
            models,
            running(fields, Preferred.of(preferred, models, modelOf)),
            capabilities,
            fields.addresses("subscriptions", LIST_MAX, 1_024, Pattern::parse),
            fields.addresses("groups", LIST_MAX, 128, GroupName::new),
            metadata(fields, identity, capabilities),
            servers(fields));
    return id.isEmpty() ? null : read;
  }

  private String id(FieldReader fields, String stem) {
    String id = fields.text("id", 128);
    String chosen = id == null ? stem : id;
    try {
      AgentId agent = new AgentId(chosen);
      if (agent.value().equals(Sender.OWNER_NAME)) {
        problems.add(fields.at("id"), "'" + agent + "' is you, the owner; choose another id");
      }
      return agent.value();
    } catch (InvalidAddress e) {
      problems.add(
          fields.at("id"),
          (id == null ? "without 'id' the file's name is taken, and: " : "'id': ")
              + e.getMessage());
      return "";
    }
  }

  private @Nullable String notEmpty(FieldReader fields, String key, int lengthMax) {
    String text = fields.text(key, lengthMax);
    if (text != null && text.isBlank()) {
      problems.add(fields.at(key), "'" + key + "' is empty; leave it out instead");
      return null;
    }
    return text;
  }

  private @Nullable String oneOf(FieldReader fields, String key, String alias) {
    if (fields.has(key) && fields.has(alias)) {
      problems.add(fields.at(alias), "'" + alias + "' means the same as '" + key + "': say one");
    }
    String used = fields.has(key) ? key : alias;
    String text = fields.text(used, Instructions.BYTES_MAX);
    if (text != null && text.getBytes(UTF_8).length > Instructions.BYTES_MAX) {
      problems.add(
          fields.at(used), "'" + used + "' has more than " + Instructions.BYTES_MAX + " bytes");
    }
    return text;
  }

  private List<String> either(FieldReader fields, String one, String several) {
    if (fields.has(one) && fields.has(several)) {
      problems.add(
          fields.at(one), "'" + one + "' means the same as '" + several + "': say one of them");
    }
    return fields.texts(fields.has(several) ? several : one, 20, NAME_MAX);
  }

  private List<String> brains(FieldReader fields) {
    String key = fields.has("brains") ? "brains" : "brain";
    List<String> named = either(fields, "brain", "brains");
    for (String name : named) {
      requireBrain(fields, key, name);
    }
    return named;
  }

  private void requireBrain(FieldReader fields, String key, String name) {
    if (!hasBrain.test(name)) {
      problems.add(
          fields.at(key),
          "'"
              + key
              + "': there is no brain '"
              + name
              + "' on this hub; "
              + (brains.isEmpty()
                  ? "it has none: name some under agents.brains in parley.yaml"
                  : "it has " + String.join(", ", brains.stream().sorted().toList())));
    }
  }

  private Identity identity(FieldReader fields) {
    FieldReader said = fields.under("identity", IDENTITY);
    return said == null
        ? new Identity(null, null, null)
        : new Identity(
            said.text("creature", NAME_MAX),
            said.text("role", NAME_MAX),
            said.text("vibe", NAME_MAX));
  }

  /** {@code true} means with the defaults. */
  private @Nullable Running running(FieldReader fields, List<String> preferred) {
    if (!fields.has("autoRun")) {
      return null;
    }
    String plain = fields.isScalar("autoRun") ? fields.text("autoRun", NAME_MAX) : null;
    Running running;
    if (plain != null) {
      if (!plain.equals("true") && !plain.equals("false")) {
        problems.add(
            fields.at("autoRun"),
            "'autoRun' must be true, false or keys with values, not '" + plain + "'");
      }
      running =
          new Running(
              plain.equals("true"),
              null,
              AutoRun.DEBOUNCE_MILLIS,
              AutoRun.BATCH,
              AutoRun.TURN_MILLIS);
    } else {
      FieldReader said = fields.under("autoRun", RUNNING);
      if (said == null) {
        return null;
      }
      String triage = said.text("triage", NAME_MAX);
      if (triage != null) {
        requireBrain(said, "triage", triage);
      }
      running =
          new Running(
              said.flag("enabled", true),
              triage,
              said.number("debounceMs", AutoRun.DEBOUNCE_MILLIS, 0, AutoRun.DEBOUNCE_LIMIT),
              (int) said.number("maxBatchSize", AutoRun.BATCH, 1, AutoRun.BATCH_LIMIT),
              said.number("maxTurnMs", AutoRun.TURN_MILLIS, 1_000, AutoRun.TURN_LIMIT));
    }
    if (running.enabled() && preferred.isEmpty()) {
      problems.add(
          fields.at("autoRun"),
          "'autoRun' needs a brain: say 'brain: NAME', or 'model: NAME' with a model that a brain"
              + " of this hub has");
    }
    return running;
  }

  private Map<String, String> metadata(
      FieldReader fields, Identity identity, List<String> capabilities) {
    Map<String, String> metadata = new LinkedHashMap<>();
    fields
        .named("metadata", LIST_MAX)
        .forEach((key, node) -> metadata.put(key, MetadataJson.of(node, variables, problems)));
    if (!identity.isEmpty() && metadata.put("identity", MetadataJson.of(identity)) != null) {
      problems.add(fields.at("metadata"), "'identity' has a key of its own; not in 'metadata'");
    }
    if (!capabilities.isEmpty()
        && metadata.put("capabilities", MetadataJson.of(capabilities)) != null) {
      problems.add(fields.at("metadata"), "'capabilities' has a key of its own; not in 'metadata'");
    }
    int size = metadata.values().stream().mapToInt(String::length).sum();
    if (size > METADATA_MAX) {
      problems.add(
          fields.at("metadata"),
          "'metadata' comes to " + size + " characters; at most " + METADATA_MAX);
    }
    return metadata;
  }

  private Map<String, McpServer> servers(FieldReader fields) {
    Map<String, McpServer> servers = new LinkedHashMap<>();
    fields
        .named("mcpServers", LIST_MAX)
        .forEach(
            (name, node) -> {
              FieldReader said = fields.under("mcpServers." + name, node, McpServerReader.KEYS);
              if (said != null) {
                servers.put(name, McpServerReader.read(name, said, node.at(), problems));
              }
            });
    return servers;
  }
}
