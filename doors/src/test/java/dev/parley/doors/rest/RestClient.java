package dev.parley.doors.rest;

import dev.parley.doors.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Somebody who speaks REST to a hub. */
final class RestClient implements AutoCloseable {

  /** An answer, its body read as JSON unless it is empty. */
  record Answer(int status, HttpResponse<String> http) {
    JsonNode json() {
      return Json.parse(http.body());
    }

    String header(String name) {
      return http.headers().firstValue(name).orElse("");
    }

    /** The code of a problem. */
    String code() {
      return json().path("code").asString();
    }
  }

  private final HttpClient http = HttpClient.newHttpClient();
  private final int port;
  private final List<String> headers = new ArrayList<>();

  RestClient(int port, String... headers) {
    this.port = port;
    this.headers.addAll(List.of(headers));
  }

  static RestClient bearer(int port, String token) {
    return new RestClient(port, "Authorization", "Bearer " + token);
  }

  Answer get(String path, String... more) {
    return send("GET", path, null, more);
  }

  Answer post(String path, String json, String... more) {
    return send("POST", path, json, more);
  }

  Answer send(String method, String path, String json, String... more) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri(path))
            .timeout(Duration.ofSeconds(20))
            .method(
                method,
                json == null ? BodyPublishers.noBody() : BodyPublishers.ofString(Json.text(json)));
    headers(request, headers.toArray(String[]::new));
    headers(request, more);
    try {
      HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
      return new Answer(response.statusCode(), response);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  HttpClient http() {
    return http;
  }

  URI uri(String path) {
    return URI.create("http://127.0.0.1:" + port + path);
  }

  void headers(HttpRequest.Builder request, String... pairs) {
    for (int i = 0; i < pairs.length; i += 2) {
      request.header(pairs[i], pairs[i + 1]);
    }
  }

  List<String> headers() {
    return headers;
  }

  @Override
  public void close() {
    http.shutdownNow();
    http.close();
  }
}
