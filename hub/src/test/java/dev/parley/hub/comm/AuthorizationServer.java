package dev.parley.hub.comm;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.security.MessageDigest;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A small authorization server that is strict about everything the protocol asks for. */
final class AuthorizationServer implements AutoCloseable {
  private final HttpServer http;
  private final Map<String, Map<String, String>> codes = new HashMap<>();

  /** The access tokens that it gives out, one after the other; the last one for ever. */
  final Deque<String> tokens = new ArrayDeque<>();

  private String refreshToken = "";
  private String lastToken = "";
  int expiresIn = 3_600;
  boolean refreshesRefused;
  int refreshes;

  AuthorizationServer() throws IOException {
    http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.createContext("/oauth/authorize", exchange -> answered(exchange, this::authorize));
    http.createContext("/oauth/token", exchange -> answered(exchange, this::token));
    http.createContext("/oauth/userinfo", exchange -> answered(exchange, this::userInfo));
    http.start();
  }

  String address() {
    return "http://127.0.0.1:" + http.getAddress().getPort();
  }

  private interface Endpoint {
    void handle(HttpExchange exchange) throws Exception;
  }

  private synchronized void answered(HttpExchange exchange, Endpoint endpoint) throws IOException {
    try (exchange) {
      endpoint.handle(exchange);
    } catch (Exception e) {
      reply(exchange, 400, "{\"error\":\"" + e.getMessage() + "\"}");
    }
  }

  private static void require(boolean condition, String otherwise) {
    if (!condition) {
      throw new IllegalArgumentException(otherwise);
    }
  }

  static Map<String, String> query(String raw) {
    Map<String, String> query = new HashMap<>();
    for (String pair : raw.split("&")) {
      String[] parts = pair.split("=", 2);
      query.put(parts[0], URLDecoder.decode(parts[1], UTF_8));
    }
    return query;
  }

  private void authorize(HttpExchange exchange) throws IOException {
    Map<String, String> query = query(exchange.getRequestURI().getRawQuery());
    require("code".equals(query.get("response_type")), "response_type");
    require("S256".equals(query.get("code_challenge_method")), "code_challenge_method");
    require(query.get("code_challenge").length() == 43, "code_challenge");
    require(query.get("state").length() == 22, "state");
    require("openid profile email".equals(query.get("scope")), "scope");
    require(
        query.get("redirect_uri").matches("http://localhost:\\d+/auth/neboloop/callback"),
        "redirect_uri");
    String code = UUID.randomUUID().toString();
    codes.put(code, query);
    exchange
        .getResponseHeaders()
        .add(
            "Location",
            query.get("redirect_uri") + "?code=" + code + "&state=" + query.get("state"));
    exchange.sendResponseHeaders(302, -1);
  }

  private void token(HttpExchange exchange) throws Exception {
    JsonNode body = JsonMapper.shared().readTree(exchange.getRequestBody().readAllBytes());
    switch (body.path("grant_type").asString("")) {
      case "authorization_code" -> {
        Map<String, String> asked = codes.remove(body.path("code").asString(""));
        require(asked != null, "code");
        require(asked.get("redirect_uri").equals(body.path("redirect_uri").asString("")), "uri");
        require(asked.get("client_id").equals(body.path("client_id").asString("")), "client");
        String verifier = body.path("code_verifier").asString("");
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(US_ASCII));
        String challenge = Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
        require(challenge.equals(asked.get("code_challenge")), "code_verifier");
      }
      case "refresh_token" -> {
        require(!refreshesRefused, "invalid_grant");
        require(refreshToken.equals(body.path("refresh_token").asString("")), "invalid_grant");
        refreshes++;
      }
      default -> throw new IllegalArgumentException("grant_type");
    }
    refreshToken = UUID.randomUUID().toString();
    lastToken = tokens.size() > 1 ? tokens.poll() : tokens.peek();
    reply(
        exchange,
        200,
        "{\"access_token\":\"%s\",\"token_type\":\"Bearer\",\"expires_in\":%d,\"refresh_token\":\"%s\"}"
            .formatted(lastToken, expiresIn, refreshToken));
  }

  private void userInfo(HttpExchange exchange) throws IOException {
    String header = exchange.getRequestHeaders().getFirst("Authorization");
    boolean good = ("Bearer " + lastToken).equals(header);
    reply(
        exchange,
        good ? 200 : 401,
        good ? "{\"sub\":\"u-1\",\"email\":\"ada@example.org\",\"name\":\"Ada\"}" : "{}");
  }

  private static void reply(HttpExchange exchange, int status, String json) throws IOException {
    byte[] bytes = json.getBytes(UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  @Override
  public void close() {
    http.stop(0);
  }
}
