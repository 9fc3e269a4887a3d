package dev.parley.hub;

import dev.parley.agents.brain.Brain;
import dev.parley.agents.brain.Outcome;
import dev.parley.agents.brain.Permissions;
import dev.parley.agents.context.Contexts;
import dev.parley.agents.definitions.Definition.McpServer;
import dev.parley.agents.hooks.HookPoint;
import dev.parley.agents.hooks.Hooks;
import dev.parley.brains.acp.AcpBrain;
import dev.parley.brains.acp.AcpCrew;
import dev.parley.brains.command.CommandBrain;
import dev.parley.brains.harness.HarnessSetting;
import dev.parley.brains.harness.Harnesses;
import dev.parley.brains.harness.HarnessesConfig;
import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.hub.config.BrainSetting;
import dev.parley.identity.Authenticator;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes brains that are harnesses, and ends their processes with the hub. */
final class HarnessBrains implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HarnessBrains.class);
  private static final Pattern REFERENCE = Pattern.compile("\\$\\{(\\w+)}");

  /** Names of variables whose values are not shown to anybody. */
  private static final Pattern SECRET =
      Pattern.compile("KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL", Pattern.CASE_INSENSITIVE);

  private final Harnesses harnesses;
  private final AcpCrew crew;
  private final Map<String, String> environment;

  private HarnessBrains(
      Harnesses harnesses, Permissions permissions, Map<String, String> environment) {
    this.harnesses = harnesses;
    this.crew = new AcpCrew(harnesses, permissions);
    this.environment = environment;
  }

  /** Ends what a hub that was killed has left running, and is ready then. */
  static HarnessBrains open(
      HarnessesConfig config,
      Broker broker,
      Authenticator authenticator,
      Contexts contexts,
      Permissions permissions,
      Hooks hooks) {
    return new HarnessBrains(
        Harnesses.open(
            config,
            broker,
            authenticator,
            request -> told(contexts.of(request).instructions(), hooks)),
        permissions,
        config.environment());
  }

  /** Harnesses have a prompt of their own; what the hub adds to it is changed like others. */
  private static String told(String instructions, Hooks hooks) {
    try {
      return hooks.text(HookPoint.MESSAGE_PRE_SEND, "system_prompt", instructions);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return instructions;
    }
  }

  void hubIsAt(URI webSocket) {
    harnesses.hubIsAt(URI.create("http://" + webSocket.getRawAuthority() + "/mcp"));
  }

  /** The servers that harnesses are given beside the hub's. */
  void definedBy(Function<AgentId, Map<String, McpServer>> definitions) {
    harnesses.definedBy(definitions);
  }

  /** A variable that a setting names is not there. */
  private static final class Unset extends Exception {
    private static final long serialVersionUID = 1;

    Unset(String name) {
      super(name);
    }
  }

  Brain brain(String name, BrainSetting.Harness setting) {
    try {
      HarnessSetting filled = filled(name, setting);
      return setting.stays() ? new AcpBrain(filled, crew) : new CommandBrain(filled, harnesses);
    } catch (Unset e) {
      String why =
          "the brain '"
              + name
              + "' needs the variable "
              + e.getMessage()
              + ", which is not set in the hub's environment";
      LOG.warn("{}", why);
      return (_, _) -> new Outcome.Failed(why);
    }
  }

  private HarnessSetting filled(String name, BrainSetting.Harness setting) throws Unset {
    Map<String, String> variables = new HashMap<>();
    List<String> secrets = new ArrayList<>();
    for (String entry : setting.environment()) {
      int equals = entry.indexOf('=');
      String variable = equals < 0 ? entry : entry.substring(0, equals);
      String value = filled(equals < 0 ? "${" + entry + "}" : entry.substring(equals + 1));
      variables.put(variable, value);
      if (SECRET.matcher(variable).find()) {
        secrets.add(value);
      }
    }
    String key = setting.key();
    return new HarnessSetting(
        name,
        setting.preset(),
        setting.argv(),
        setting.directory(),
        variables,
        secrets,
        setting.model(),
        setting.endpoint(),
        key == null ? null : filled(key),
        setting.permissions(),
        setting.tools(),
        setting.idle(),
        setting.sandbox());
  }

  private String filled(String text) throws Unset {
    Matcher found = REFERENCE.matcher(text);
    StringBuilder filled = new StringBuilder();
    while (found.find()) {
      @Nullable String value = environment.get(found.group(1));
      if (value == null) {
        throw new Unset(found.group(1));
      }
      found.appendReplacement(filled, Matcher.quoteReplacement(value));
    }
    return found.appendTail(filled).toString();
  }

  @Override
  public void close() {
    harnesses.close();
  }
}
