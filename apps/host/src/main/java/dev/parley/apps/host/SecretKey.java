package dev.parley.apps.host;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.core.store.OwnersFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * With what secret settings of apps are kept in the store: who has a copy of the store, and not of
 * this file beside it, cannot read them.
 */
final class SecretKey {
  static final String FILE = "apps-key";

  private static final int KEY_BYTES = 32;
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;
  private static final int SCOPE_BYTES = 8;

  private final byte[] key;
  private final SecureRandom random = new SecureRandom();

  private SecretKey(byte[] key) {
    this.key = key;
  }

  /** The one that is in this folder; a new one if there is none. */
  static SecretKey in(Path folder) {
    try {
      Path file = folder.resolve(FILE);
      if (!Files.exists(file)) {
        byte[] fresh = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(fresh);
        OwnersFile.write(folder, FILE, fresh);
      }
      byte[] key = Files.readAllBytes(file);
      if (key.length != KEY_BYTES) {
        throw new IOException(file + " is not a key");
      }
      return new SecretKey(key);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the key for settings of apps", e);
    }
  }

  /** What tells this hub's records from those of others that share its store. */
  String scope() {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(key);
      return HexFormat.of().formatHex(Arrays.copyOf(hash, SCOPE_BYTES));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * @param place what the text belongs to; it can be read for no other
   */
  byte[] seal(String place, String text) {
    byte[] nonce = new byte[NONCE_BYTES];
    random.nextBytes(nonce);
    try {
      byte[] sealed = cipher(Cipher.ENCRYPT_MODE, nonce, place).doFinal(text.getBytes(UTF_8));
      return ByteBuffer.allocate(nonce.length + sealed.length).put(nonce).put(sealed).array();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * @throws GeneralSecurityException when it was sealed with another key, for another place, or
   *     changed
   */
  String open(String place, byte[] sealed) throws GeneralSecurityException {
    if (sealed.length < NONCE_BYTES) {
      throw new GeneralSecurityException("too short");
    }
    byte[] nonce = Arrays.copyOf(sealed, NONCE_BYTES);
    byte[] text =
        cipher(Cipher.DECRYPT_MODE, nonce, place)
            .doFinal(sealed, NONCE_BYTES, sealed.length - NONCE_BYTES);
    return new String(text, UTF_8);
  }

  private Cipher cipher(int mode, byte[] nonce, String place) throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(mode, new SecretKeySpec(key, "AES"), new GCMParameterSpec(TAG_BITS, nonce));
    cipher.updateAAD(place.getBytes(UTF_8));
    return cipher;
  }
}
