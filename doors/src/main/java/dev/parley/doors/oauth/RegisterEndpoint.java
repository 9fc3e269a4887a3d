package dev.parley.doors.oauth;

import dev.parley.doors.http.Callers;
import dev.parley.doors.http.Endpoint;
import dev.parley.doors.http.body.BodyReader;
import dev.parley.doors.rpc.Json;
import dev.parley.identity.oauth.AuthorizationServer;
import dev.parley.identity.oauth.Client;
import dev.parley.identity.oauth.OAuthError;
import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code /oauth/register}: programs make themselves known (RFC 7591). They get no secret whatever
 * way to authenticate they ask for, and are told so.
 */
final class RegisterEndpoint implements Endpoint {
  private final AuthorizationServer oauth;
  private final BodyReader bodies;

  RegisterEndpoint(AuthorizationServer oauth, BodyReader bodies) {
    this.oauth = oauth;
    this.bodies = bodies;
  }

  @Override
  public void handle(HttpServerRequest request) {
    String address = Callers.address(request);
    Answers.whenDone(
        bodies
            .read(request)
            .thenApply(Parameters::json)
            .thenCompose(asked -> registered(asked, address)),
        (client, failure) -> {
          if (client == null) {
            Answers.refuse(request.response(), failure, "POST /oauth/register");
          } else {
            Answers.json(request.response(), 201, shown(client));
          }
        });
  }

  private CompletableFuture<Client> registered(ObjectNode asked, String address) {
    requireAmong(asked.path("grant_types"), "authorization_code");
    requireAmong(asked.path("response_types"), "code");
    JsonNode name = asked.path("client_name");
    return oauth.register(
        name.isString() ? name.asString() : null, strings(asked.path("redirect_uris")), address);
  }

  private static void requireAmong(JsonNode list, String needed) {
    if (!list.isMissingNode() && !list.isNull() && !strings(list).contains(needed)) {
      throw metadata("only " + needed + " is served");
    }
  }

  private static List<String> strings(JsonNode list) {
    List<String> strings = new ArrayList<>();
    if (list instanceof ArrayNode) {
      for (JsonNode item : list) {
        if (!item.isString()) {
          throw metadata("a list of strings is expected");
        }
        strings.add(item.asString());
      }
    }
    return strings;
  }

  private static OAuthError metadata(String why) {
    return new OAuthError(OAuthError.Kind.INVALID_CLIENT_METADATA, why);
  }

  private static ObjectNode shown(Client client) {
    ObjectNode shown =
        Json.object()
            .put("client_id", client.id())
            .put("client_id_issued_at", client.createdAt() / 1_000)
            .put("client_name", client.name())
            .put("token_endpoint_auth_method", "none");
    ArrayNode uris = shown.putArray("redirect_uris");
    client.redirectUris().forEach(uri -> uris.add(uri.text()));
    shown.putArray("grant_types").add("authorization_code").add("refresh_token");
    shown.putArray("response_types").add("code");
    return shown;
  }
}
