package dev.parley.doors.oauth;

import dev.parley.doors.rpc.Json;
import dev.parley.identity.oauth.Scope;
import java.util.Arrays;
import java.util.stream.Stream;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What programs read to find out how to get in. */
final class Metadata {
  private Metadata() {}

  /** Of the authorization server (RFC 8414). */
  static ObjectNode ofServer(String hub) {
    ObjectNode document =
        Json.object()
            .put("issuer", hub)
            .put("authorization_endpoint", hub + "/oauth/authorize")
            .put("token_endpoint", hub + "/oauth/token")
            .put("registration_endpoint", hub + "/oauth/register")
            .put("revocation_endpoint", hub + "/oauth/revoke")
            .put("userinfo_endpoint", hub + "/oauth/userinfo")
            .put("jwks_uri", hub + "/.well-known/jwks.json")
            .put("authorization_response_iss_parameter_supported", true);
    document.set("scopes_supported", list(Arrays.stream(Scope.values()).map(Scope::wireName)));
    document.set("response_types_supported", list("code"));
    document.set("response_modes_supported", list("query"));
    document.set("grant_types_supported", list("authorization_code", "refresh_token"));
    document.set("token_endpoint_auth_methods_supported", list("none"));
    document.set("revocation_endpoint_auth_methods_supported", list("none"));
    document.set("code_challenge_methods_supported", list("S256"));
    return document;
  }

  /** Of the MCP door (RFC 9728). */
  static ObjectNode ofResource(String hub, String path) {
    ObjectNode document = Json.object().put("resource", hub + path).put("resource_name", "Parley");
    document.set("authorization_servers", list(hub));
    document.set("scopes_supported", list(Scope.MCP.wireName()));
    document.set("bearer_methods_supported", list("header"));
    return document;
  }

  private static ArrayNode list(String... values) {
    return list(Arrays.stream(values));
  }

  private static ArrayNode list(Stream<String> values) {
    ArrayNode list = Json.array();
    values.forEach(list::add);
    return list;
  }
}
