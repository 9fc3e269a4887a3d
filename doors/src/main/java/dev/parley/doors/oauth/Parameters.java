package dev.parley.doors.oauth;

import dev.parley.doors.rpc.Json;
import dev.parley.doors.rpc.RpcError;
import dev.parley.identity.oauth.OAuthError;
import io.vertx.core.http.HttpServerRequest;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The parameters of a request: of its address, or of its body as a form or as JSON, which hosts of
 * the gateway protocol send. None comes twice, for nobody could say which one counts; an empty one
 * is none (RFC 6749, 3.1).
 */
record Parameters(Map<String, String> values) {
  private static final int MAX = 50;

  Parameters {
    values = Map.copyOf(values);
  }

  static Parameters ofQuery(HttpServerRequest request) {
    String query = request.query();
    return ofForm(query == null ? "" : query);
  }

  static Parameters ofBody(HttpServerRequest request, byte[] body) {
    String header = request.getHeader("Content-Type");
    String type = header == null ? "" : header.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    return switch (type) {
      case "application/x-www-form-urlencoded" -> ofForm(new String(body, StandardCharsets.UTF_8));
      case "application/json" -> ofJson(json(body));
      default -> throw bad("the body is application/x-www-form-urlencoded or application/json");
    };
  }

  private static Parameters ofForm(String text) {
    Map<String, String> values = new HashMap<>();
    for (String pair : text.split("&", -1)) {
      int equals = pair.indexOf('=');
      String name = decoded(equals < 0 ? pair : pair.substring(0, equals));
      String value = equals < 0 ? "" : decoded(pair.substring(equals + 1));
      put(values, name, value);
    }
    return new Parameters(values);
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw bad("a parameter is badly encoded");
    }
  }

  static ObjectNode json(byte[] body) {
    try {
      if (Json.parse(body) instanceof ObjectNode object) {
        return object;
      }
    } catch (RpcError e) {
      // said below
    }
    throw bad("the body is no JSON object");
  }

  private static Parameters ofJson(ObjectNode object) {
    Map<String, String> values = new HashMap<>();
    for (Map.Entry<String, JsonNode> entry : object.properties()) {
      if (entry.getValue().isString()) {
        put(values, entry.getKey(), entry.getValue().asString());
      } else if (!entry.getValue().isNull()) {
        throw bad("every parameter is a string");
      }
    }
    return new Parameters(values);
  }

  private static void put(Map<String, String> values, String name, String value) {
    if (value.isEmpty()) {
      return;
    }
    if (values.size() >= MAX || values.put(name, value) != null) {
      throw bad("a parameter comes twice, or there are too many");
    }
  }

  private static OAuthError bad(String why) {
    return new OAuthError(OAuthError.Kind.INVALID_REQUEST, why);
  }

  @Nullable String get(String name) {
    return values.get(name);
  }

  String require(String name) {
    String value = values.get(name);
    if (value == null) {
      throw bad(name + " is missing");
    }
    return value;
  }

  @Override
  public String toString() {
    return "Parameters " + values.keySet();
  }
}
