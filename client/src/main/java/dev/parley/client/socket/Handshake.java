package dev.parley.client.socket;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Locale;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The HTTP request that opens a WebSocket, and the check of its answer. */
public final class Handshake {
  private static final String MAGIC = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
  private static final int HEADERS_MAX = 100;

  private final String key;

  Handshake(RandomGenerator random) {
    byte[] nonce = new byte[16];
    random.nextBytes(nonce);
    key = Base64.getEncoder().encodeToString(nonce);
  }

  /** What a client calls the hub at this address. */
  public static String host(URI address) {
    return address.getHost() + (address.getPort() < 0 ? "" : ":" + address.getPort());
  }

  void send(OutputStream out, URI address) throws IOException {
    String path = address.getRawPath().isEmpty() ? "/" : address.getRawPath();
    String query = address.getRawQuery() == null ? "" : "?" + address.getRawQuery();
    String request =
        ("GET " + path + query + " HTTP/1.1\r\n")
            + ("Host: " + host(address) + "\r\n")
            + "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            + ("Sec-WebSocket-Key: " + key + "\r\n\r\n");
    out.write(request.getBytes(ISO_8859_1));
    out.flush();
  }

  void check(FrameReader in) throws IOException {
    String status = in.line();
    String accept = null;
    int headers = 0;
    for (String line = in.line(); !line.isEmpty(); line = in.line()) {
      if (++headers > HEADERS_MAX) {
        throw new IOException("the answer to the WebSocket request has no end");
      }
      accept = acceptHeader(line, accept);
    }
    if (!status.startsWith("HTTP/1.1 101")) {
      throw new IOException("no WebSocket here: the server answered '" + status + "'");
    }
    if (!expected().equals(accept)) {
      throw new IOException("no WebSocket here: the server did not prove that it speaks it");
    }
  }

  private static @Nullable String acceptHeader(String line, @Nullable String otherwise) {
    int colon = line.indexOf(':');
    boolean ours =
        colon > 0
            && line.substring(0, colon).toLowerCase(Locale.ROOT).equals("sec-websocket-accept");
    return ours ? line.substring(colon + 1).strip() : otherwise;
  }

  private String expected() {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-1").digest((key + MAGIC).getBytes(ISO_8859_1));
      return Base64.getEncoder().encodeToString(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has SHA-1", e);
    }
  }
}
