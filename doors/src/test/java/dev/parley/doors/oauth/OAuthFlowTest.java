package dev.parley.doors.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import com.nimbusds.oauth2.sdk.AccessTokenResponse;
import com.nimbusds.oauth2.sdk.AuthorizationCodeGrant;
import com.nimbusds.oauth2.sdk.AuthorizationRequest;
import com.nimbusds.oauth2.sdk.AuthorizationResponse;
import com.nimbusds.oauth2.sdk.AuthorizationSuccessResponse;
import com.nimbusds.oauth2.sdk.RefreshTokenGrant;
import com.nimbusds.oauth2.sdk.ResponseType;
import com.nimbusds.oauth2.sdk.Scope;
import com.nimbusds.oauth2.sdk.TokenRequest;
import com.nimbusds.oauth2.sdk.TokenResponse;
import com.nimbusds.oauth2.sdk.TokenRevocationRequest;
import com.nimbusds.oauth2.sdk.as.AuthorizationServerMetadata;
import com.nimbusds.oauth2.sdk.client.ClientInformation;
import com.nimbusds.oauth2.sdk.client.ClientMetadata;
import com.nimbusds.oauth2.sdk.client.ClientRegistrationRequest;
import com.nimbusds.oauth2.sdk.client.ClientRegistrationResponse;
import com.nimbusds.oauth2.sdk.id.Issuer;
import com.nimbusds.oauth2.sdk.id.State;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import com.nimbusds.oauth2.sdk.token.RefreshToken;
import dev.parley.doors.Json;
import dev.parley.doors.oauth.TestBrowser.Answer;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** From nothing but the hub's address to a token that opens it, and to its end. */
class OAuthFlowTest extends OAuthFixture {

  @Test
  void aProgramThatKnowsOnlyTheHubsAddressLogsItsUserInWithALibraryOfOthers() throws Exception {
    // It is turned away, and told where to read on.
    Answer turnedAway = mcp(null);
    assertThat(turnedAway.status()).isEqualTo(401);
    String signpost = turnedAway.header("WWW-Authenticate").split("\"", -1)[1];
    JsonNode resource = json(browser.open(URI.create(signpost)));
    assertThat(resource.path("resource").asString()).isEqualTo(base() + "/mcp");
    Issuer issuer = new Issuer(resource.path("authorization_servers").get(0).asString());
    AuthorizationServerMetadata server = AuthorizationServerMetadata.resolve(issuer);
    assertThat(server.getCodeChallengeMethods()).containsExactly(CodeChallengeMethod.S256);
    assertThat(server.supportsAuthorizationResponseIssuerParam()).isTrue();

    // It registers itself.
    ClientMetadata metadata = new ClientMetadata();
    metadata.setName("Probe");
    metadata.setRedirectionURI(URI.create("http://127.0.0.1/callback"));
    ClientInformation client =
        ClientRegistrationResponse.parse(
                new ClientRegistrationRequest(server.getRegistrationEndpointURI(), metadata, null)
                    .toHTTPRequest()
                    .send())
            .toSuccessResponse()
            .getClientInformation();
    assertThat(client.getSecret()).isNull();

    // Its user signs in and agrees.
    CodeVerifier verifier = new CodeVerifier();
    State state = new State();
    URI back = URI.create("http://127.0.0.1:50123/callback");
    URI address =
        new AuthorizationRequest.Builder(ResponseType.CODE, client.getID())
            .endpointURI(server.getAuthorizationEndpointURI())
            .redirectionURI(back)
            .state(state)
            .scope(new Scope("mcp"))
            .resource(URI.create(resource.path("resource").asString()))
            .codeChallenge(verifier, CodeChallengeMethod.S256)
            .build()
            .toURI();
    Answer consent = browser.signIn(address, "ann@example.org", PASSWORD);
    assertThat(consent.body()).contains("Probe", "127.0.0.1:50123", "ann-bot");
    AuthorizationSuccessResponse agreed =
        AuthorizationResponse.parse(browser.agree(address, consent, "ann-bot").location())
            .toSuccessResponse();
    assertThat(agreed.getState()).isEqualTo(state);
    assertThat(agreed.getIssuer()).isEqualTo(issuer);

    // It gets tokens.
    AccessTokenResponse given =
        granted(
            new TokenRequest.Builder(
                    server.getTokenEndpointURI(),
                    client.getID(),
                    new AuthorizationCodeGrant(agreed.getAuthorizationCode(), back, verifier))
                .resource(URI.create(base() + "/mcp"))
                .build());
    String token = given.getTokens().getAccessToken().getValue();
    assertThat(given.getTokens().getAccessToken().getScope()).isEqualTo(new Scope("mcp"));
    JWTClaimsSet claims = verified(token, server);
    assertThat(claims.getIssuer()).isEqualTo(base());
    assertThat(claims.getAudience()).containsExactly(base() + "/mcp");
    assertThat(claims.getStringClaim("client_id")).isEqualTo(client.getID().getValue());
    assertThat(mcp(token).status()).isEqualTo(200);
    assertThat(mcp(hub.agentPort(), token).status()).as("the other port").isEqualTo(200);

    // It stays in, and goes.
    RefreshToken next = given.getTokens().getRefreshToken();
    AccessTokenResponse again =
        granted(
            new TokenRequest.Builder(
                    server.getTokenEndpointURI(), client.getID(), new RefreshTokenGrant(next))
                .build());
    String newer = again.getTokens().getAccessToken().getValue();
    assertThat(mcp(newer).status()).isEqualTo(200);
    assertThat(
            new TokenRevocationRequest(
                    server.getRevocationEndpointURI(),
                    client.getID(),
                    again.getTokens().getRefreshToken())
                .toHTTPRequest()
                .send()
                .getStatusCode())
        .isEqualTo(200);
    assertThat(mcp(newer).status()).isEqualTo(401);
  }

