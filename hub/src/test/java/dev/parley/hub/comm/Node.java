package dev.parley.hub.comm;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.client.ClientOptions;
import dev.parley.client.ParleyClient;
import dev.parley.hub.cli.run.RunningHub;
import dev.parley.hub.config.ConfigSources;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A whole hub on disk that can be stopped and started again on the same ports. */
final class Node implements AutoCloseable {
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private final Path data;
  private final Map<String, String> settings = new HashMap<>();
  private RunningHub hub;
  private ParleyClient owner;

  Node(Path data, Map<String, String> settings) throws IOException {
    this.data = data;
    this.settings.putAll(Map.of("port", "0", "agentPort", "0"));
    this.settings.putAll(settings);
    start();
    this.settings.put("port", Integer.toString(hub.port()));
    this.settings.put("agentPort", Integer.toString(hub.agentPort()));
  }

  void start() throws IOException {
    hub = RunningHub.start(new ConfigSources().read(data, Map.of(), settings));
    owner =
        ParleyClient.connect(
            ClientOptions.owner(token(), URI.create("ws://127.0.0.1:" + hub.port() + "/ws")));
  }

  void stop() throws IOException {
    owner.close();
    hub.close();
  }

  String token() throws IOException {
    return Files.readString(hub.data().ownerToken()).strip();
  }

  int port() {
    return hub.port();
  }

  String gateway() {
    return "ws://127.0.0.1:" + hub.agentPort() + "/ws";
  }

  String api() {
    return "http://127.0.0.1:" + hub.port();
  }

  ParleyClient owner() {
    return owner;
  }

  /** A REST call of the owner's; fails unless it is a success. */
  JsonNode call(String method, String path, String body) throws Exception {
    HttpResponse<String> response = asked(method, path, body);
    if (response.statusCode() >= 300) {
      throw new AssertionError(method + " " + path + ": " + response.body());
    }
    return JsonMapper.shared().readTree(response.body().isEmpty() ? "{}" : response.body());
  }

  HttpResponse<String> asked(String method, String path, String body) throws Exception {
    return HTTP.send(
        HttpRequest.newBuilder(URI.create(api() + path))
            .timeout(Duration.ofSeconds(30))
            .header("Authorization", "Bearer " + token())
            .header("Content-Type", "application/json")
            .method(
                method,
                body.isEmpty()
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(body.replace('\'', '"'), UTF_8))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  @Override
  public void close() throws IOException {
    stop();
  }
}
