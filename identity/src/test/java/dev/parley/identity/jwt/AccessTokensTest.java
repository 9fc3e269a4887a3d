package dev.parley.identity.jwt;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.parley.core.broker.Broker;
import dev.parley.core.broker.BrokerConfig;
import dev.parley.testkit.store.MemoryStore;
import dev.parley.testkit.time.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AccessTokensTest {
  private static final UUID ADA = UUID.fromString("8a2c7f0e-5b1d-4f6a-9c3e-1d2b3c4d5e6f");
  private static final JOSEObjectType TYPE = new JOSEObjectType("at+jwt");

  private final MemoryStore store = new MemoryStore();
  private final ManualTime time = new ManualTime(1_700_000_000_000L);
  private final Broker broker = new Broker(store, time, BrokerConfig.DEFAULT).start();
  private final SigningKeys keys = new SigningKeys(broker.records(), time, AccessTokens.LIFETIME);
  private final AccessTokens tokens = new AccessTokens(keys, time, "hub", "parley");

  @AfterEach
  void close() {
    broker.close();
    store.close();
  }

  private String issue() {
    return tokens.issue(ADA, "session-1").join();
  }

  /** Every claim as it should be: what a test changes is all that is wrong. */
  private JWTClaimsSet.Builder claims() {
    return new JWTClaimsSet.Builder()
        .issuer("hub")
        .audience("parley")
        .subject(ADA.toString())
        .claim("sid", "session-1")
        .issueTime(date(time.millis()))
        .notBeforeTime(date(time.millis()))
        .expirationTime(date(time.millis() + 60_000));
  }

  private static Date date(long millis) {
    return Date.from(Instant.ofEpochMilli(millis));
  }

  private JWSHeader.Builder header() {
    return new JWSHeader.Builder(JWSAlgorithm.ES256).type(TYPE).keyID(key().id());
  }

  private SigningKey key() {
    return keys.signing().join();
  }

  private String forged(JWSHeader.Builder header, JWTClaimsSet.Builder claims) throws Exception {
    return forged(header, claims, new ECDSASigner(key().pair()));
  }

  private static String forged(
      JWSHeader.Builder header, JWTClaimsSet.Builder claims, JWSSigner signer) throws Exception {
    SignedJWT token = new SignedJWT(header.build(), claims.build());
    token.sign(signer);
    return token.serialize();
  }

  private void assertBad(String token) {
    assertThat(tokens.verify(token)).isEqualTo(new Verified.Bad());
  }

  @Test
  void whatTheHubHasIssuedIsGoodAndNamesThePersonAndTheSession() {
    assertThat(tokens.verify(issue()))
        .isEqualTo(
            new Verified.Good(ADA, "session-1", time.millis() + AccessTokens.LIFETIME.toMillis()));
  }

  @Test
  void whatTheseTestsForgeWouldBeGoodIfNothingWereWrongWithIt() throws Exception {
    assertThat(tokens.verify(forged(header(), claims()))).isInstanceOf(Verified.Good.class);
  }

  @Test
  void expired() {
    String token = issue();
    time.advance(AccessTokens.LIFETIME.minusSeconds(1));
    assertThat(tokens.verify(token)).isInstanceOf(Verified.Good.class);

    time.advance(Duration.ofSeconds(1));

    assertThat(tokens.verify(token)).isEqualTo(new Verified.Expired());
  }

  @Test
  void algNone() {
    String payload = issue().split("\\.")[1];
    for (String alg : List.of("none", "None", "NONE", "nOnE")) {
      String head = "{\"alg\":\"" + alg + "\",\"typ\":\"at+jwt\",\"kid\":\"" + key().id() + "\"}";
      String text = Base64.getUrlEncoder().withoutPadding().encodeToString(head.getBytes(UTF_8));
      assertBad(text + "." + payload + ".");
      assertBad(text + "." + payload + "." + issue().split("\\.")[2]);
    }
  }

  @Test
  void hs256WithThePublicKeyAsTheSecret() throws Exception {
    JWSHeader.Builder hs256 =
        new JWSHeader.Builder(JWSAlgorithm.HS256).type(TYPE).keyID(key().id());

    assertBad(forged(hs256, claims(), new MACSigner(key().pair().toECPublicKey().getEncoded())));
    assertBad(
        forged(
            hs256,
            claims(),
            new MACSigner(key().pair().toPublicJWK().toJSONString().getBytes(UTF_8))));
  }

  @Test
  void signedWithAKeyOfTheForgersOwnUnderTheHubsKeyId() throws Exception {
    SigningKey own = SigningKey.generate(time.millis());

    assertBad(forged(header(), claims(), new ECDSASigner(own.pair())));
  }

  @Test
  void aKeyThatTheTokenBringsAlong() throws Exception {
    SigningKey own = SigningKey.generate(time.millis());
    ECDSASigner signer = new ECDSASigner(own.pair());

    assertBad(forged(header().jwk(own.pair().toPublicJWK()), claims(), signer));
    assertBad(forged(header().keyID(own.id()).jwk(own.pair().toPublicJWK()), claims(), signer));
  }

  @Test
  void unknownKeyId() throws Exception {
    assertBad(forged(header().keyID("somebody-elses"), claims()));
  }

  @Test
  void noKeyId() throws Exception {
    assertBad(forged(header().keyID(null), claims()));
  }

  @Test
  void anotherType() throws Exception {
    // A token of the hub's for something else, such as an id token, opens nothing.
    assertBad(forged(header().type(JOSEObjectType.JWT), claims()));
    assertBad(forged(header().type(null), claims()));
  }

  @Test
  void aCriticalHeaderThatNobodyHereUnderstands() throws Exception {
    assertBad(forged(header().customParam("exp2", 1).criticalParams(Set.of("exp2")), claims()));
  }

  @Test
  void wrongAudience() throws Exception {
    assertBad(forged(header(), claims().audience("another")));
    assertBad(forged(header(), claims().audience(List.of("parley", "another"))));
    assertBad(forged(header(), claims().audience(List.of())));
  }

  @Test
  void wrongIssuer() throws Exception {
    assertBad(forged(header(), claims().issuer("another hub")));
    assertBad(forged(header(), claims().issuer(null)));
  }

  @Test
  void noExpiry() throws Exception {
    assertBad(forged(header(), claims().expirationTime(null)));
  }

  @Test
  void anExpiryLaterThanTheHubGives() throws Exception {
    Date tooLate = date(time.millis() + AccessTokens.LIFETIME.toMillis() + 1_000);

    assertBad(forged(header(), claims().expirationTime(tooLate)));
  }

  @Test
  void notYetGood() throws Exception {
    long later = time.millis() + 5 * 60_000;

    assertBad(forged(header(), claims().notBeforeTime(date(later))));
    assertBad(forged(header(), claims().notBeforeTime(null)));
    assertBad(
        forged(header(), claims().issueTime(date(later)).expirationTime(date(later + 60_000))));
  }

  @Test
  void aSubjectThatIsNobodysId() throws Exception {
    assertBad(forged(header(), claims().subject("ada")));
    assertBad(
        forged(header(), claims().subject(ADA.toString().toUpperCase(java.util.Locale.ROOT))));
    assertBad(forged(header(), claims().subject(null)));
  }

  @Test
  void noSession() throws Exception {
    assertBad(forged(header(), claims().claim("sid", null)));
    assertBad(forged(header(), claims().claim("sid", 7)));
  }

  @Test
  void anotherPayloadUnderTheSameSignature() throws Exception {
    String[] parts = issue().split("\\.");
    String other = forged(header(), claims().subject(UUID.randomUUID().toString())).split("\\.")[1];

    assertBad(parts[0] + "." + other + "." + parts[2]);
  }

  @Test
  void aSignatureOfZeros() {
    String[] parts = issue().split("\\.");
    String zeros = Base64.getUrlEncoder().withoutPadding().encodeToString(new byte[64]);

    assertBad(parts[0] + "." + parts[1] + "." + zeros);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", ".", "..", "...", "eyJ", "eyJ.eyJ.eyJ", "null", "e30.e30.", "a.b.c.d.e"})
  void whatIsNoTokenAtAll(String text) {
    assertBad(text);
  }

  @Test
  void aTokenOfAMegabyteIsNotEvenParsed() {
    assertBad("eyJ" + "a".repeat(1_000_000) + "." + "b".repeat(10) + ".c");
  }

  @Test
  void aRotationLogsNobodyOutAndTheOldKeyGoesWhenAllItHasSignedIsOver() throws Exception {
    String old = issue();
    String oldKey = key().id();
    time.advance(Duration.ofMinutes(1));
    String newKey = keys.rotate().join();

    // Other hubs may not have heard of the new one yet, so the old one still signs.
    assertThat(key().id()).isEqualTo(oldKey);
    time.advance(SigningKeys.HEARD_OF);
    assertThat(key().id()).isEqualTo(newKey);
    assertThat(tokens.verify(old)).isInstanceOf(Verified.Good.class);
    assertThat(tokens.verify(issue())).isInstanceOf(Verified.Good.class);
    assertThat(keyIds()).containsExactlyInAnyOrder(oldKey, newKey);

    String stolen = forgedWith(oldKey);
    time.advance(AccessTokens.LIFETIME.plus(AccessTokens.LEEWAY));

    assertThat(keyIds()).containsExactly(newKey);
    assertBad(stolen);
  }

  /** What whoever has got hold of an old key could sign with it, good for long from now on. */
  private String forgedWith(String keyId) throws Exception {
    SigningKey old = SigningKey.of(broker.records().get("jwt-keys", keyId).orElseThrow());
    long late = time.millis() + AccessTokens.LIFETIME.toMillis();
    return forged(
        header().keyID(keyId),
        claims()
            .issueTime(date(late))
            .notBeforeTime(date(late))
            .expirationTime(date(late + 600_000)),
        new ECDSASigner(old.pair()));
  }

  @Test
  void aKeyThatHasSignedForLongIsFollowedByAnotherByItself() {
    String first = key().id();
    time.advance(SigningKeys.ROTATION);
    assertThat(key().id()).isEqualTo(first);
    time.advance(SigningKeys.HEARD_OF);

    // The next one was made in the background, and this waits until it is on disk.
    broker.records().put("other", "key", new byte[0]).join();
    assertThat(key().id()).isNotEqualTo(first);
  }

  @Test
  void afterARestartAndAtAnotherHubTheSameKeysVerify() {
    String token = issue();
    SigningKeys later = new SigningKeys(broker.records(), time, AccessTokens.LIFETIME);

    assertThat(new AccessTokens(later, time, "hub", "parley").verify(token))
        .isInstanceOf(Verified.Good.class);
  }

  @Test
  void aKeyThatAnotherHubMadeIsHeardOf() throws Exception {
    SigningKey others = SigningKey.generate(time.millis());
    String token = forged(header().keyID(others.id()), claims(), new ECDSASigner(others.pair()));
    assertBad(token);

    broker.records().onOtherHub("jwt-keys", others.id(), others.toBytes());
    assertThat(tokens.verify(token)).isInstanceOf(Verified.Good.class);

    broker.records().onOtherHub("jwt-keys", others.id(), null);
    assertBad(token);
  }

  @Test
  void thePublishedKeysHoldNoPrivateOnes() {
    key();

    assertThat(keys.jwks()).contains("\"kid\"", "\"ES256\"").doesNotContain("\"d\"");
  }

  private List<String> keyIds() throws Exception {
    return JWKSet.parse(keys.jwks()).getKeys().stream().map(key -> key.getKeyID()).toList();
  }
}
