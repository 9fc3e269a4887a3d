package dev.parley.doors.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import dev.parley.doors.oauth.TestBrowser.Answer;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Codes and tokens in the hands of those they were not made for. */
class TokenTest extends OAuthFixture {

  @ParameterizedTest
  @CsvSource({
    "code_verifier,another-verifier-of-at-least-forty-three-chars,invalid_grant",
    "code_verifier,short,invalid_grant",
    "code_verifier,,invalid_request",
    "redirect_uri,http://localhost:4712/callback,invalid_grant",
    "code,prl_made-up,invalid_grant",
    "code,,invalid_request",
    "grant_type,password,unsupported_grant_type",
    "resource,https://other.example/mcp,invalid_target",
    "client_id,nbl_nebo_desktop,invalid_grant"
  })
  void aCodeIsOnlyForWhoAskedForItAsItWasAskedFor(String name, String value, String error) {
    String client = register("Probe", REDIRECT);
    Map<String, String> shown = exchange(client, code(request(client), "ann"));
    if (value == null) {
      shown.remove(name);
    } else {
      shown.put(name, value);
    }

    assertError(token(shown), 400, error);
  }

  @Test
  void aCodeOfAnotherClientIsRefusedAndIsGoodForNobodyThen() {
    String client = register("Probe", REDIRECT);
    String thief = register("Thief", REDIRECT);
    String code = code(request(client), "ann");

    assertError(token(exchange(thief, code)), 400, "invalid_grant");

    assertError(token(exchange(client, code)), 400, "invalid_grant");
    assertError(token(exchange("nobody", code)), 401, "invalid_client");
  }

  @Test
  void aCodeThatComesTwiceEndsWhatItHadOpened() {
    String client = register("Probe", REDIRECT);
    String code = code(request(client), "ann");
    JsonNode first = json(token(exchange(client, code)));
    String token = first.path("access_token").asString();
    assertThat(mcp(token).status()).isEqualTo(200);

    assertError(token(exchange(client, code)), 400, "invalid_grant");

    assertThat(mcp(token).status()).isEqualTo(401);
    assertError(refresh(client, first.path("refresh_token").asString()), 400, "invalid_grant");
    assertThat(hub.audit().page(Long.MAX_VALUE, 10, "ann", "oauth.replay")).hasSize(1);
  }

  @Test
  void aStolenRefreshTokenEndsTheSessionForThiefAndProgramAlike() {
    String client = register("Probe", REDIRECT);
    JsonNode tokens = tokens(client, "ann");
    String stolen = tokens.path("refresh_token").asString();
    JsonNode next = json(refresh(client, stolen));

    assertError(refresh(client, stolen), 400, "invalid_grant");

    assertThat(mcp(next.path("access_token").asString()).status()).isEqualTo(401);
    assertError(refresh(client, next.path("refresh_token").asString()), 400, "invalid_grant");
  }

  @Test
  void aRefreshTokenIsOfItsClientAndGivesNoMoreThanWasAgreedTo() {
    String client = register("Probe", REDIRECT);
    String other = register("Other", REDIRECT);
    String token = tokens(client, "ann").path("refresh_token").asString();

    assertError(refresh(other, token), 400, "invalid_grant");
    assertError(token(refreshing(client, token, "scope", "mcp email")), 400, "invalid_scope");
    assertError(token(refreshing(client, token, "resource", base())), 400, "invalid_target");

    assertThat(refresh(client, token).status()).as("still good").isEqualTo(200);
  }

  private static Map<String, String> refreshing(
      String client, String token, String name, String value) {
    return Map.of(
        "grant_type", "refresh_token", "client_id", client, "refresh_token", token, name, value);
  }

  @Test
  void aTokenForMcpOpensNoOtherDoor() {
    String token = tokens(register("Probe", REDIRECT), "ann").path("access_token").asString();

    assertThat(mcp(token).status()).isEqualTo(200);
    for (String path : List.of("/api/me", "/api/v1/owners/me", "/api/agents", "/status")) {
      assertThat(api("GET", path, token, null).status()).as(path).isEqualTo(401);
    }
    assertThat(
            hub.stranger()
                .ask("{'type':'auth','agentId':'ann','token':'" + token + "'}")
                .path("type")
                .asString())
        .isEqualTo("error");
  }

  @Test
  void whoWasNotAllowedToKnowIsToldWhichScopeItTakes() {
    String token = tokens(register("Probe", REDIRECT), "ann").path("access_token").asString();

    Answer refused = api("GET", "/oauth/userinfo", token, null);

    assertError(refused, 403, "insufficient_scope");
    assertThat(refused.header("www-authenticate"))
        .isEqualTo("Bearer error=\"insufficient_scope\", scope=\"openid\"");
    assertError(api("GET", "/oauth/userinfo", "eyJ.x.y", null), 401, "invalid_token");
    assertThat(api("GET", "/oauth/userinfo", null, null).header("www-authenticate"))
        .isEqualTo("Bearer scope=\"openid\"");
  }

