package dev.parley.identity.keys;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;

/** Both halves of a key, as an agent has them. */
public record KeyHolder(KeyPair pair, VerifyingKey material) {

  public static KeyHolder ed25519() {
    return of("Ed25519", 0);
  }

  public static KeyHolder rsa() {
    return of("RSA", 2_048);
  }

  private static KeyHolder of(String algorithm, int bits) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
      if (bits > 0) {
        generator.initialize(bits);
      }
      KeyPair pair = generator.generateKeyPair();
      return new KeyHolder(pair, VerifyingKey.ofSpki(pair.getPublic().getEncoded()));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  public AgentKeys.Offer offer(String id) {
    return new AgentKeys.Offer(id, null, material);
  }

  public byte[] sign(byte[] text, SignatureAlgorithm algorithm) {
    try {
      Signature signature =
          Signature.getInstance(
              switch (algorithm) {
                case ED25519 -> "Ed25519";
                case RSA_PSS_SHA512 -> "RSASSA-PSS";
                case RSA_V1_5_SHA256 -> "SHA256withRSA";
              });
      if (algorithm == SignatureAlgorithm.RSA_PSS_SHA512) {
        signature.setParameter(
            new PSSParameterSpec("SHA-512", "MGF1", MGF1ParameterSpec.SHA512, 64, 1));
      }
      signature.initSign(pair.getPrivate());
      signature.update(text);
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
