package dev.parley.identity.jwt;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.text.ParseException;
import org.jspecify.annotations.Nullable;

/**
 * What the hub signs, and how it knows its own signature. Nothing in a token says how it is to be
 * verified: the algorithm is the key's, the key is one of the hub's own, and of the header only the
 * key's id is believed. What is signed for one use has a type that no other use accepts.
 */
record Signed(SigningKeys keys, JOSEObjectType type) {
  private static final int LENGTH_MAX = 4_096;

  String sign(SigningKey key, JWTClaimsSet claims) {
    JWSHeader header =
        new JWSHeader.Builder(SigningKey.ALGORITHM).type(type).keyID(key.id()).build();
    SignedJWT token = new SignedJWT(header, claims);
    try {
      token.sign(new ECDSASigner(key.pair()));
    } catch (JOSEException e) {
      throw new IllegalStateException("a key of the hub's own cannot sign", e);
    }
    return token.serialize();
  }

  /** What it says, if it is one of ours. */
  @Nullable JWTClaimsSet claims(String token) {
    try {
      return token.length() > LENGTH_MAX ? null : verified(SignedJWT.parse(token));
    } catch (ParseException | JOSEException | IllegalArgumentException e) {
      return null;
    }
  }

  private @Nullable JWTClaimsSet verified(SignedJWT parsed) throws ParseException, JOSEException {
    JWSHeader header = parsed.getHeader();
    String id = header.getKeyID();
    if (id == null
        || !SigningKey.ALGORITHM.equals(header.getAlgorithm())
        || !type.equals(header.getType())
        || header.getCriticalParams() != null) {
      return null;
    }
    SigningKey key = keys.verifying(id);
    return key != null && parsed.verify(new ECDSAVerifier(key.pair().toECPublicKey()))
        ? parsed.getJWTClaimsSet()
        : null;
  }
}
