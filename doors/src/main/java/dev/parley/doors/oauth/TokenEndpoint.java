package dev.parley.doors.oauth;

import dev.parley.doors.http.body.BodyReader;
import dev.parley.doors.rpc.Json;
import dev.parley.identity.jwt.AccessTokens;
import dev.parley.identity.oauth.AuthorizationServer;
import dev.parley.identity.oauth.Exchange;
import dev.parley.identity.oauth.OAuthError;
import dev.parley.identity.oauth.Tokens;
import io.vertx.core.http.HttpServerRequest;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** {@code /oauth/token} and {@code /oauth/revoke}: programs that show what they were given. */
final class TokenEndpoint {
  private final AuthorizationServer oauth;
  private final BodyReader bodies;

  TokenEndpoint(AuthorizationServer oauth, BodyReader bodies) {
    this.oauth = oauth;
    this.bodies = bodies;
  }

  void exchange(HttpServerRequest request) {
    Answers.whenDone(
        asked(request, this::tokens),
        (tokens, failure) -> {
          if (tokens == null) {
            Answers.refuse(request.response(), failure, "POST /oauth/token");
          } else {
            Answers.json(
                request.response(),
                200,
                Json.object()
                    .put("access_token", tokens.accessToken())
                    .put("token_type", "Bearer")
                    .put("expires_in", AccessTokens.LIFETIME.toSeconds())
                    .put("refresh_token", tokens.refreshToken())
                    .put("scope", tokens.scope()));
          }
        });
  }

  private CompletableFuture<Tokens> tokens(Parameters asked) {
    String client = asked.require("client_id");
    return switch (asked.require("grant_type")) {
      case "authorization_code" ->
          oauth.redeem(
              new Exchange(
                  client,
                  asked.require("code"),
                  asked.get("redirect_uri"),
                  asked.require("code_verifier"),
                  asked.get("resource")));
      case "refresh_token" ->
          oauth.refresh(
              client, asked.require("refresh_token"), asked.get("resource"), asked.get("scope"));
      default ->
          throw new OAuthError(
              OAuthError.Kind.UNSUPPORTED_GRANT_TYPE,
              "grant_type is authorization_code or refresh_token");
    };
  }

  /** A token that is nobody's is as good as revoked (RFC 7009). */
  void revoke(HttpServerRequest request) {
    Answers.whenDone(
        asked(request, asked -> oauth.revoke(asked.require("client_id"), asked.require("token"))),
        (done, failure) -> {
          if (done == null) {
            Answers.refuse(request.response(), failure, "POST /oauth/revoke");
          } else {
            Answers.json(request.response(), 200, Json.object());
          }
        });
  }

  /** Reads the body of a client that the hub knows. */
  private <T> CompletableFuture<T> asked(
      HttpServerRequest request, Function<Parameters, CompletableFuture<T>> then) {
    return bodies
        .read(request)
        .thenApply(body -> Parameters.ofBody(request, body))
        .thenCompose(
            asked ->
                oauth
                    .client(asked.require("client_id"))
                    .thenCompose(
                        client -> {
                          if (client.isEmpty()) {
                            throw new OAuthError(
                                OAuthError.Kind.INVALID_CLIENT,
                                "this client is not known here (any more): register it again");
                          }
                          return then.apply(asked);
                        }));
  }
}
