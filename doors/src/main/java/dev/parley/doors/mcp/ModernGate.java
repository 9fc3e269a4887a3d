package dev.parley.doors.mcp;

import dev.parley.doors.mcp.catalog.Caller;
import dev.parley.doors.mcp.catalog.LogLevel;
import dev.parley.doors.mcp.catalog.McpError;
import dev.parley.doors.mcp.catalog.Tool;
import dev.parley.doors.rpc.Json;
import dev.parley.doors.rpc.RpcError;
import dev.parley.doors.rpc.RpcMessage;
import io.vertx.core.MultiMap;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What every modern request has to carry, checked in the order in which clients rely on it: all of
 * it before the first byte of the answer, because the status says what kind of thing is wrong.
 */
final class ModernGate {
  static final String PREFIX = "io.modelcontextprotocol/";
  static final String VERSION_HEADER = "MCP-Protocol-Version";

  private static final String PROTOCOL_VERSION = PREFIX + "protocolVersion";
  private static final String CLIENT_CAPABILITIES = PREFIX + "clientCapabilities";
  private static final String LOG_LEVEL = PREFIX + "logLevel";
  private static final List<String> MARKS =
      List.of(PROTOCOL_VERSION, CLIENT_CAPABILITIES, PREFIX + "clientInfo");
  private static final Set<String> OWN_METHODS = Set.of("server/discover", "subscriptions/listen");
  private static final Map<String, String> NAMED =
      Map.of("tools/call", "name", "prompts/get", "name", "resources/read", "uri");

  private final Methods methods;

  ModernGate(Methods methods) {
    this.methods = methods;
  }

  /** What came with a request that was let through. */
  record Metadata(ObjectNode clientCapabilities, @Nullable LogLevel logLevel) {}

  /** Does the message itself say that it is modern? */
  static boolean isMarked(JsonNode message) {
    JsonNode meta = message.path("params").path("_meta");
    return !meta.isMissingNode() && MARKS.stream().anyMatch(meta::has);
  }

  /**
   * @throws RpcError saying what is wrong
   */
  Metadata check(RpcMessage.Request request, MultiMap headers, Caller caller) {
    JsonNode meta = request.params().path("_meta");
    String version = metadata(meta);
    String header = one(headers, VERSION_HEADER);
    if (!version.equals(header)) {
      throw mismatch(VERSION_HEADER + " does not match _meta " + PROTOCOL_VERSION);
    }
    if (!version.equals(Generation.MODERN_VERSION)) {
      throw unsupported(version);
    }
    if (!request.method().equals(one(headers, "Mcp-Method"))) {
      throw mismatch("Mcp-Method does not match the method");
    }
    if (!Methods.NAMES.contains(request.method()) && !OWN_METHODS.contains(request.method())) {
      throw RpcError.noSuchMethod(request.method());
    }
    String named = NAMED.get(request.method());
    if (named != null) {
      checkName(headers, "params." + named, request.params().path(named));
    }
    if (request.method().equals("tools/call")) {
      checkParameters(request.params(), headers, caller);
    }
    return new Metadata((ObjectNode) meta.path(CLIENT_CAPABILITIES), logLevel(meta));
  }

  private static String metadata(JsonNode meta) {
    if (!meta.path(PROTOCOL_VERSION).isString()) {
      throw new RpcError(McpError.BAD_METADATA, "Missing _meta " + PROTOCOL_VERSION);
    }
    if (!meta.path(CLIENT_CAPABILITIES).isObject()) {
      throw new RpcError(McpError.BAD_METADATA, "Missing _meta " + CLIENT_CAPABILITIES);
    }
    return meta.path(PROTOCOL_VERSION).asString();
  }

  private static @Nullable LogLevel logLevel(JsonNode meta) {
    if (!meta.has(LOG_LEVEL)) {
      return null;
    }
    LogLevel level = LogLevel.of(meta.path(LOG_LEVEL).asString(""));
    if (level == null) {
      throw new RpcError(McpError.BAD_METADATA, "_meta " + LOG_LEVEL + " is no level");
    }
    return level;
  }

  private static RpcError unsupported(String version) {
    ObjectNode data = Json.object();
    Generation.ALL_VERSIONS.forEach(data.putArray("supported")::add);
    data.put("requested", version);
    return new RpcError(McpError.UNSUPPORTED_VERSION, "Unsupported protocol version", data);
  }

  private static void checkName(MultiMap headers, String what, JsonNode value) {
    String header = one(headers, "Mcp-Name");
    if (header == null
        || !value.isString()
        || !decoded("Mcp-Name", header).equals(value.asString())) {
      throw mismatch("Mcp-Name does not match " + what);
    }
  }

  private void checkParameters(ObjectNode params, MultiMap headers, Caller caller) {
    Tool tool = methods.catalog().tool(caller, params.path("name").asString());
    if (tool != null) {
      checkProperties(tool.input(), params.path("arguments"), headers);
    }
  }

  /** Arguments that the schema has mirrored in headers, so that others on the way can see them. */
  private static void checkProperties(JsonNode schema, JsonNode arguments, MultiMap headers) {
    for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
      JsonNode value = arguments.path(property.getKey());
      JsonNode mirrored = property.getValue().path("x-mcp-header");
      if (mirrored.isString() && !value.isMissingNode() && !value.isNull()) {
        String name = "Mcp-Param-" + mirrored.asString();
        String header = one(headers, name);
        if (header == null || !isSame(value, decoded(name, header))) {
          throw mismatch(name + " does not match the argument '" + property.getKey() + "'");
        }
      }
      checkProperties(property.getValue(), value, headers);
    }
  }

  private static boolean isSame(JsonNode value, String header) {
    if (!value.isNumber()) {
      return value.asString().equals(header);
    }
    try {
      return value.decimalValue().compareTo(new BigDecimal(header)) == 0;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private static String decoded(String name, String header) {
    try {
      return HeaderValue.decoded(header);
    } catch (IllegalArgumentException e) {
      throw mismatch(name + " is badly encoded");
    }
  }

  static @Nullable String one(MultiMap headers, String name) {
    List<String> values = headers.getAll(name);
    if (values.size() > 1) {
      throw mismatch(name + " appears twice");
    }
    return values.isEmpty() ? null : values.getFirst().strip();
  }

  static RpcError mismatch(String why) {
    return new RpcError(McpError.HEADER_MISMATCH, why);
  }
}
