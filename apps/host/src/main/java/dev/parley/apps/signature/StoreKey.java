package dev.parley.apps.signature;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import org.bouncycastle.math.ec.rfc8032.Ed25519;

/**
 * The public half of a key with which a store signs.
 *
 * @param id as signatures name it
 * @param publicKey in base64, of 32 bytes
 */
public record StoreKey(String id, String publicKey) {
  private static final int ID_BYTES = 8;

  public StoreKey {
    byte[] bytes = decoded(publicKey);
    if (id.isEmpty() || bytes.length != Ed25519.PUBLIC_KEY_SIZE) {
      throw new Refused(ErrorCode.BAD_REQUEST, "the store's key is not an Ed25519 key");
    }
  }

  /** Named after its bytes. */
  static StoreKey of(byte[] publicKey) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(publicKey);
      return new StoreKey(
          HexFormat.of().formatHex(Arrays.copyOf(hash, ID_BYTES)),
          Base64.getEncoder().encodeToString(publicKey));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** Pure Ed25519 over these bytes; false also for what is no signature at all. */
  boolean hasSigned(byte[] message, String signature) {
    byte[] bytes = decoded(signature);
    return bytes.length == Ed25519.SIGNATURE_SIZE
        && Ed25519.verify(bytes, 0, decoded(publicKey), 0, message, 0, message.length);
  }

  /** Empty for what is no base64 with its padding. */
  private static byte[] decoded(String base64) {
    try {
      byte[] bytes = Base64.getDecoder().decode(base64);
      return Base64.getEncoder().encodeToString(bytes).equals(base64) ? bytes : new byte[0];
    } catch (IllegalArgumentException e) {
      return new byte[0];
    }
  }
}
