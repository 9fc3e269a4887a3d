package dev.parley.apps.signature;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.concurrent.locks.ReentrantLock;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a store has signed of an app: the bytes of its manifest and those of its program.
 *
 * @param binarySha256 in lower-case hexadecimal
 */
public record Signatures(
    String keyId, String manifestSignature, String binarySha256, String binarySignature) {
  public static final String FILE = "signatures.json";

  private static final String ALGORITHM = "ed25519";
  private static final int BYTES_MAX = 1 << 20;
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /**
   * Ed25519 wants all of what it signs at once, and a program may have 500 MiB: one at a time is in
   * memory, however many apps are launched.
   */
  private static final ReentrantLock ONE_PROGRAM = new ReentrantLock();

  /**
   * @throws Refused when it is not what a store writes
   */
  public static Signatures parse(byte[] json) {
    JsonNode root;
    try {
      root = JSON.readTree(json);
    } catch (JacksonException e) {
      throw bad("is not JSON: " + e.getOriginalMessage());
    }
    String algorithm = root.path("algorithm").asString("");
    if (!algorithm.equals(ALGORITHM)) {
      throw bad("names the algorithm '" + algorithm + "'; only ed25519 is known");
    }
    return new Signatures(
        text(root, "key_id"),
        text(root, "manifest_signature"),
        text(root, "binary_sha256"),
        text(root, "binary_signature"));
  }

  private static String text(JsonNode root, String name) {
    String text = root.path(name).asString("");
    if (text.isEmpty()) {
      throw bad("has no '" + name + "'");
    }
    return text;
  }

  private static Refused bad(String what) {
    return new Refused(ErrorCode.FORBIDDEN, FILE + " " + what);
  }

  /** Those in the folder of an app. */
  public static Signatures in(Path folder) throws IOException {
    Path file = folder.resolve(FILE);
    if (!Files.isRegularFile(file)) {
      throw new Refused(ErrorCode.FORBIDDEN, "there is no " + FILE);
    }
    if (Files.size(file) > BYTES_MAX) {
      throw bad("is larger than " + BYTES_MAX + " bytes");
    }
    return parse(Files.readAllBytes(file));
  }

  /** Signs; blocks while another program is looked at. */
  public static Signatures make(Signer signer, byte[] manifest, Path binary) throws IOException {
    ONE_PROGRAM.lock();
    try {
      byte[] program = Files.readAllBytes(binary);
      return new Signatures(
          signer.key().id(), signer.sign(manifest), sha256(program), signer.sign(program));
    } finally {
      ONE_PROGRAM.unlock();
    }
  }

  /**
   * Blocks while another program is looked at.
   *
   * @throws Refused when manifest or program are not what was signed with this key
   */
  public void verify(StoreKey key, byte[] manifest, Path binary) throws IOException {
    if (!key.id().equals(keyId)) {
      throw new Refused(
          ErrorCode.FORBIDDEN,
          "key ID mismatch: the app was signed with '"
              + keyId
              + "', the store has '"
              + key.id()
              + "'");
    }
    if (!key.hasSigned(manifest, manifestSignature)) {
      throw new Refused(
          ErrorCode.FORBIDDEN, "the signature of manifest.json is wrong: it was changed");
    }
    ONE_PROGRAM.lock();
    try {
      byte[] program = Files.readAllBytes(binary);
      if (!sha256(program).equals(binarySha256)) {
        throw new Refused(
            ErrorCode.FORBIDDEN, "the binary is not the one that was signed: its SHA-256 differs");
      }
      if (!key.hasSigned(program, binarySignature)) {
        throw new Refused(ErrorCode.FORBIDDEN, "the signature of the binary is wrong");
      }
    } finally {
      ONE_PROGRAM.unlock();
    }
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** As it stands in a package. */
  public byte[] toJson() {
    ObjectNode root = JSON.createObjectNode();
    root.put("key_id", keyId);
    root.put("algorithm", ALGORITHM);
    root.put("manifest_signature", manifestSignature);
    root.put("binary_sha256", binarySha256);
    root.put("binary_signature", binarySignature);
    return JSON.writeValueAsBytes(root);
  }
}
