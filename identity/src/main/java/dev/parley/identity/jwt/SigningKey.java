package dev.parley.identity.jwt;

import com.nimbusds.jose.Algorithm;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.text.ParseException;
import java.util.HexFormat;

/**
 * A pair of keys. It prints without the private one.
 *
 * @param createdAt Unix milliseconds
 */
record SigningKey(ECKey pair, long createdAt) {
  static final JWSAlgorithm ALGORITHM = JWSAlgorithm.ES256;
  private static final int ID_BYTES = 12;

  static SigningKey generate(long now) {
    byte[] id = new byte[ID_BYTES];
    new SecureRandom().nextBytes(id);
    try {
      ECKey pair =
          new ECKeyGenerator(Curve.P_256)
              .keyID(HexFormat.of().formatHex(id))
              .keyUse(KeyUse.SIGNATURE)
              .algorithm(new Algorithm(ALGORITHM.getName()))
              .generate();
      return new SigningKey(pair, now);
    } catch (JOSEException e) {
      throw new IllegalStateException("every Java platform has the curve P-256", e);
    }
  }

  String id() {
    return pair.getKeyID();
  }

  byte[] toBytes() {
    return (createdAt + "\n" + pair.toJSONString()).getBytes(StandardCharsets.UTF_8);
  }

  static SigningKey of(byte[] bytes) {
    String[] parts = new String(bytes, StandardCharsets.UTF_8).split("\n", 2);
    try {
      return new SigningKey(ECKey.parse(parts[1]), Long.parseLong(parts[0]));
    } catch (ParseException e) {
      throw new IllegalStateException("a record of a signing key is damaged", e);
    }
  }

  @Override
  public String toString() {
    return "SigningKey " + id();
  }
}