  private static AccessTokenResponse granted(TokenRequest request) throws Exception {
    TokenResponse response = TokenResponse.parse(request.toHTTPRequest().send());
    assertThat(response.indicatesSuccess()).as(response.toHTTPResponse().getBody()).isTrue();
    return response.toSuccessResponse();
  }

  /** As somebody verifies it who has nothing but the hub's public keys. */
  private static JWTClaimsSet verified(String token, AuthorizationServerMetadata server)
      throws Exception {
    DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();
    processor.setJWSTypeVerifier(new DefaultJOSEObjectTypeVerifier<>(new JOSEObjectType("at+jwt")));
    processor.setJWSKeySelector(
        new JWSVerificationKeySelector<>(
            JWSAlgorithm.ES256, new ImmutableJWKSet<>(JWKSet.load(server.getJWKSetURI().toURL()))));
    return processor.process(token, null);
  }

  @Test
  void aHostOfTheGatewayProtocolGetsItsOwnersToken() {
    Map<String, String> asked = request("nbl_nebo_desktop");
    asked.put("redirect_uri", "http://localhost:27895/auth/neboloop/callback");
    asked.put("scope", "openid profile email");
    asked.remove("resource");
    String code = code(asked, "ann");

    Answer given =
        api(
            "POST",
            "/oauth/token",
            null,
            "{'grant_type':'authorization_code','code':'%s','redirect_uri':'%s','client_id':'nbl_nebo_desktop','code_verifier':'%s'}"
                .formatted(code, asked.get("redirect_uri"), VERIFIER));

    assertThat(given.status()).as(given.body()).isEqualTo(200);
    assertThat(json(given).path("token_type").asString()).isEqualTo("Bearer");
    assertThat(json(given).path("expires_in").asInt()).isEqualTo(900);
    assertThat(json(given).path("scope").asString()).isEqualTo("openid profile email");
    String token = json(given).path("access_token").asString();
    Answer info = api("GET", "/oauth/userinfo", token, null);
    assertThat(json(info).path("email").asString()).isEqualTo("ann@example.org");
    assertThat(json(info).path("name").asString()).isEqualTo("ann");
    assertThat(json(info).path("sub").asString())
        .isEqualTo(json(api("GET", "/api/v1/owners/me", token, null)).path("id").asString());
    Answer next =
        api(
            "POST",
            "/oauth/token",
            null,
            "{'grant_type':'refresh_token','refresh_token':'%s','client_id':'nbl_nebo_desktop'}"
                .formatted(json(given).path("refresh_token").asString()));
    assertThat(next.status()).as(next.body()).isEqualTo(200);
    assertThat(mcp(json(next).path("access_token").asString()).status()).isEqualTo(200);
  }

