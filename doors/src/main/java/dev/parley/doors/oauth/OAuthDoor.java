package dev.parley.doors.oauth;

import dev.parley.doors.http.Callers;
import dev.parley.doors.http.OwnAddress;
import dev.parley.doors.http.Route;
import dev.parley.doors.http.body.BodyReader;
import dev.parley.doors.rpc.Json;
import dev.parley.identity.oauth.Asked;
import dev.parley.identity.oauth.AuthorizationServer;
import dev.parley.identity.oauth.OAuthError;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/** The door, as routes for both ports: programs come to where they were told to log in. */
public final class OAuthDoor {
  private static final String WELL_KNOWN = "/.well-known/";
  private static final int BODY_BYTES_MAX = 16 << 10;

  private final AuthorizationServer oauth;
  private final OwnAddress address;
  private final AuthorizeEndpoint authorize;
  private final TokenEndpoint token;
  private final RegisterEndpoint register;

  public OAuthDoor(OAuthServices services) {
    this.oauth = services.identity().oauth();
    this.address = services.address();
    BodyReader bodies = new BodyReader(BODY_BYTES_MAX, services.bodyPatience());
    this.authorize = new AuthorizeEndpoint(services.identity(), address, bodies);
    this.token = new TokenEndpoint(oauth, bodies);
    this.register = new RegisterEndpoint(oauth, bodies);
  }

  public List<Route> routes() {
    List<Route> routes = new ArrayList<>();
    // Clients look for these at the root, or with the path of what they call put behind them.
    for (String behind : List.of("", "/mcp", "/sse")) {
      String resource = behind.isEmpty() ? Asked.MCP_PATH : behind;
      routes.add(
          Route.forEveryone(
              WELL_KNOWN + "oauth-authorization-server" + behind,
              request -> tell(request, Metadata::ofServer)));
      routes.add(
          Route.forEveryone(
              WELL_KNOWN + "oauth-protected-resource" + behind,
              request -> tell(request, hub -> Metadata.ofResource(hub, resource))));
    }
    routes.add(
        Route.forEveryone("/oauth/authorize", authorize).taking(HttpMethod.GET, HttpMethod.POST));
    routes.add(Route.forEveryone("/oauth/token", token::exchange).taking(HttpMethod.POST));
    routes.add(Route.forEveryone("/oauth/revoke", token::revoke).taking(HttpMethod.POST));
    routes.add(Route.forEveryone("/oauth/register", register).taking(HttpMethod.POST));
    routes.add(
        Route.forEveryone("/oauth/userinfo", this::userInfo)
            .taking(HttpMethod.GET, HttpMethod.POST));
    return routes;
  }

  private void tell(HttpServerRequest request, Function<String, ObjectNode> document) {
    String hub = address.of(request);
    if (hub == null) {
      Answers.refuse(
          request.response(),
          new OAuthError(OAuthError.Kind.INVALID_REQUEST, "the header Host is no address"),
          "metadata");
    } else {
      Answers.json(request.response(), 200, document.apply(hub));
    }
  }

  /** Who has let in the program that asks. */
  private void userInfo(HttpServerRequest request) {
    try {
      AuthorizationServer.UserInfo info = oauth.userInfo(Callers.token(request));
      ObjectNode body = Json.object().put("sub", info.subject().toString());
      if (info.name() != null) {
        body.put("name", info.name());
      }
      if (info.email() != null) {
        body.put("email", info.email());
      }
      Answers.json(request.response(), 200, body);
    } catch (OAuthError error) {
      request
          .response()
          .putHeader(
              "WWW-Authenticate",
              request.getHeader("Authorization") == null
                  ? "Bearer scope=\"openid\""
                  : "Bearer error=\"" + error.kind().wireName() + "\", scope=\"openid\"");
      Answers.refuse(request.response(), error, "userinfo");
    }
  }
}
