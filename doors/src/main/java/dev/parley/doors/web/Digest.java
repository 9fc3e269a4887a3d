package dev.parley.doors.web;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;

/** SHA-256: what files and inline scripts are known by. */
final class Digest {
  private final byte[] bytes;

  private Digest(byte[] bytes) {
    this.bytes = bytes;
  }

  static Digest of(byte[]... parts) {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      for (byte[] part : parts) {
        sha256.update(part);
      }
      return new Digest(sha256.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** Half of it: enough to tell versions apart. */
  String hex() {
    return HexFormat.of().formatHex(bytes, 0, 16);
  }

  /** As a content security policy writes it. */
  String base64() {
    return Base64.getEncoder().encodeToString(bytes);
  }
}