  @Test
  void theHubsOwnerLetsAProgramActAsAnAgentOfTheHubsAndAsNobodyElse() {
    hub.agent("helper");
    String client = register("Probe", REDIRECT);
    URI address = authorize(request(client));

    assertThat(browser.signInAsOwner(address, "prl_wrong").status()).isEqualTo(401);
    Answer consent = browser.signInAsOwner(address, hub.ownerToken());
    assertThat(consent.body()).contains("the owner of this hub", "value=\"developer\"", "helper");
    assertThat(browser.agree(address, consent, "ann-bot").status()).isEqualTo(403);
    String code = query(browser.agree(address, consent, "helper").location()).get("code");

    JsonNode tokens = json(token(exchange(client, code)));
    String token = tokens.path("access_token").asString();
    assertThat(mcp(token).status()).isEqualTo(200);
    assertThat(api("GET", "/api/stats", token, null).status()).as("not the owner's").isEqualTo(401);
    JsonNode listed =
        json(api("GET", "/api/v1/owners/me/sessions", hub.ownerToken(), null)).path("sessions");
    assertThat(listed.get(0).path("agentId").asString()).isEqualTo("helper");
    // As every login: it ends with the token that the agent had at the time.
    assertThat(api("POST", "/api/agents/helper/token", hub.ownerToken(), null).status())
        .isEqualTo(200);
    assertThat(mcp(token).status()).isEqualTo(401);
    assertError(refresh(client, tokens.path("refresh_token").asString()), 400, "invalid_grant");
  }

  @Test
  void aPersonSeesWhatItHasLetInAndEndsIt() {
    String client = register("Probe", REDIRECT);
    JsonNode tokens = tokens(client, "ann-bot");
    String token = tokens.path("access_token").asString();
    String eve = account("eve");

    JsonNode sessions = json(api("GET", "/api/v1/owners/me/sessions", ann, null)).path("sessions");

    assertThat(sessions).hasSize(2);
    JsonNode program = sessions.get(0).has("clientId") ? sessions.get(0) : sessions.get(1);
    assertThat(program.path("clientName").asString()).isEqualTo("Probe");
    assertThat(program.path("agentId").asString()).isEqualTo("ann-bot");
    assertThat(program.path("current").asBoolean(true)).isFalse();
    String path = "/api/v1/owners/me/sessions/" + program.path("id").asString();
    assertThat(api("DELETE", path, eve, null).status()).as("of somebody else").isEqualTo(404);
    assertThat(api("DELETE", path, hub.ownerToken(), null).status()).isEqualTo(404);
    assertThat(mcp(token).status()).isEqualTo(200);
    assertThat(api("DELETE", path, ann, null).status()).isEqualTo(204);
    assertThat(mcp(token).status()).isEqualTo(401);
    assertError(refresh(client, tokens.path("refresh_token").asString()), 400, "invalid_grant");
    assertThat(api("GET", "/api/me", ann, null).status()).as("the other stays").isEqualTo(200);
  }

  @Test
  void aNewPasswordEndsWhatThePersonHasLetIn() {
    String client = register("Probe", REDIRECT);
    String token = tokens(client, "ann").path("access_token").asString();

    assertThat(
            api(
                    "POST",
                    "/api/v1/owners/password",
                    ann,
                    "{'password':'%s','newPassword':'another horse battery'}".formatted(PASSWORD))
                .status())
        .isEqualTo(204);

    assertThat(mcp(token).status()).isEqualTo(401);
  }

  @Test
  void theDocumentsAreFoundWhereClientsLookForThem() {
    for (String path : Set.of("", "/mcp", "/sse")) {
      JsonNode server =
          json(browser.open(URI.create(base() + "/.well-known/oauth-authorization-server" + path)));
      assertThat(server.path("issuer").asString()).isEqualTo(base());
    }
    JsonNode sse =
        json(browser.open(URI.create(base() + "/.well-known/oauth-protected-resource/sse")));
    assertThat(sse.path("resource").asString()).isEqualTo(base() + "/sse");
    String agents = "http://localhost:" + hub.agentPort();
    JsonNode called =
        json(browser.open(URI.create(agents + "/.well-known/oauth-authorization-server")));
    assertThat(called.path("token_endpoint").asString()).isEqualTo(agents + "/oauth/token");
    assertThat(browser.open(URI.create(base() + "/.well-known/openid-configuration")).status())
        .as("there are no id tokens")
        .isEqualTo(404);
  }

  @Test
  void anAgentsOwnTokenIsAsGoodAsBefore() {
    assertThat(mcp(hub.agent("ada")).status()).isEqualTo(200);
    assertThat(mcp(ann).status()).as("a person that has logged in").isEqualTo(200);
    HttpRequest.Builder old =
        HttpRequest.newBuilder(URI.create(base() + "/api/v1/owners/refresh"))
            .header("Content-Type", "application/json")
            .POST(
                BodyPublishers.ofString(
                    Json.text(
                        "{'refreshToken':'%s'}"
                            .formatted(
                                tokens(register("Probe", REDIRECT), "ann")
                                    .path("refresh_token")
                                    .asString()))));
    assertThat(browser.send(old).status()).as("a program's is not a person's").isEqualTo(401);
  }
}
