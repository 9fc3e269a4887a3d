package dev.parley.identity.keys;

import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.util.Optional;
import java.util.stream.Stream;

/** How something may be signed, by the names of RFC 9421. Each fits one kind of key. */
public enum SignatureAlgorithm {
  ED25519("ed25519", VerifyingKey.Kind.ED25519, "Ed25519"),
  RSA_PSS_SHA512("rsa-pss-sha512", VerifyingKey.Kind.RSA, "RSASSA-PSS"),
  RSA_V1_5_SHA256("rsa-v1_5-sha256", VerifyingKey.Kind.RSA, "SHA256withRSA");

  private static final PSSParameterSpec PSS =
      new PSSParameterSpec("SHA-512", "MGF1", MGF1ParameterSpec.SHA512, 64, 1);

  private final String wireName;
  private final VerifyingKey.Kind kind;
  private final String javaName;

  SignatureAlgorithm(String wireName, VerifyingKey.Kind kind, String javaName) {
    this.wireName = wireName;
    this.kind = kind;
    this.javaName = javaName;
  }

  public String wireName() {
    return wireName;
  }

  /** What a key of this kind is used with where nothing else was said. */
  public static SignatureAlgorithm usual(VerifyingKey.Kind kind) {
    return switch (kind) {
      case ED25519 -> ED25519;
      case RSA -> RSA_PSS_SHA512;
    };
  }

  /** The one of that name, if it is one for such a key. */
  public static Optional<SignatureAlgorithm> named(String name, VerifyingKey.Kind kind) {
    return Stream.of(values())
        .filter(each -> each.wireName.equals(name) && each.kind == kind)
        .findFirst();
  }

  public boolean verifies(VerifyingKey by, byte[] signed, byte[] signature) {
    return by.kind() == kind && verifies(by.key(), signed, signature);
  }

  private boolean verifies(PublicKey key, byte[] signed, byte[] signature) {
    try {
      Signature verifier = Signature.getInstance(javaName);
      if (this == RSA_PSS_SHA512) {
        verifier.setParameter(PSS);
      }
      verifier.initVerify(key);
      verifier.update(signed);
      return verifier.verify(signature);
    } catch (SignatureException e) {
      return false; // not even of the right form
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + javaName, e);
    }
  }
}
