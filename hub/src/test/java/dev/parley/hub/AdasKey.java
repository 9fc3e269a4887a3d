package dev.parley.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.client.ClientKey;
import dev.parley.client.RequestSigner;
import dev.parley.client.json.JsonObject;
import dev.parley.client.json.JsonWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.EdECPrivateKeySpec;
import java.security.spec.NamedParameterSpec;
import java.util.Base64;
import java.util.Map;

/** A key of agent {@code ada}, and requests over HTTP with and without it. */
final class AdasKey {
  private final HttpClient http;
  private final ClientKey key;
  private final JsonObject publicHalf;
  private final RequestSigner signer;
  private final PrivateKey secret;

  AdasKey(HttpClient http) throws IOException {
    JsonObject pair = ClientKey.generate();
    this.http = http;
    this.key = ClientKey.parse(pair.raw().getBytes(StandardCharsets.UTF_8));
    this.publicHalf = ClientKey.publicHalf(pair);
    this.signer = new RequestSigner("ada", key);
    try {
      this.secret =
          KeyFactory.getInstance("Ed25519")
              .generatePrivate(
                  new EdECPrivateKeySpec(
                      NamedParameterSpec.ED25519,
                      Base64.getUrlDecoder().decode(pair.text("d", ""))));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Of any text, in base64url. */
  String signature(String text) throws GeneralSecurityException {
    Signature signature = Signature.getInstance("Ed25519");
    signature.initSign(secret);
    signature.update(text.getBytes(StandardCharsets.UTF_8));
    return Base64.getUrlEncoder().withoutPadding().encodeToString(signature.sign());
  }

  ClientKey key() {
    return key;
  }

  String id() {
    return key.keyId();
  }

  /** The body with which it is added. */
  String offer() {
    return new JsonWriter().put("jwk", publicHalf).toObject().raw();
  }

  static URI at(int port, String path) {
    return URI.create("http://127.0.0.1:" + port + path);
  }

  Map<String, String> signed(String method, URI address, String body) {
    return signer.headers(
        method,
        address,
        body.isEmpty() ? "" : RequestSigner.digest(body.getBytes(StandardCharsets.UTF_8)));
  }

  HttpResponse<String> send(String method, URI address, String body) {
    return send(method, address, body, signed(method, address, body));
  }

  HttpResponse<String> send(String method, URI address, String body, Map<String, String> headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address)
            .method(
                method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream");
    headers.forEach(request::header);
    try {
      return http.send(request.build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** As somebody who chooses the Host as well; the status line of the answer. */
  static String get(int port, String host, String path, Map<String, String> headers)
      throws IOException {
    StringBuilder head = new StringBuilder("GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\n");
    headers.forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
    head.append("Connection: close\r\n\r\n");
    try (Socket socket = new Socket("127.0.0.1", port)) {
      socket.setSoTimeout(60_000);
      socket.getOutputStream().write(head.toString().getBytes(StandardCharsets.US_ASCII));
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(answer).startsWith("HTTP/1.1 ");
      return answer;
    }
  }

  static Map<String, String> bearer(String token) {
    return Map.of("Authorization", "Bearer " + token);
  }
}
