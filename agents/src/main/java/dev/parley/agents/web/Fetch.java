package dev.parley.agents.web;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * One GET of HTTP/1.1 from one address, on the caller's thread. The JDK's client would resolve the
 * name itself, and perhaps to another address than the one that was looked at.
 */
final class Fetch implements AutoCloseable {
  private static final int HEADER_BYTES_MAX = 64 << 10;
  private static final int CONNECT_MILLIS = 10_000;
  private static final int HTTP = 80;
  private static final int HTTPS = 443;

  private final URI uri;
  private final InetAddress address;
  private final int bytesMax;
  private final Socket socket = new Socket();
  private int headerBytes;

  Fetch(URI uri, InetAddress address, int bytesMax) {
    this.uri = uri;
    this.address = address;
    this.bytesMax = bytesMax;
  }

  static int port(URI uri) {
    return uri.getPort() >= 0 ? uri.getPort() : uri.getScheme().equals("https") ? HTTPS : HTTP;
  }

  Page get() throws IOException {
    socket.connect(new InetSocketAddress(address, port(uri)), CONNECT_MILLIS);
    Socket talk = uri.getScheme().equals("https") ? secured() : socket;
    talk.getOutputStream().write(request().getBytes(US_ASCII));
    talk.getOutputStream().flush();
    InputStream in = new BufferedInputStream(talk.getInputStream());
    String[] status = line(in).split(" ", 3);
    if (status.length < 2 || !status[0].startsWith("HTTP/1.") || !status[1].matches("\\d{3}")) {
      throw new IOException("it does not speak HTTP");
    }
    Map<String, String> headers = headers(in);
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    boolean cut = body(in, headers, body);
    return Page.of(Integer.parseInt(status[1]), headers, body, cut);
  }

  private Socket secured() throws IOException {
    SSLSocketFactory factory = (SSLSocketFactory) SSLSocketFactory.getDefault();
    String host = uri.getHost();
    SSLSocket secured = (SSLSocket) factory.createSocket(socket, host, port(uri), true);
    SSLParameters parameters = secured.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    if (!host.startsWith("[") && !host.matches("[0-9.]+")) {
      parameters.setServerNames(List.of(new SNIHostName(host)));
    }
    secured.setSSLParameters(parameters);
    secured.startHandshake();
    return secured;
  }

  private String request() {
    String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
    String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
    String host = uri.getPort() < 0 ? uri.getHost() : uri.getHost() + ":" + uri.getPort();
    return "GET "
        + path
        + query
        + " HTTP/1.1\r\nHost: "
        + host
        + "\r\nUser-Agent: Parley\r\nAccept: text/html, text/*;q=0.9, */*;q=0.5\r\n"
        + "Accept-Encoding: identity\r\nConnection: close\r\n\r\n";
  }

  private String line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int read = in.read(); read != '\n'; read = in.read()) {
      if (read < 0) {
        throw new EOFException("it broke off");
      }
      if (++headerBytes > HEADER_BYTES_MAX) {
        throw new IOException("its header is too long");
      }
      if (read != '\r') {
        line.write(read);
      }
    }
    return line.toString(ISO_8859_1);
  }

  private Map<String, String> headers(InputStream in) throws IOException {
    Map<String, String> headers = new LinkedHashMap<>();
    for (String line = line(in); !line.isEmpty(); line = line(in)) {
      int colon = line.indexOf(':');
      if (colon > 0) {
        headers.put(
            line.substring(0, colon).strip().toLowerCase(Locale.ROOT),
            line.substring(colon + 1).strip());
      }
    }
    return headers;
  }

  /** Whether there was more than may be read. */
  private boolean body(InputStream in, Map<String, String> headers, ByteArrayOutputStream body)
      throws IOException {
    if (!headers
        .getOrDefault("transfer-encoding", "")
        .toLowerCase(Locale.ROOT)
        .contains("chunked")) {
      long length = length(headers.getOrDefault("content-length", ""));
      return read(in, length, body) && length != body.size();
    }
    while (true) {
      String size = line(in).split(";", 2)[0].strip();
      long length;
      try {
        length = Long.parseLong(size, 16);
      } catch (NumberFormatException e) {
        throw new IOException("its chunks cannot be read");
      }
      if (length <= 0) {
        return false;
      }
      if (read(in, length, body)) {
        return true;
      }
      headerBytes = 0;
      String _ = line(in);
    }
  }

  /** Until the end where it is not said. */
  private static long length(String said) {
    return said.matches("\\d{1,18}") ? Long.parseLong(said) : Long.MAX_VALUE;
  }

  /** Whether it was stopped because there is enough. */
  private boolean read(InputStream in, long length, ByteArrayOutputStream body) throws IOException {
    byte[] buffer = new byte[8 << 10];
    long left = length;
    while (left > 0) {
      int room = bytesMax - body.size();
      if (room <= 0) {
        return true;
      }
      int read = in.read(buffer, 0, (int) Math.min(Math.min(left, room), buffer.length));
      if (read < 0) {
        return false;
      }
      body.write(buffer, 0, read);
      left -= read;
    }
    return false;
  }

  /** Ends it, at any moment and from any thread. */
  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      // It is gone already.
    }
  }
}
