package dev.parley.identity.signature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.broker.BrokerConfig;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Door;
import dev.parley.identity.Principal;
import dev.parley.identity.Visit;
import dev.parley.identity.authority.Identity;
import dev.parley.identity.keys.KeyHolder;
import dev.parley.identity.keys.SignatureAlgorithm;
import dev.parley.identity.limits.RateLimits;
import dev.parley.testkit.store.MemoryStore;
import dev.parley.testkit.time.ManualTime;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestSignaturesTest {
  private static final AgentId ADA = new AgentId("ada");
  private static final AgentId BOB = new AgentId("bob");
  private static final Visit OWNER = new Visit(new Principal.Owner(), Door.REST, "10.0.0.1");
  private static final long NOW = 1_618_884_473L;
  private static final String WHOLE = "(\"@method\" \"@target-uri\")";
  private static final String PARTS = "(\"@method\" \"@authority\" \"@path\" \"@query\")";

  private final MemoryStore store = new MemoryStore();
  private final ManualTime time = new ManualTime(NOW * 1_000);
  private final Broker broker = new Broker(store, time, BrokerConfig.DEFAULT).start();
  private Identity identity = Identity.of(broker, "owner's", RateLimits.none(), time);
  private final KeyHolder holder = KeyHolder.ed25519();
  private final Map<String, List<String>> fields = new HashMap<>();

  private String method = "GET";
  private String authority = "Hub.example:80";
  private String target = "/api/agents?limit=1";
  private boolean body;

  @BeforeEach
  void agents() {
    broker.participants().createAgent(ADA, null, null, null, null).join();
    broker.participants().createAgent(BOB, null, null, null, null).join();
    identity.keys().add(OWNER, ADA, holder.offer("laptop")).join();
  }

  @AfterEach
  void close() {
    identity.close();
    broker.close();
    store.close();
  }

  private HttpMessage message() {
    return new HttpMessage(
        method, "http", authority, target, body, name -> fields.getOrDefault(name, List.of()));
  }

  private static String parameters(long created, String keyId, String nonce) {
    return ";created=" + created + ";keyid=\"" + keyId + "\";nonce=\"" + nonce + "\"";
  }

  private static String usual(String nonce) {
    return parameters(NOW, "ada/laptop", nonce);
  }

  private void sign(KeyHolder by, SignatureAlgorithm algorithm, String input) {
    fields.put("signature-input", List.of("sig1=" + input));
    fields.put("signature", List.of("sig1=:AA==:"));
    SignatureInput parsed = SignatureInput.of(message().fields());
    byte[] signature = by.sign(new SignatureBase(message()).of(parsed.covered()), algorithm);
    fields.put(
        "signature", List.of("sig1=:" + Base64.getEncoder().encodeToString(signature) + ":"));
  }

  private void sign(String input) {
    sign(holder, SignatureAlgorithm.ED25519, input);
  }

  private AgentId signer() {
    return identity.signatures().verify(message(), "10.0.0.9").join().by().agent();
  }

  private void assertRefused(ErrorCode code, String why) {
    assertThatThrownBy(this::signer)
        .satisfies(
            failure -> {
              assertThat(Refused.of(failure).code()).isEqualTo(code);
              assertThat(Refused.of(failure)).hasMessageContaining(why);
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {WHOLE, PARTS})
  void whoeverSignedARequestIsKnown(String covered) {
    sign(covered + usual("n1"));
    assertThat(signer()).isEqualTo(ADA);
  }

  @Test
  void aSignatureIsGoodOnce() {
    sign(WHOLE + usual("n1"));
    assertThat(signer()).isEqualTo(ADA);
    assertRefused(ErrorCode.UNAUTHORIZED, "used before");
  }

  @Test
  void aSignatureIsGoodOnceThoughTheHubWasStartedAgain() {
    sign(WHOLE + usual("n1"));
    assertThat(signer()).isEqualTo(ADA);
    identity.close();
    identity = Identity.of(broker, "owner's", RateLimits.none(), time);
    assertRefused(ErrorCode.UNAUTHORIZED, "used before");
  }

  @Test
  void theSameRequestWithAnotherNonceIsAnother() {
    sign(WHOLE + usual("n1"));
    signer();
    sign(WHOLE + usual("n2"));
    assertThat(signer()).isEqualTo(ADA);
  }

  @Test
  void whatWasUsedIsForgottenWhenItIsTooOldToBeUsed() {
    SpentNonces spent =
        new SpentNonces(broker.records(), broker.transactions(), time, Duration.ofMinutes(2));
    var login = identity.keys().login(ADA, "laptop").orElseThrow();
    assertThat(spent.claim(login, "n1", _ -> true).join()).isTrue();
    time.advance(Duration.ofMinutes(2));
    assertThat(spent.claim(login, "n2", _ -> true).join()).isTrue();
    assertThat(spent.size()).isEqualTo(1);
    int[] kept = {0};
    broker.records().forEach("signed-requests", (_, _) -> kept[0]++);
    assertThat(kept[0]).isEqualTo(1);
  }

  @Test
  void oneAgentCannotUseUpAllTheRoom() {
    SpentNonces spent =
        new SpentNonces(broker.records(), broker.transactions(), time, Duration.ofMinutes(2));
    var login = identity.keys().login(ADA, "laptop").orElseThrow();
    var last = spent.claim(login, "first", _ -> true);
    for (int i = 1; i < SpentNonces.PER_AGENT_MAX; i++) {
      last = spent.claim(login, "n" + i, _ -> true);
      if (i % 500 == 0) {
        last.join(); // the committer's queue has a limit, too
      }
    }
    last.join();
    assertThatThrownBy(() -> spent.claim(login, "more", _ -> true))
        .satisfies(e -> assertThat(Refused.of(e).code()).isEqualTo(ErrorCode.RATE_LIMITED));
    identity.keys().add(OWNER, BOB, KeyHolder.ed25519().offer("k")).join();
    var other = identity.keys().login(BOB, "k").orElseThrow();
    assertThat(spent.claim(other, "n1", _ -> true).join()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(longs = {-61, 61, -3_600, 86_400, 100_000_000_000_000L})
  void aSignatureFromAnotherTimeIsRefusedWithBothTimes(long off) {
    sign(WHOLE + parameters(NOW + off, "ada/laptop", "n1"));
    assertRefused(ErrorCode.UNAUTHORIZED, "this hub's clock says 2021-04-20T02:07:53Z");
  }

  @ParameterizedTest
  @ValueSource(longs = {-60, 60})
  void clocksMayBeAMinuteApart(long off) {
    sign(WHOLE + parameters(NOW + off, "ada/laptop", "n1"));
    assertThat(signer()).isEqualTo(ADA);
  }

  @Test
  void whatExpiresEarlierIsRefusedThen() {
    sign(WHOLE + usual("n1") + ";expires=" + NOW);
    assertRefused(ErrorCode.UNAUTHORIZED, "expired");
  }

  @Test
  void anythingElseThanWasSignedIsRefused() {
    for (Runnable forgery :
        List.<Runnable>of(
            () -> method = "DELETE",
            () -> authority = "other.example",
            () -> target = "/api/agents?limit=2",
            () -> target = "/api/groups?limit=1",
            () -> target = "/api/agents")) {
      method = "GET";
      authority = "hub.example";
      target = "/api/agents?limit=1";
      sign(PARTS + usual("n1"));
      forgery.run();
      assertRefused(ErrorCode.UNAUTHORIZED, "wrong key or signature");
    }
  }

  @Test
  void aHeaderThatIsCoveredCannotBeChanged() {
    fields.put("mcp-session-id", List.of("one"));
    sign("(\"@method\" \"@target-uri\" \"mcp-session-id\")" + usual("n1"));
    fields.put("mcp-session-id", List.of("two"));
    assertRefused(ErrorCode.UNAUTHORIZED, "wrong");
  }

  @Test
  void anotherAgentsKeyIsNotGoodForThisAgent() {
    KeyHolder bobs = KeyHolder.ed25519();
    identity.keys().add(OWNER, BOB, bobs.offer("laptop")).join();
    sign(bobs, SignatureAlgorithm.ED25519, WHOLE + usual("n1"));
    assertRefused(ErrorCode.UNAUTHORIZED, "wrong");
  }

  @Test
  void whoeverAddsAnothersPublicKeyGainsNothing() {
    identity.keys().add(OWNER, BOB, holder.offer("laptop")).join();
    sign(WHOLE + usual("n1"));
    String ofAda = fields.get("signature-input").getFirst();
    fields.put("signature-input", List.of(ofAda.replace("ada/laptop", "bob/laptop")));
    assertRefused(ErrorCode.UNAUTHORIZED, "wrong");
  }

  @Test
  void aWithdrawnKeyIsRefused() {
    sign(WHOLE + usual("n1"));
    identity.keys().remove(OWNER, ADA, "laptop").join();
    assertRefused(ErrorCode.UNAUTHORIZED, "wrong key or signature");
  }

  @Test
  void theKeyOfARotationIsGoodAndTheOldOneIsNot() {
    KeyHolder next = KeyHolder.ed25519();
    identity.keys().rotate(OWNER, ADA, "laptop", next.offer("next")).join();
    sign(next, SignatureAlgorithm.ED25519, WHOLE + parameters(NOW, "ada/next", "n1"));
    assertThat(signer()).isEqualTo(ADA);
    sign(WHOLE + usual("n2"));
    assertRefused(ErrorCode.UNAUTHORIZED, "wrong");
  }

  @Test
  void theAlgorithmIsTheKeysAndNotTheMessages() {
    KeyHolder rsa = KeyHolder.rsa();
    identity.keys().add(OWNER, ADA, rsa.offer("server")).join();
    String by = parameters(NOW, "ada/server", "n");
    sign(rsa, SignatureAlgorithm.RSA_PSS_SHA512, WHOLE + by + ";alg=\"ed25519\"");
    assertRefused(ErrorCode.UNAUTHORIZED, "wrong");
    sign(rsa, SignatureAlgorithm.RSA_V1_5_SHA256, WHOLE + by + ";alg=\"rsa-pss-sha512\"");
    assertRefused(ErrorCode.UNAUTHORIZED, "wrong");
    sign(rsa, SignatureAlgorithm.RSA_V1_5_SHA256, WHOLE + by + ";alg=\"hmac-sha256\"");
    assertRefused(ErrorCode.UNAUTHORIZED, "wrong");
    sign(WHOLE + usual("n") + ";alg=\"rsa-pss-sha512\"");
    assertRefused(ErrorCode.UNAUTHORIZED, "wrong");
    sign(rsa, SignatureAlgorithm.RSA_V1_5_SHA256, WHOLE + by + ";alg=\"rsa-v1_5-sha256\"");
    assertThat(signer()).isEqualTo(ADA);
    sign(rsa, SignatureAlgorithm.RSA_PSS_SHA512, WHOLE + parameters(NOW, "ada/server", "n2"));
    assertThat(signer()).isEqualTo(ADA);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "()",
        "(\"@method\")",
        "(\"@target-uri\")",
        "(\"@method\" \"@authority\" \"@path\")",
        "(\"@method\" \"@path\" \"@query\")",
        "(\"@method\";req \"@target-uri\")"
      })
  void aSignatureHasToCoverMethodAndTarget(String covered) {
    fields.put("signature-input", List.of("sig1=" + covered + usual("n1")));
    fields.put("signature", List.of("sig1=:AA==:"));
    assertRefused(ErrorCode.BAD_REQUEST, "has to cover");
  }

  @Test
  void aBodyHasToBeCoveredByItsDigest() {
    body = true;
    sign(WHOLE + usual("n1"));
    assertRefused(ErrorCode.BAD_REQUEST, "content-digest");
    fields.put(
        "signature-input",
        List.of("sig1=(\"@method\" \"@target-uri\" \"content-digest\")" + usual("n1")));
    assertRefused(ErrorCode.BAD_REQUEST, "does not have");
  }

  @Test
  void theDigestSaysWhatTheBodyHasToBe() {
    body = true;
    method = "POST";
    // Of "{}".
    fields.put("content-digest", List.of("sha-256=:RBNvo1WzZ4oRRq0W9+hknpT7T8If536DEMBg9hyq/4o=:"));
    sign("(\"@method\" \"@target-uri\" \"content-digest\")" + usual("n1"));
    ContentDigest digest = identity.signatures().verify(message(), "10.0.0.9").join().digest();
    assertThat(digest).isNotNull();
    digest.update("{]".getBytes(StandardCharsets.UTF_8));
    assertThatThrownBy(digest::require).hasMessageContaining("body");
  }

  @Test
  void aDigestOfAnUnknownKindIsNone() {
    fields.put("content-digest", List.of("md5=:AAAA:"));
    sign("(\"@method\" \"@target-uri\" \"content-digest\")" + usual("n1"));
    assertRefused(ErrorCode.BAD_REQUEST, "sha-256 or sha-512");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ";keyid=\"ada/laptop\";nonce=\"n\"",
        ";created=1618884473;nonce=\"n\"",
        ";created=1618884473;keyid=\"ada\";nonce=\"n\"",
        ";created=1618884473;keyid=\"a da/laptop\";nonce=\"n\"",
        ";created=1618884473;keyid=\"ada/laptop\"",
        ";created=1618884473;keyid=\"ada/laptop\";nonce=\"\"",
        ";created=\"1618884473\";keyid=\"ada/laptop\";nonce=\"n\"",
        ";created=1618884473;keyid=ada;nonce=\"n\""
      })
  void whatASignatureLacksIsSaid(String parameters) {
    sign(WHOLE + parameters);
    assertRefused(ErrorCode.BAD_REQUEST, "the request's signature");
  }

  @Test
  void ofSeveralSignaturesTheOneForTheHubIsTaken() {
    sign(WHOLE + usual("n1"));
    String input = fields.get("signature-input").getFirst();
    String signature = fields.get("signature").getFirst();
    fields.put("signature-input", List.of("proxy=();created=1", input));
    fields.put("signature", List.of("proxy=:AA==:", signature));
    assertRefused(ErrorCode.BAD_REQUEST, "called 'parley'");
    fields.put("signature-input", List.of("proxy=();created=1", input.replace("sig1", "parley")));
    fields.put("signature", List.of("proxy=:AA==:", signature.replace("sig1", "parley")));
    assertThat(signer()).isEqualTo(ADA);
  }

  @Test
  void wrongSignaturesAreCountedLikeWrongTokens() {
    sign(KeyHolder.ed25519(), SignatureAlgorithm.ED25519, WHOLE + usual("n1"));
    for (int i = 0; i < 10; i++) {
      assertRefused(ErrorCode.UNAUTHORIZED, "wrong");
    }
    assertRefused(ErrorCode.RATE_LIMITED, "too many times");
    sign(WHOLE + usual("n1"));
    assertThat(signer()).isEqualTo(ADA);
  }
}
