package dev.parley.brains.harness;

import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a harness is given so that it works for one agent and nobody else: its variables, its own
 * configuration, and the hub's MCP server, whose tools it need not ask for.
 *
 * @param variables beside the usual ones
 * @param files its configuration, by path; no secrets are in them
 * @param mcpServers for a new session over the Agent Client Protocol
 * @param meta for the same
 */
public record Outfit(
    Map<String, String> variables, Map<Path, String> files, ArrayNode mcpServers, ObjectNode meta) {
  /** What the hub's MCP server is called at harnesses. */
  static final String SERVER = "hub";

  /** In which a harness finds its token, where its configuration can name a variable. */
  public static final String TOKEN = "PARLEY_TOKEN";

  static final String KEY = "PARLEY_MODEL_KEY";

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** What only the process itself is told. */
  record Access(URI mcp, String token) {
    @Override
    public String toString() {
      return "Access[" + mcp + "]";
    }
  }

  static Outfit of(HarnessSetting setting, Path home, Access access) {
    Map<String, String> variables = new HashMap<>();
    Map<Path, String> files = new LinkedHashMap<>();
    ArrayNode servers = NODES.arrayNode();
    ObjectNode meta = NODES.objectNode();
    // A harness reads and keeps things below its user's home as well: each agent has its own.
    variables.put("HOME", home.toString());
    variables.put(TOKEN, access.token);
    variables.put("PARLEY_MCP_URL", access.mcp.toString());
    switch (setting.preset()) {
      case CLAUDE -> {
        claude(setting, home, access, variables, files, meta);
        servers.add(server(access));
      }
      case CODEX -> codex(setting, home, access, variables, files);
      case OPENCODE -> opencode(setting, home, access, variables, files);
      case GEMINI -> gemini(setting, home, access, variables, files);
      case OTHER -> servers.add(server(access));
    }
    variables.putAll(setting.environment());
    return new Outfit(variables, files, servers, meta);
  }

  private static ObjectNode server(Access access) {
    ObjectNode server =
        NODES
            .objectNode()
            .put("type", "http")
            .put("name", SERVER)
            .put("url", access.mcp.toString());
    server
        .putArray("headers")
        .addObject()
        .put("name", "Authorization")
        .put("value", "Bearer " + access.token);
    return server;
  }

  private static void claude(
      HarnessSetting setting,
      Path home,
      Access access,
      Map<String, String> variables,
      Map<Path, String> files,
      ObjectNode meta) {
    Path folder = home.resolve("claude");
    variables.put("CLAUDE_CONFIG_DIR", folder.toString());
    variables.put("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1");
    variables.put("DISABLE_AUTOUPDATER", "1");
    // It would try for minutes after a wrong key, which looks like thinking.
    variables.put("CLAUDE_CODE_MAX_RETRIES", "1");
    // Otherwise the model is not shown the hub's tools before it has searched for them.
    variables.put("ENABLE_TOOL_SEARCH", "false");
    put(variables, "ANTHROPIC_MODEL", setting.model());
    put(variables, "ANTHROPIC_BASE_URL", setting.endpoint());
    put(variables, "ANTHROPIC_API_KEY", setting.key());
    ObjectNode options = meta.putObject("claudeCode").putObject("options");
    options.putArray("allowedTools").add("mcp__" + SERVER);
    options.putArray("settingSources");
    // As root it would not even begin a session otherwise.
    options.put("allowDangerouslySkipPermissions", false);
    ObjectNode servers = NODES.objectNode();
    ObjectNode hub = servers.putObject("mcpServers").putObject(SERVER);
    hub.put("type", "http").put("url", access.mcp.toString()).put("alwaysLoad", true);
    hub.putObject("headers").put("Authorization", "Bearer ${" + TOKEN + "}");
    files.put(claudeServers(home), servers.toString());
  }

  /** The file that names the MCP servers for {@code claude -p}. */
  public static Path claudeServers(Path home) {
    return home.resolve("claude").resolve("parley-mcp.json");
  }

  private static void codex(
      HarnessSetting setting,
      Path home,
      Access access,
      Map<String, String> variables,
      Map<Path, String> files) {
    Path folder = home.resolve("codex");
    variables.put("CODEX_HOME", folder.toString());
    // In its usual mode a second model decides instead of whoever may.
    variables.put("INITIAL_AGENT_MODE", "workspace-write");
    StringBuilder toml = new StringBuilder();
    if (setting.model() != null) {
      toml.append("model = ").append(quoted(setting.model())).append('\n');
    }
    if (setting.endpoint() == null) {
      put(variables, "OPENAI_API_KEY", setting.key());
    } else {
      variables.put(KEY, setting.key() == null ? "none" : setting.key());
      toml.append("model_provider = \"parley\"\n[model_providers.parley]\nname = \"parley\"\n")
          .append("base_url = ")
          .append(quoted(setting.endpoint().toString()))
          .append("\nwire_api = \"responses\"\nenv_key = \"" + KEY + "\"\n")
          .append("request_max_retries = 1\nstream_max_retries = 1\n");
    }
    toml.append("[mcp_servers." + SERVER + "]\nurl = ")
        .append(quoted(access.mcp.toString()))
        .append("\nbearer_token_env_var = \"" + TOKEN + "\"\n")
        .append("default_tools_approval_mode = \"approve\"\n");
    files.put(folder.resolve("config.toml"), toml.toString());
  }

  /** A string of JSON is one of TOML. */
  private static String quoted(String text) {
    return JSON.writeValueAsString(text);
  }

  private static void opencode(
      HarnessSetting setting,
      Path home,
      Access access,
      Map<String, String> variables,
      Map<Path, String> files) {
    Path file = home.resolve("opencode").resolve("opencode.json");
    variables.put("OPENCODE_CONFIG", file.toString());
    variables.put("OPENCODE_DISABLE_AUTOUPDATE", "1");
    variables.put("OPENCODE_DISABLE_MODELS_FETCH", "1");
    variables.put("OPENCODE_DISABLE_LSP_DOWNLOAD", "1");
    ObjectNode config = NODES.objectNode().put("share", "disabled").put("autoupdate", false);
    String model = setting.model();
    if (setting.endpoint() == null) {
      if (model != null) {
        config.put("model", model);
      }
      put(variables, KEY, setting.key());
    } else {
      String named = model == null ? "default" : model;
      variables.put(KEY, setting.key() == null ? "none" : setting.key());
      config.put("model", "parley/" + named).put("small_model", "parley/" + named);
      ObjectNode provider = config.putObject("provider").putObject("parley");
      provider.put("npm", "@ai-sdk/openai-compatible");
      provider
          .putObject("options")
          .put("baseURL", setting.endpoint().toString())
          .put("apiKey", "{env:" + KEY + "}");
      provider
          .putObject("models")
          .putObject(named)
          .putObject("limit")
          .put("context", 100_000)
          .put("output", 8_000);
    }
    ObjectNode hub = config.putObject("mcp").putObject(SERVER);
    hub.put("type", "remote").put("url", access.mcp.toString()).put("oauth", false);
    hub.put("timeout", 300_000);
    hub.putObject("headers").put("Authorization", "Bearer {env:" + TOKEN + "}");
    ObjectNode permission = config.putObject("permission");
    permission.put(
        "*",
        switch (setting.leave()) {
          case ASK -> "ask";
          case ALLOW -> "allow";
          case DENY -> "deny";
        });
    permission.put(SERVER + "_*", "allow");
    files.put(file, config.toString());
  }

  private static void gemini(
      HarnessSetting setting,
      Path home,
      Access access,
      Map<String, String> variables,
      Map<Path, String> files) {
    Path folder = home.resolve("gemini");
    variables.put("GEMINI_CLI_HOME", folder.toString());
    // Otherwise it starts itself once more, and the first of the two ignores being asked to end.
    variables.put("GEMINI_CLI_NO_RELAUNCH", "true");
    put(variables, "GEMINI_MODEL", setting.model());
    put(variables, "GOOGLE_GEMINI_BASE_URL", setting.endpoint());
    put(variables, "GEMINI_API_KEY", setting.key());
    ObjectNode config = NODES.objectNode();
    ObjectNode security = config.putObject("security");
    security.putObject("auth").put("selectedType", "gemini-api-key");
    security.putObject("folderTrust").put("enabled", false);
    config.putObject("general").put("enableAutoUpdate", false);
    config.putObject("privacy").put("usageStatisticsEnabled", false);
    ObjectNode hub = config.putObject("mcpServers").putObject(SERVER);
    // Without trust its tools are not offered to the model at all when nobody sits there.
    hub.put("httpUrl", access.mcp.toString()).put("trust", true);
    hub.putObject("headers").put("Authorization", "Bearer ${" + TOKEN + "}");
    files.put(folder.resolve(".gemini").resolve("settings.json"), config.toString());
  }

  private static void put(Map<String, String> variables, String name, @Nullable Object value) {
    if (value != null) {
      variables.put(name, value.toString());
    }
  }

  /** Without variables, which hold secrets. */
  @Override
  public String toString() {
    return "Outfit" + files.keySet();
  }
}
