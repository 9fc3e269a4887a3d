package dev.parley.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Signs requests over HTTP with an agent's key (RFC 9421), which are good for a minute and once.
 * Any thread.
 */
public final class RequestSigner {
  private static final int NONCE_BYTES = 18;

  private final String agentId;
  private final ClientKey key;
  private final InstantSource clock;
  private final SecureRandom random = new SecureRandom();

  public RequestSigner(String agentId, ClientKey key) {
    this(agentId, key, InstantSource.system());
  }

  RequestSigner(String agentId, ClientKey key, InstantSource clock) {
    this.agentId = agentId;
    this.key = key;
    this.clock = clock;
  }

  /** The header {@code Content-Digest} of a body (RFC 9530). */
  public static String digest(byte[] body) {
    return header(sha256().digest(body));
  }

  /** The same of a file, which is read to its end. */
  public static String digest(Path file) throws IOException {
    MessageDigest digest = sha256();
    try (var in = new DigestInputStream(Files.newInputStream(file), digest)) {
      in.transferTo(OutputStream.nullOutputStream());
    }
    return header(digest.digest());
  }

  private static String header(byte[] sha) {
    return "sha-256=:" + Base64.getEncoder().encodeToString(sha) + ":";
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /**
   * The headers to send along.
   *
   * @param digest {@link #digest} of the body; empty for a request that has none
   */
  public Map<String, String> headers(String method, URI address, String digest) {
    byte[] nonce = new byte[NONCE_BYTES];
    random.nextBytes(nonce);
    String query = address.getRawQuery() == null ? "" : address.getRawQuery();
    StringBuilder base = new StringBuilder();
    StringBuilder covered = new StringBuilder();
    cover(base, covered, "@method", method);
    cover(base, covered, "@authority", authority(address));
    cover(base, covered, "@path", address.getRawPath());
    cover(base, covered, "@query", "?" + query);
    Map<String, String> headers = new LinkedHashMap<>();
    if (!digest.isEmpty()) {
      cover(base, covered, "content-digest", digest);
      headers.put("Content-Digest", digest);
    }
    String parameters =
        "("
            + covered.toString().strip()
            + ");created="
            + clock.instant().getEpochSecond()
            + ";keyid=\""
            + agentId
            + "/"
            + key.keyId()
            + "\";nonce=\""
            + Base64.getUrlEncoder().encodeToString(nonce)
            + "\"";
    base.append("\"@signature-params\": ").append(parameters);
    byte[] signature = key.sign(base.toString().getBytes(UTF_8));
    headers.put("Signature-Input", "parley=" + parameters);
    headers.put("Signature", "parley=:" + Base64.getEncoder().encodeToString(signature) + ":");
    return headers;
  }

  private static void cover(StringBuilder base, StringBuilder covered, String name, String value) {
    base.append('"').append(name).append("\": ").append(value).append('\n');
    covered.append('"').append(name).append("\" ");
  }

  /** Without the port that goes without saying. */
  private static String authority(URI address) {
    String lower = address.getRawAuthority().toLowerCase(Locale.ROOT);
    String usual = "https".equals(address.getScheme()) ? ":443" : ":80";
    return lower.endsWith(usual) ? lower.substring(0, lower.length() - usual.length()) : lower;
  }
}
