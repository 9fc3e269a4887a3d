package dev.parley.doors.rpc;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** One message. Ids stay the JSON they came as: {@code 1} is not {@code "1"}. */
public sealed interface RpcMessage {

  record Request(JsonNode id, String method, ObjectNode params) implements RpcMessage {}

  record Notification(String method, ObjectNode params) implements RpcMessage {}

  /**
   * @param body the whole message, with its {@code result} or {@code error}
   */
  record Response(JsonNode id, ObjectNode body) implements RpcMessage {}

  /**
   * @throws RpcError when the tree is no message
   */
  static RpcMessage read(JsonNode tree) {
    if (!(tree instanceof ObjectNode message)) {
      throw invalid("a message is one JSON object");
    }
    if (!message.path("jsonrpc").asString("").equals("2.0")) {
      throw invalid("a message has \"jsonrpc\":\"2.0\"");
    }
    JsonNode method = message.get("method");
    JsonNode id = message.get("id");
    if (method == null) {
      if (id == null || !isId(id) || message.has("result") == message.has("error")) {
        throw invalid("a message has a method, or an id and either result or error");
      }
      return new Response(id, message);
    }
    if (!method.isString()) {
      throw invalid("a method is named by a string");
    }
    ObjectNode params = params(message.get("params"));
    if (id == null) {
      return new Notification(method.asString(), params);
    }
    if (!isId(id)) {
      throw invalid("an id is a string or an integer");
    }
    return new Request(id, method.asString(), params);
  }

  /** The id to answer with, as far as there is one. */
  static @Nullable JsonNode idOf(JsonNode tree) {
    JsonNode id = tree.get("id");
    return id != null && isId(id) ? id : null;
  }

  private static boolean isId(JsonNode id) {
    return id.isString() || id.isIntegralNumber();
  }

  private static ObjectNode params(@Nullable JsonNode params) {
    if (params == null || params.isNull()) {
      return Json.object();
    }
    if (params instanceof ObjectNode object) {
      return object;
    }
    throw invalid("params is a JSON object");
  }

  private static RpcError invalid(String why) {
    return RpcError.invalidRequest(why);
  }

  static ObjectNode result(JsonNode id, ObjectNode result) {
    ObjectNode message = Json.object().put("jsonrpc", "2.0");
    message.set("id", id);
    message.set("result", result);
    return message;
  }

  /** Without an id when it could not be read: a null there would be against MCP's schema. */
  static ObjectNode error(@Nullable JsonNode id, RpcError error) {
    return error(id, error, error.kind().code());
  }

  /**
   * @param code what a version of the protocol calls the error instead of its kind's code
   */
  static ObjectNode error(@Nullable JsonNode id, RpcError error, int code) {
    ObjectNode message = Json.object().put("jsonrpc", "2.0");
    if (id != null) {
      message.set("id", id);
    }
    message.set("error", error.toJson(code));
    return message;
  }

  static ObjectNode request(String id, String method, ObjectNode params) {
    ObjectNode message = Json.object().put("jsonrpc", "2.0").put("id", id).put("method", method);
    message.set("params", params);
    return message;
  }

  static ObjectNode notification(String method, ObjectNode params) {
    ObjectNode message = Json.object().put("jsonrpc", "2.0").put("method", method);
    if (!params.isEmpty()) {
      message.set("params", params);
    }
    return message;
  }
}
