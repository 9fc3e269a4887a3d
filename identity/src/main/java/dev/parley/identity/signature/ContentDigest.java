package dev.parley.identity.signature;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Locale;
import java.util.SequencedMap;

/**
 * What a body has to come to (RFC 9530). One thread at a time.
 *
 * <p>Whoever reads the body feeds it through here, and acts on nothing before {@link #require}.
 */
public final class ContentDigest {
  static final String FIELD = "content-digest";

  private final MessageDigest digest;
  private final byte[] expected;

  private ContentDigest(MessageDigest digest, byte[] expected) {
    this.digest = digest;
    this.expected = expected;
  }

  /**
   * @throws Refused when the field names no digest that is known here
   */
  static ContentDigest of(HttpMessage.Fields fields) {
    SequencedMap<String, Member> named = StructuredDictionary.parse(FIELD, fields.all(FIELD));
    for (String strongest : new String[] {"sha-512", "sha-256"}) {
      if (named.get(strongest) instanceof Member.Item(Bare.Bytes(byte[] bytes), _)) {
        try {
          return new ContentDigest(
              MessageDigest.getInstance(strongest.toUpperCase(Locale.ROOT)), bytes);
        } catch (NoSuchAlgorithmException e) {
          throw new IllegalStateException("every Java platform has SHA-2", e);
        }
      }
    }
    throw SignatureInput.bad("'Content-Digest' has to say sha-256 or sha-512");
  }

  public void update(byte[] bytes) {
    digest.update(bytes);
  }

  /**
   * The body is whole.
   *
   * @throws Refused when it is another than was signed
   */
  public void require() {
    if (!MessageDigest.isEqual(digest.digest(), expected)) {
      throw new Refused(
          ErrorCode.UNAUTHORIZED, "the body is not what 'Content-Digest' and the signature say");
    }
  }
}
