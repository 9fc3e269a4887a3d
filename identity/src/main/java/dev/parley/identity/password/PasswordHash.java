package dev.parley.identity.password;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.params.Argon2Parameters;

/**
 * The hash of a password, as {@code $argon2id$v=19$m=…,t=…,p=…$salt$hash}: it says itself how it
 * was made. It prints without salt and hash. Computing one takes tens of milliseconds and the
 * memory of its cost, on the calling thread.
 */
@SuppressWarnings("ArrayRecordComponent") // compared with matches only
record PasswordHash(HashCost cost, byte[] salt, byte[] bytes) {
  private static final String NATIVE_CODE = "org.bouncycastle.native.cpu_variant";
  private static final int SALT_BYTES = 16;
  private static final int HASH_BYTES = 32;
  private static final int BYTES_MAX = 64;
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final Pattern TEXT =
      Pattern.compile(
          "\\$argon2id\\$v=19\\$m=(\\d{1,7}),t=(\\d{1,3}),p=(\\d{1,3})"
              + "\\$([A-Za-z0-9+/]{11,86})\\$([A-Za-z0-9+/]{22,86})");

  static {
    // Bouncy Castle would unpack native code into the temporary directory, none of it for Argon2.
    if (System.getProperty(NATIVE_CODE) == null) {
      System.setProperty(NATIVE_CODE, "java");
    }
  }

  static PasswordHash of(String password, HashCost cost) {
    byte[] salt = new byte[SALT_BYTES];
    RANDOM.nextBytes(salt);
    return new PasswordHash(cost, salt, argon2id(password, cost, salt, HASH_BYTES));
  }

  /**
   * @throws IllegalArgumentException when it is no such text, or one that would cost too much
   */
  static PasswordHash parse(String text) {
    Matcher parts = TEXT.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException("this is no hash of Argon2id, version 19");
    }
    HashCost cost =
        new HashCost(
            Integer.parseInt(parts.group(1)),
            Integer.parseInt(parts.group(2)),
            Integer.parseInt(parts.group(3)));
    if (!cost.isWithin(HashCost.MAX)) {
      throw new IllegalArgumentException("a hash that costs more than " + HashCost.MAX);
    }
    Base64.Decoder base64 = Base64.getDecoder();
    byte[] salt = base64.decode(parts.group(4));
    byte[] bytes = base64.decode(parts.group(5));
    if (salt.length > BYTES_MAX || bytes.length > BYTES_MAX) {
      throw new IllegalArgumentException("a hash that is too long");
    }
    return new PasswordHash(cost, salt, bytes);
  }

  /** In a time that does not depend on where the two differ. */
  boolean matches(String password) {
    return MessageDigest.isEqual(bytes, argon2id(password, cost, salt, bytes.length));
  }

  String text() {
    Base64.Encoder base64 = Base64.getEncoder().withoutPadding();
    return "$argon2id$v=19$m="
        + cost.memoryKiB()
        + ",t="
        + cost.passes()
        + ",p="
        + cost.lanes()
        + "$"
        + base64.encodeToString(salt)
        + "$"
        + base64.encodeToString(bytes);
  }

  private static byte[] argon2id(String password, HashCost cost, byte[] salt, int length) {
    byte[] secret = password.getBytes(StandardCharsets.UTF_8);
    Argon2BytesGenerator generator = new Argon2BytesGenerator();
    generator.init(
        new Argon2Parameters.Builder(Argon2Parameters.ARGON2_id)
            .withVersion(Argon2Parameters.ARGON2_VERSION_13)
            .withMemoryAsKB(cost.memoryKiB())
            .withIterations(cost.passes())
            .withParallelism(cost.lanes())
            .withSalt(salt)
            .build());
    byte[] hash = new byte[length];
    generator.generateBytes(secret, hash);
    Arrays.fill(secret, (byte) 0);
    return hash;
  }

  @Override
  public String toString() {
    return "$argon2id$…";
  }
}
