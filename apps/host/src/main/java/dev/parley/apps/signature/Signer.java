package dev.parley.apps.signature;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import org.bouncycastle.math.ec.rfc8032.Ed25519;
import org.jspecify.annotations.Nullable;

/** A key with its secret half. It prints without it. */
public final class Signer {
  private final byte[] seed;
  private final StoreKey key;

  /**
   * @param seed 32 bytes
   */
  public Signer(byte[] seed) {
    this(seed, null);
  }

  /**
   * @param id another name than the one that follows from the key; null for that
   */
  Signer(byte[] seed, @Nullable String id) {
    if (seed.length != Ed25519.SECRET_KEY_SIZE) {
      throw new IllegalArgumentException("a seed has 32 bytes");
    }
    this.seed = seed.clone();
    byte[] publicKey = new byte[Ed25519.PUBLIC_KEY_SIZE];
    Ed25519.generatePublicKey(seed, 0, publicKey, 0);
    StoreKey derived = StoreKey.of(publicKey);
    this.key = id == null ? derived : new StoreKey(id, derived.publicKey());
  }

  public static Signer generate() {
    byte[] seed = new byte[Ed25519.SECRET_KEY_SIZE];
    new SecureRandom().nextBytes(seed);
    return new Signer(seed);
  }

  public StoreKey key() {
    return key;
  }

  /** To be kept where only the owner can read it. */
  public byte[] seed() {
    return seed.clone();
  }

  /** In base64. */
  String sign(byte[] message) {
    byte[] signature = new byte[Ed25519.SIGNATURE_SIZE];
    Ed25519.sign(seed, 0, message, 0, message.length, signature, 0);
    return Base64.getEncoder().encodeToString(signature);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Signer same && Arrays.equals(seed, same.seed);
  }

  @Override
  public int hashCode() {
    return key.hashCode();
  }

  @Override
  public String toString() {
    return "Signer " + key.id();
  }
}
