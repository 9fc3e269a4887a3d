package dev.parley.processes.container;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * An engine that speaks the API of Docker, at its Unix socket. Holds no connection. Any thread;
 * blocks.
 */
public final class Engine {
  private static final JsonMapper JSON = new JsonMapper();
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9]{8,128}");
  private static final byte[] NOTHING = new byte[0];

  private final Path socket;
  private final Duration patience;

  public Engine(Path socket) {
    this(socket, Duration.ofSeconds(10));
  }

  /**
   * @param patience how long one answer may take
   */
  Engine(Path socket, Duration patience) {
    this.socket = socket;
    this.patience = patience;
  }

  /**
   * Where an engine is usually found on a machine like this one, whether or not there is one.
   *
   * @param environment of the hub
   */
  public static Path usual(Map<String, String> environment) {
    String host = environment.getOrDefault("DOCKER_HOST", "");
    if (host.startsWith("unix://")) {
      return Path.of(host.substring("unix://".length()));
    }
    String runtime = environment.getOrDefault("XDG_RUNTIME_DIR", "");
    Path docker = Path.of("/var/run/docker.sock");
    return Stream.of(
            docker,
            Path.of(runtime.isEmpty() ? "/run" : runtime, "podman", "podman.sock"),
            Path.of("/run/podman/podman.sock"))
        .filter(Files::exists)
        .findFirst()
        .orElse(docker);
  }

  public Path socket() {
    return socket;
  }

  /** What it is, for people: its name and version, and what it cannot limit. */
  public String description() throws IOException {
    JsonNode version = json("GET", "/version");
    JsonNode info = json("GET", "/info");
    String name = version.path("Components").path(0).path("Name").asString("");
    List<String> lacks = new ArrayList<>();
    Map.of("MemoryLimit", "memory", "PidsLimit", "processes", "CpuCfsQuota", "processors")
        .forEach(
            (field, limit) -> {
              if (!info.path(field).asBoolean(true)) {
                lacks.add(limit);
              }
            });
    return plain(name.isEmpty() ? "an engine" : name)
        + " "
        + plain(version.path("Version").asString(""))
        + (isRootless(info) ? ", rootless" : "")
        + (lacks.isEmpty()
            ? ""
            : ", no limits of " + String.join(", ", lacks.stream().sorted().toList()));
  }

  private static String plain(String text) {
    return text.substring(0, Math.min(text.length(), 60)).replaceAll("[^A-Za-z0-9 ._+~-]", "?");
  }

  boolean isRootless() throws IOException {
    return isRootless(json("GET", "/info"));
  }

  private static boolean isRootless(JsonNode info) {
    return info.path("SecurityOptions")
        .valueStream()
        .anyMatch(each -> each.asString("").contains("rootless"));
  }

  public boolean hasImage(String image) throws IOException {
    try {
      JsonNode _ = json("GET", "/images/" + image + "/json");
      return true;
    } catch (EngineRefusal e) {
      if (e.isNotFound()) {
        return false;
      }
      throw e;
    }
  }

  /**
   * Makes a container that does not run yet.
   *
   * @return its id
   */
  String create(String name, byte[] wanted) throws IOException {
    return id(json("POST", "/containers/create?name=" + encoded(name), wanted, patience));
  }

  void start(String id) throws IOException {
    tell("POST", "/containers/" + id + "/start");
  }

  /** All that it writes from now on; close it when it is not wanted any more. */
  Exchange attach(String id) throws IOException {
    String target = "/containers/" + id + "/attach?stream=1&stdout=1&stderr=1";
    Exchange exchange = Exchange.begin(socket, "POST", target, NOTHING, patience, true);
    if (exchange.status() != 101 && exchange.status() != 200) {
      try (exchange) {
        throw refusal(exchange.status(), exchange.body());
      }
    }
    return exchange;
  }

  /** The number of its first process on the engine's machine; 0 when it does not run. */
  long pid(String id) throws IOException {
    return Math.max(
        0, json("GET", "/containers/" + id + "/json").path("State").path("Pid").asLong(0));
  }

  /** Blocks until it has exited; says with which code. */
  int awaitExit(String id) throws IOException {
    String target = "/containers/" + id + "/wait?condition=not-running";
    JsonNode code = json("POST", target, NOTHING, Duration.ZERO).path("StatusCode");
    if (!code.isIntegralNumber()) {
      throw new IOException("it says nothing about how the container ended");
    }
    return code.asInt(-1) >= 0 ? code.asInt(-1) : exitCode(id);
  }

  /** Podman says -1 of one that has exited while it was away itself. */
  private int exitCode(String id) throws IOException {
    JsonNode state = json("GET", "/containers/" + id + "/json").path("State");
    if (state.path("Running").asBoolean(true)) {
      throw new IOException("it does not know whether the container runs");
    }
    return state.path("ExitCode").asInt(-1);
  }

  void signal(String id, String signal) throws IOException {
    tell("POST", "/containers/" + id + "/kill?signal=" + signal);
  }

  /** Ends it if it runs, and forgets it. */
  void remove(String id) throws IOException {
    try {
      tell("DELETE", "/containers/" + id + "?force=true&v=true");
    } catch (EngineRefusal e) {
      if (!e.isNotFound()) {
        throw e;
      }
    }
  }

  /**
   * The ids of the containers that bear all of these labels.
   *
   * @param running whether only those that run are meant
   */
  List<String> labelled(Map<String, String> labels, boolean running) throws IOException {
    List<String> wanted =
        labels.entrySet().stream().map(each -> each.getKey() + "=" + each.getValue()).toList();
    String filters = JSON.writeValueAsString(Map.of("label", wanted));
    List<String> found = new ArrayList<>();
    for (JsonNode each :
        json("GET", "/containers/json?all=" + !running + "&filters=" + encoded(filters))) {
      // An engine that filters badly must not make us remove what is somebody else's.
      boolean ours =
          labels.entrySet().stream()
              .allMatch(
                  label ->
                      each.path("Labels")
                          .path(label.getKey())
                          .asString("")
                          .equals(label.getValue()));
      if (ours) {
        found.add(id(each));
      }
    }
    return found;
  }

  /** Ends and forgets those that bear all of these labels; says whether one of them ran. */
  public boolean removeAll(Map<String, String> labels) throws IOException {
    boolean ran = !labelled(labels, true).isEmpty();
    for (String each : labelled(labels, false)) {
      remove(each);
    }
    return ran;
  }

  private static String id(JsonNode from) throws IOException {
    String id = from.path("Id").asString("");
    if (!ID.matcher(id).matches()) {
      throw new IOException("it names a container without a proper id");
    }
    return id;
  }

  private JsonNode json(String method, String target) throws IOException {
    return json(method, target, NOTHING, patience);
  }

  private JsonNode json(String method, String target, byte[] body, Duration longest)
      throws IOException {
    try {
      return JSON.readTree(answer(method, target, body, longest));
    } catch (JacksonException e) {
      throw new IOException("what it answers is no JSON", e);
    }
  }

  private void tell(String method, String target) throws IOException {
    byte[] _ = answer(method, target, NOTHING, patience);
  }

  private byte[] answer(String method, String target, byte[] body, Duration longest)
      throws IOException {
    try (Exchange exchange = Exchange.begin(socket, method, target, body, longest, false)) {
      byte[] answer = exchange.body();
      if (exchange.status() < 200 || exchange.status() > 299) {
        throw refusal(exchange.status(), answer);
      }
      return answer;
    } catch (ConnectException e) {
      throw new IOException("nobody listens there", e);
    }
  }

  private static EngineRefusal refusal(int status, byte[] body) {
    String said = "";
    try {
      said = JSON.readTree(body).path("message").asString("");
    } catch (JacksonException e) {
      // It says it in some other way.
    }
    String reason = said.isEmpty() ? Exchange.firstLine(body) : said;
    return new EngineRefusal(
        status, reason.substring(0, Math.min(reason.length(), 500)) + " (status " + status + ")");
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, UTF_8);
  }
}
