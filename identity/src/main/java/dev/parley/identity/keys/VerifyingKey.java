package dev.parley.identity.keys;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jose.util.JSONObjectUtils;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.RSAPublicKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.text.ParseException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bouncycastle.math.ec.rfc8032.Ed25519;

/**
 * A public key that was found good: Ed25519 of the right subgroup, or RSA that is neither weak nor
 * so large that verifying is a burden.
 */
public final class VerifyingKey {

  /** What signatures it verifies; never said by a message, always by the key. */
  public enum Kind {
    ED25519,
    RSA
  }

  static final int RSA_BITS_MIN = 2_048;
  static final int RSA_BITS_MAX = 8_192;
  private static final BigInteger EXPONENT_MIN = BigInteger.valueOf(65_537);
  private static final int EXPONENT_BITS_MAX = 32;
  private static final int TEXT_MAX = 8_192;
  private static final int ED25519_BYTES = 32;
  private static final byte[] ED25519_HEAD = HexFormat.of().parseHex("302a300506032b6570032100");
  private static final Pattern PEM =
      Pattern.compile(
          "\\s*-----BEGIN PUBLIC KEY-----([A-Za-z0-9+/=\\s]+)-----END PUBLIC KEY-----\\s*");

  /** The members of a JWK that only whoever holds the private half has. */
  private static final List<String> SECRETS = List.of("d", "p", "q", "dp", "dq", "qi", "oth", "k");

  private static final VerifyingKey NOBODYS =
      ofPoint(
          HexFormat.of()
              .parseHex("5866666666666666666666666666666666666666666666666666666666666666"));

  private final Kind kind;
  private final PublicKey key;
  private final JWK jwk;

  private VerifyingKey(Kind kind, PublicKey key, JWK jwk) {
    this.kind = kind;
    this.key = key;
    this.jwk = jwk;
  }

  /**
   * @param json a JSON Web Key (RFC 7517)
   * @throws Refused when it is none, private, of another kind, or weak
   */
  public static VerifyingKey ofJwk(String json) {
    if (json.length() > TEXT_MAX) {
      throw bad("it has more than " + TEXT_MAX + " characters");
    }
    try {
      Map<String, Object> members = JSONObjectUtils.parse(json);
      if (SECRETS.stream().anyMatch(members::containsKey)) {
        throw secret();
      }
      JWK parsed = JWK.parse(members);
      if (KeyUse.ENCRYPTION.equals(parsed.getKeyUse())) {
        throw bad("it is for encryption ('use' is 'enc'), not for signatures");
      }
      return switch (parsed) {
        case OctetKeyPair pair when Curve.Ed25519.equals(pair.getCurve()) ->
            ofPoint(pair.getDecodedX());
        case RSAKey rsa ->
            ofRsa(
                rsa.getModulus().decodeToBigInteger(),
                rsa.getPublicExponent().decodeToBigInteger());
        default -> throw otherKind();
      };
    } catch (ParseException e) {
      throw bad("it is no JSON Web Key: " + e.getMessage());
    }
  }

  /**
   * @param text a SubjectPublicKeyInfo as PEM, {@code -----BEGIN PUBLIC KEY-----}
   * @throws Refused when it is none, private, of another kind, or weak
   */
  public static VerifyingKey ofPem(String text) {
    if (text.length() > TEXT_MAX) {
      throw bad("it has more than " + TEXT_MAX + " characters");
    }
    if (text.contains("PRIVATE KEY")) {
      throw secret();
    }
    Matcher pem = PEM.matcher(text);
    if (!pem.matches()) {
      throw bad("PEM of a public key begins with -----BEGIN PUBLIC KEY-----");
    }
    try {
      return ofSpki(Base64.getMimeDecoder().decode(pem.group(1)));
    } catch (IllegalArgumentException e) {
      throw bad("what stands in the PEM is not base64");
    }
  }

