package dev.parley.agents.wake;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * One POST of JSON to an address that was looked at before; the JDK's client would resolve the name
 * once more, and perhaps to another address. Redirects are not followed, and of the answer only the
 * status is read. The caller's thread, which may be interrupted when it is a virtual one.
 */
final class HttpPost {
  private static final int PATIENCE_MILLIS = 10_000;
  private static final int STATUS_BYTES_MAX = 1_024;
  private static final int HTTP = 80;
  private static final int HTTPS = 443;

  /** Something that could not hold a second line. */
  private static final Pattern PLAIN = Pattern.compile("[\\x20-\\x7e]+");

  private HttpPost() {}

  /** An address of HTTP, without what could break a request. */
  static URI uri(String text) {
    URI uri = URI.create(text);
    boolean web = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
    if (!web || uri.getHost() == null || uri.getRawUserInfo() != null) {
      throw new IllegalArgumentException("'" + text + "' is no address of http or https");
    }
    return uri;
  }

  /**
   * @param allowed which addresses may be asked
   * @return the status of the answer
   */
  static int send(URI uri, Map<String, String> headers, byte[] json, Predicate<InetAddress> allowed)
      throws IOException {
    InetAddress address = address(uri, allowed);
    boolean secure = uri.getScheme().equals("https");
    int port = uri.getPort() >= 0 ? uri.getPort() : secure ? HTTPS : HTTP;
    try (Socket plain = new Socket()) {
      plain.connect(new InetSocketAddress(address, port), PATIENCE_MILLIS);
      plain.setSoTimeout(PATIENCE_MILLIS);
      Socket socket = secure ? secured(plain, uri.getHost(), port) : plain;
      OutputStream out = socket.getOutputStream();
      out.write(head(uri, headers, json.length).getBytes(US_ASCII));
      out.write(json);
      out.flush();
      return status(socket.getInputStream());
    }
  }

  private static InetAddress address(URI uri, Predicate<InetAddress> allowed) throws IOException {
    String host = uri.getHost();
    try {
      for (InetAddress each : InetAddress.getAllByName(host)) {
        if (!allowed.test(each)) {
          throw new IOException(host + " is no address that may be asked");
        }
      }
      return InetAddress.getAllByName(host)[0];
    } catch (UnknownHostException e) {
      throw new IOException("there is no host " + host, e);
    }
  }

  private static Socket secured(Socket plain, String host, int port) throws IOException {
    SSLSocketFactory factory = (SSLSocketFactory) SSLSocketFactory.getDefault();
    SSLSocket secured = (SSLSocket) factory.createSocket(plain, host, port, true);
    SSLParameters parameters = secured.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    if (!host.startsWith("[") && !host.matches("[0-9.]+")) {
      parameters.setServerNames(List.of(new SNIHostName(host)));
    }
    secured.setSSLParameters(parameters);
    secured.startHandshake();
    return secured;
  }

  private static String head(URI uri, Map<String, String> headers, int length) {
    String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
    String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
    String host = uri.getPort() < 0 ? uri.getHost() : uri.getHost() + ":" + uri.getPort();
    StringBuilder head = new StringBuilder("POST " + path + query + " HTTP/1.1\r\nHost: " + host);
    head.append("\r\nUser-Agent: Parley\r\nContent-Type: application/json\r\nContent-Length: ");
    head.append(length).append("\r\nConnection: close\r\n");
    headers.forEach(
        (name, value) -> {
          if (!PLAIN.matcher(value).matches()) {
            throw new IllegalArgumentException("a header of this way cannot be sent");
          }
          head.append(name).append(": ").append(value).append("\r\n");
        });
    return head.append("\r\n").toString();
  }

  private static int status(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int read = in.read(); read >= 0 && read != '\n'; read = in.read()) {
      if (line.size() >= STATUS_BYTES_MAX) {
        break;
      }
      line.write(read);
    }
    String[] parts = line.toString(ISO_8859_1).strip().split(" ", 3);
    if (parts.length < 2 || !parts[0].startsWith("HTTP/1.") || !parts[1].matches("\\d{3}")) {
      throw new IOException("what answers there does not speak HTTP");
    }
    return Integer.parseInt(parts[1]);
  }
}