  @Test
  void aForgedTokenOpensNothing() throws Exception {
    SignedJWT good =
        SignedJWT.parse(tokens(register("Probe", REDIRECT), "ann").path("access_token").asString());
    JWTClaimsSet claims = good.getJWTClaimsSet();
    String kid = good.getHeader().getKeyID();
    ECKey own = new ECKeyGenerator(Curve.P_256).keyID(kid).generate();
    ECKey hubs =
        JWKSet.load(URI.create(base() + "/.well-known/jwks.json").toURL())
            .getKeyByKeyId(kid)
            .toECKey();
    JWTClaimsSet elsewhere =
        new JWTClaimsSet.Builder(claims).audience("https://other.example/mcp").build();

    List<String> forged =
        List.of(
            new PlainJWT(claims).serialize(),
            signed(JWSAlgorithm.ES256, kid, claims, new ECDSASigner(own)),
            signed(JWSAlgorithm.ES256, "another", claims, new ECDSASigner(own)),
            signed(JWSAlgorithm.ES256, kid, elsewhere, new ECDSASigner(own)),
            signed(
                JWSAlgorithm.HS256,
                kid,
                claims,
                new MACSigner(hubs.toJSONString().getBytes(StandardCharsets.UTF_8))),
            signed(
                JWSAlgorithm.HS256, kid, claims, new MACSigner(hubs.toECPublicKey().getEncoded())));

    for (String token : forged) {
      Answer refused = mcp(token);
      // Many wrong ones from one place are refused as too many, and let in as little.
      assertThat(refused.status()).isIn(401, 429);
    }
    assertThat(mcp(good.serialize()).status()).as("the real one").isEqualTo(200);
  }

  private static String signed(
      JWSAlgorithm algorithm, String kid, JWTClaimsSet claims, JWSSigner signer) throws Exception {
    SignedJWT token =
        new SignedJWT(
            new JWSHeader.Builder(algorithm).type(new JOSEObjectType("at+jwt")).keyID(kid).build(),
            claims);
    token.sign(signer);
    return token.serialize();
  }

  @Test
  void onlyItsClientRevokesATokenAndWhatIsNobodysIsAsGoodAsRevoked() {
    String client = register("Probe", REDIRECT);
    String token = tokens(client, "ann").path("access_token").asString();
    String other = register("Other", REDIRECT);

    assertThat(post("/oauth/revoke", Map.of("client_id", other, "token", token)).status())
        .isEqualTo(200);
    assertThat(mcp(token).status()).isEqualTo(200);
    assertThat(post("/oauth/revoke", Map.of("client_id", client, "token", "x")).status())
        .isEqualTo(200);
    assertThat(post("/oauth/revoke", Map.of("client_id", client, "token", token)).status())
        .isEqualTo(200);
    assertThat(mcp(token).status()).isEqualTo(401);
    assertError(
        post("/oauth/revoke", Map.of("client_id", "nobody", "token", token)),
        401,
        "invalid_client");
  }

  @Test
  void whatIsNoRequestIsRefusedInTheWordsOfTheProtocol() {
    String client = register("Probe", REDIRECT);
    URI address = URI.create(base() + "/oauth/token");
    String twice = TestBrowser.form(exchange(client, "x")) + "&client_id=" + client;
    Map<String, String> bodies =
        Map.of(
            "application/json", "{\"grant_type\":[]}",
            "application/x-www-form-urlencoded", twice,
            "text/plain", "hello");
    bodies.forEach(
        (type, body) ->
            assertError(
                browser.send(
                    HttpRequest.newBuilder(address)
                        .header("Content-Type", type)
                        .POST(BodyPublishers.ofString(body))),
                400,
                "invalid_request"));
    Answer large =
        browser.send(
            HttpRequest.newBuilder(address)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(" ".repeat(100_000))));
    assertThat(large.status()).isEqualTo(413);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'redirect_uris':[]} | invalid_redirect_uri",
        "{'client_name':'x'} | invalid_redirect_uri",
        "{'redirect_uris':['javascript:alert(1)']} | invalid_redirect_uri",
        "{'redirect_uris':['http://evil.example/cb']} | invalid_redirect_uri",
        "{'redirect_uris':['https://x.example/cb#f']} | invalid_redirect_uri",
        "{'redirect_uris':['https://u@x.example/cb']} | invalid_redirect_uri",
        "{'redirect_uris':['/cb']} | invalid_redirect_uri",
        "{'redirect_uris':[7]} | invalid_client_metadata",
        "{'redirect_uris':['https://x.example/cb'],'grant_types':['password']} |"
            + " invalid_client_metadata",
        "[] | invalid_request"
      })
  void aProgramThatNobodyCouldBeAskedForIsNotRegistered(String body, String error) {
    assertError(api("POST", "/oauth/register", null, body), 400, error);
  }

  @Test
  void aProgramWithASchemeOfItsOwnIsSentTo() {
    String own = "cursor://anysphere.cursor-retrieval/oauth/callback";
    Map<String, String> asked = request(register("Editor", own));
    asked.put("redirect_uri", own);

    Answer consent = consentPage(asked);

    assertThat(consent.header("content-security-policy")).contains("form-action 'self' cursor:");
    assertThat(browser.agree(authorize(asked), consent, "ann").location().toString())
        .startsWith(own + "?code=");
  }
}