  /** As it is kept. */
  static VerifyingKey ofSpki(byte[] encoded) {
    int head = ED25519_HEAD.length;
    if (encoded.length == head + ED25519_BYTES
        && Arrays.equals(encoded, 0, head, ED25519_HEAD, 0, head)) {
      return ofPoint(Arrays.copyOfRange(encoded, head, encoded.length));
    }
    try {
      PublicKey parsed =
          KeyFactory.getInstance("RSA").generatePublic(new X509EncodedKeySpec(encoded));
      if (parsed instanceof RSAPublicKey rsa) {
        return ofRsa(rsa.getModulus(), rsa.getPublicExponent());
      }
    } catch (GeneralSecurityException e) {
      // said below
    }
    throw otherKind();
  }

  private static VerifyingKey ofPoint(byte[] point) {
    // On the curve, written in the one right way, and of the large subgroup: with a point of low
    // order one signature would be good for many messages.
    if (point.length != ED25519_BYTES || !Ed25519.validatePublicKeyFull(point, 0)) {
      throw bad("it is no good point of the curve of Ed25519");
    }
    byte[] encoded = Arrays.copyOf(ED25519_HEAD, ED25519_HEAD.length + ED25519_BYTES);
    System.arraycopy(point, 0, encoded, ED25519_HEAD.length, ED25519_BYTES);
    try {
      return new VerifyingKey(
          Kind.ED25519,
          KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(encoded)),
          new OctetKeyPair.Builder(Curve.Ed25519, Base64URL.encode(point)).build());
    } catch (GeneralSecurityException e) {
      throw bad("it is no key of Ed25519");
    }
  }

  private static VerifyingKey ofRsa(BigInteger modulus, BigInteger exponent) {
    int bits = modulus.bitLength();
    if (bits < RSA_BITS_MIN || bits > RSA_BITS_MAX) {
      throw bad(
          "an RSA key has " + RSA_BITS_MIN + " to " + RSA_BITS_MAX + " bits, this one " + bits);
    }
    if (modulus.signum() < 0 || !modulus.testBit(0)) {
      throw bad("its modulus is no product of two large primes");
    }
    if (!exponent.testBit(0)
        || exponent.compareTo(EXPONENT_MIN) < 0
        || exponent.bitLength() > EXPONENT_BITS_MAX) {
      throw bad("its exponent has to be odd, 65537 or more, and below 2^32");
    }
    try {
      RSAPublicKey key =
          (RSAPublicKey)
              KeyFactory.getInstance("RSA").generatePublic(new RSAPublicKeySpec(modulus, exponent));
      return new VerifyingKey(Kind.RSA, key, new RSAKey.Builder(key).build());
    } catch (GeneralSecurityException e) {
      throw bad("it is no RSA key");
    }
  }

  /**
   * Verified with when there is no key, so that a made-up one takes as long as a real one. It is
   * the curve's base point, for which the check below makes no exception.
   */
  public static VerifyingKey nobodys() {
    return NOBODYS;
  }

  public Kind kind() {
    return kind;
  }

  PublicKey key() {
    return key;
  }

  /** As JSON: {@code kty} and the members of that kind. */
  public String jwk() {
    return jwk.toJSONString();
  }

  /** RFC 7638: the same for the same key, however it came. */
  public String thumbprint() {
    try {
      return jwk.computeThumbprint().toString();
    } catch (JOSEException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  byte[] spki() {
    return key.getEncoded();
  }

  private static Refused bad(String why) {
    return new Refused(ErrorCode.BAD_REQUEST, "this public key is not taken: " + why);
  }

  private static Refused otherKind() {
    return bad("it has to be Ed25519 or RSA");
  }

  private static Refused secret() {
    return new Refused(
        ErrorCode.BAD_REQUEST,
        "this is a private or secret key, which nobody but its holder may have: make a new pair and"
            + " send its public half");
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof VerifyingKey that && key.equals(that.key);
  }

  @Override
  public int hashCode() {
    return key.hashCode();
  }

  @Override
  public String toString() {
    return kind + " " + thumbprint();
  }
}
