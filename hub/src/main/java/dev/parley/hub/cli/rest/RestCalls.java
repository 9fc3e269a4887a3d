package dev.parley.hub.cli.rest;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.client.ClientKey;
import dev.parley.client.ClientOptions;
import dev.parley.client.RequestSigner;
import dev.parley.client.json.JsonObject;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.CliError;
import dev.parley.hub.cli.account.Session;
import dev.parley.hub.cli.account.Sessions;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Calls the hub over REST, as whoever the command line says. With the JDK's old client: the new one
 * takes longer to load than all the rest.
 */
public final class RestCalls {
  private static final int PATIENCE_MILLIS = 30_000;

  private final URI base;
  private final @Nullable String token;
  private final @Nullable RequestSigner signer;
  private final @Nullable Session session;
  private int patienceMillis = PATIENCE_MILLIS;

  public RestCalls(Cli cli) {
    ClientOptions options = cli.options();
    this.base = base(Cli.answering(options.addresses()));
    ClientKey key = options.key();
    this.token = key == null ? options.token() : null;
    this.signer = key == null ? null : new RequestSigner(String.valueOf(options.agentId()), key);
    this.session = cli.session();
  }

  /**
   * @param token null for a stranger
   */
  public RestCalls(URI base, @Nullable String token) {
    this.base = base;
    this.token = token;
    this.signer = null;
    this.session = null;
  }

  /** Waits so long for each answer from now on. */
  RestCalls patient(Duration patience) {
    patienceMillis = Math.toIntExact(patience.toMillis());
    return this;
  }

  /** Where REST is, of a hub whose WebSocket is there. */
  public static URI base(URI address) {
    String scheme = "wss".equals(address.getScheme()) ? "https" : "http";
    return URI.create(scheme + "://" + address.getRawAuthority());
  }

  /** Where the dashboard is. */
  public URI base() {
    return base;
  }

  public JsonObject get(String path) throws IOException {
    HttpURLConnection connection = open("GET", path, "");
    return answer(connection);
  }

  public JsonObject post(String path) throws IOException {
    HttpURLConnection connection = open("POST", path, "");
    connection.setDoOutput(true);
    connection.setFixedLengthStreamingMode(0);
    try (OutputStream out = stream(connection)) {
      out.flush();
    }
    return answer(connection);
  }

  /**
   * @param json the body; empty for none
   */
  public JsonObject send(String method, String path, byte[] json) throws IOException {
    String digest = signer == null || json.length == 0 ? "" : RequestSigner.digest(json);
    HttpURLConnection connection = open(method, path, digest);
    if (json.length > 0) {
      connection.setDoOutput(true);
      connection.setFixedLengthStreamingMode(json.length);
      connection.setRequestProperty("Content-Type", "application/json");
      try (OutputStream out = stream(connection)) {
        out.write(json);
      }
    }
    return answer(connection);
  }

  public JsonObject upload(String path, Path file, String contentType) throws IOException {
    String digest = signer == null ? "" : RequestSigner.digest(file);
    HttpURLConnection connection = open("POST", path, digest);
    connection.setDoOutput(true);
    connection.setFixedLengthStreamingMode(Files.size(file));
    connection.setRequestProperty("Content-Type", contentType);
    try (OutputStream out = stream(connection)) {
      Files.copy(file, out);
    } catch (ConnectException e) {
      throw e;
    } catch (IOException e) {
      // The hub may have said why it stopped reading.
      if (connection.getErrorStream() == null) {
        throw e;
      }
    }
    return answer(connection);
  }

  /** What is at a path, to be read to the end and closed. */
  public InputStream download(String path) throws IOException {
    HttpURLConnection connection = open("GET", path, "");
    check(connection);
    return connection.getInputStream();
  }

  private static OutputStream stream(HttpURLConnection connection) throws IOException {
    try {
      return connection.getOutputStream();
    } catch (ConnectException e) {
      throw unreachable(connection);
    }
  }

  /**
   * @param digest of the body, where the request is signed and has one
   */
  private HttpURLConnection open(String method, String path, String digest) throws IOException {
    URI address = base.resolve(path);
    HttpURLConnection connection = (HttpURLConnection) address.toURL().openConnection();
    connection.setRequestMethod(method);
    connection.setConnectTimeout(PATIENCE_MILLIS);
    connection.setReadTimeout(patienceMillis);
    if (token != null) {
      connection.setRequestProperty("Authorization", "Bearer " + token);
    }
    if (signer != null) {
      signer.headers(method, address, digest).forEach(connection::setRequestProperty);
    }
    return connection;
  }

  private JsonObject answer(HttpURLConnection connection) throws IOException {
    check(connection);
    if (connection.getResponseCode() == HttpURLConnection.HTTP_NO_CONTENT) {
      return JsonObject.EMPTY;
    }
    try (InputStream in = connection.getInputStream()) {
      return JsonObject.parse(in.readAllBytes());
    }
  }

  private void check(HttpURLConnection connection) throws IOException {
    int status;
    try {
      status = connection.getResponseCode();
    } catch (ConnectException e) {
      throw unreachable(connection);
    }
    if (status < 400) {
      return;
    }
    String text = "";
    try (InputStream error = connection.getErrorStream()) {
      text = error == null ? "" : new String(error.readAllBytes(), UTF_8);
    }
    String detail =
        text.startsWith("{")
            ? JsonObject.parse(text).text("detail", text)
            : "the hub answered " + status + "; is this the owner's port?";
    if (status != HttpURLConnection.HTTP_UNAUTHORIZED) {
      throw CliError.failed(detail);
    }
    // What the hub says to it is lost when the request had a body: the JDK sees to that.
    throw session == null
        ? CliError.unauthorized(
            text.isEmpty()
                ? "the hub refused the token; give the right one with --token-file"
                : detail)
        : Sessions.ended(session);
  }

  private static CliError unreachable(HttpURLConnection connection) {
    return CliError.noHub(
        "no hub answers at " + connection.getURL().getAuthority() + "; start one with: parley up");
  }

  /** A query of those parameters that are there: name, value, name, value… */
  static String query(@Nullable Object... pairs) {
    StringBuilder query = new StringBuilder();
    for (int i = 0; i < pairs.length; i += 2) {
      Object value = pairs[i + 1];
      if (value != null) {
        query.append(query.isEmpty() ? '?' : '&').append(pairs[i]).append('=');
        query.append(URLEncoder.encode(value.toString(), UTF_8));
      }
    }
    return query.toString();
  }
}
