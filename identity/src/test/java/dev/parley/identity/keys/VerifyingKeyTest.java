package dev.parley.identity.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.math.BigInteger;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.spec.RSAKeyGenParameterSpec;
import java.security.spec.RSAPublicKeySpec;
import java.util.Base64;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VerifyingKeyTest {
  private static final String POINT = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo";

  private static String okp(String x) {
    return "{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"x\":\"" + x + "\"}";
  }

  private static String point(String hex) {
    return okp(
        Base64.getUrlEncoder().withoutPadding().encodeToString(HexFormat.of().parseHex(hex)));
  }

  static String pem(byte[] spki) {
    return "-----BEGIN PUBLIC KEY-----\n"
        + Base64.getMimeEncoder().encodeToString(spki)
        + "\n-----END PUBLIC KEY-----\n";
  }

  private static void assertRefused(Runnable attempt, String why) {
    assertThatThrownBy(attempt::run)
        .isInstanceOf(Refused.class)
        .hasMessageContaining(why)
        .satisfies(e -> assertThat(((Refused) e).code()).isEqualTo(ErrorCode.BAD_REQUEST));
  }

  @Test
  void theThumbprintOfAnEd25519KeyIsThatOfRfc8037() {
    assertThat(VerifyingKey.ofJwk(okp(POINT)).thumbprint())
        .isEqualTo("kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k");
  }

  @Test
  void aKeyIsTheSameAsJwkAndAsPem() {
    VerifyingKey jwk = VerifyingKey.ofJwk(okp(POINT));
    assertThat(VerifyingKey.ofPem(pem(jwk.spki()))).isEqualTo(jwk);
  }

  @Test
  void anRsaKeyOf2048BitsIsTakenInBothForms() throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(2_048);
    VerifyingKey fromPem =
        VerifyingKey.ofPem(pem(generator.generateKeyPair().getPublic().getEncoded()));
    assertThat(fromPem.kind()).isEqualTo(VerifyingKey.Kind.RSA);
    assertThat(VerifyingKey.ofJwk(fromPem.jwk())).isEqualTo(fromPem);
  }

  @Test
  void aShorterRsaKeyIsRefused() throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(1_024);
    String short1 = pem(generator.generateKeyPair().getPublic().getEncoded());
    assertRefused(() -> VerifyingKey.ofPem(short1), "2048 to 8192 bits, this one 1024");
  }

  @Test
  void anRsaKeyWithExponent3IsRefused() throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(new RSAKeyGenParameterSpec(2_048, RSAKeyGenParameterSpec.F0));
    String three = pem(generator.generateKeyPair().getPublic().getEncoded());
    assertRefused(() -> VerifyingKey.ofPem(three), "exponent");
  }

  @Test
  void anRsaKeyWithAnEvenExponentOrModulusIsRefused() throws Exception {
    BigInteger odd = BigInteger.TWO.pow(2_047).add(BigInteger.valueOf(12_345));
    KeyFactory factory = KeyFactory.getInstance("RSA");
    String evenExponent =
        pem(
            factory
                .generatePublic(new RSAPublicKeySpec(odd, BigInteger.valueOf(65_538)))
                .getEncoded());
    assertRefused(() -> VerifyingKey.ofPem(evenExponent), "exponent");
    String evenModulus =
        pem(
            factory
                .generatePublic(
                    new RSAPublicKeySpec(odd.add(BigInteger.ONE), BigInteger.valueOf(65_537)))
                .getEncoded());
    assertRefused(() -> VerifyingKey.ofPem(evenModulus), "modulus");
  }

  /** The neutral element, those of order 2, 4 and 8, one above the field, one off the curve. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "0100000000000000000000000000000000000000000000000000000000000000",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "0000000000000000000000000000000000000000000000000000000000000000",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "0200000000000000000000000000000000000000000000000000000000000000"
      })
  void pointsThatAreNoGoodKeysAreRefused(String hex) {
    assertRefused(() -> VerifyingKey.ofJwk(point(hex)), "point");
  }

  @ParameterizedTest
  @ValueSource(strings = {"d", "p", "qi", "oth", "k"})
  void aKeyWithAnythingPrivateInItIsRefused(String member) {
    String leaky = okp(POINT).replace("}", ",\"" + member + "\":\"AAAA\"}");
    assertRefused(() -> VerifyingKey.ofJwk(leaky), "make a new pair");
  }

  @Test
  void aPrivateKeyAsPemIsRefused() {
    assertRefused(
        () -> VerifyingKey.ofPem("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----"),
        "make a new pair");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "[]",
        "{\"kty\":\"OKP\"}",
        "{\"kty\":\"OKP\",\"crv\":\"X25519\",\"x\":\"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo\"}",
        "{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"x\":\"AAAA\"}",
        "{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"use\":\"enc\",\"x\":\"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo\"}"
      })
  void whatIsNoKeyForSignaturesIsRefused(String json) {
    assertRefused(() -> VerifyingKey.ofJwk(json), "not taken");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "AAAA", "-----BEGIN PUBLIC KEY-----\n####\n-----END PUBLIC KEY-----"})
  void whatIsNoPemIsRefused(String text) {
    assertRefused(() -> VerifyingKey.ofPem(text), "not taken");
  }

  @Test
  void aKeyOfAnotherCurveIsRefused() throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(256);
    String elliptic = pem(generator.generateKeyPair().getPublic().getEncoded());
    assertRefused(() -> VerifyingKey.ofPem(elliptic), "Ed25519 or RSA");
  }
}
