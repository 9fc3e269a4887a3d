package dev.parley.agents.wake;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.json.JsonMapper;

/** A session of {@code opencode serve}, or of a terminal that was given a port, on this machine. */
public final class OpencodePrompt implements Waker {
  private static final String URL = "url";
  private static final String SESSION = "session";
  private static final String PASSWORD = "password";
  private static final int NOT_FOUND = 404;
  private static final JsonMapper JSON = JsonMapper.builder().build();

  @Override
  public String kind() {
    return "opencode";
  }

  @Override
  public String description() {
    return "a session of OpenCode that listens on a port of this machine";
  }

  @Override
  public Set<String> required() {
    return Set.of(URL, SESSION);
  }

  @Override
  public Set<String> optional() {
    return Set.of(PASSWORD);
  }

  @Override
  public void check(Map<String, String> settings) {
    try {
      var _ = HttpPost.uri(settings.getOrDefault(URL, ""));
    } catch (IllegalArgumentException e) {
      throw new Refused(ErrorCode.BAD_REQUEST, "'url': " + e.getMessage());
    }
    if (!settings.getOrDefault(SESSION, "").matches("[A-Za-z0-9_-]{1,100}")) {
      throw new Refused(ErrorCode.BAD_REQUEST, "'session' is an id of OpenCode, such as ses_1");
    }
  }

  @Override
  public void wake(Call call) throws IOException {
    URI base = HttpPost.uri(call.setting(URL));
    URI uri = base.resolve("/session/" + call.setting(SESSION) + "/prompt_async");
    Map<String, String> headers = new HashMap<>();
    if (!call.setting(PASSWORD).isEmpty()) {
      byte[] login = ("opencode:" + call.setting(PASSWORD)).getBytes(UTF_8);
      headers.put("Authorization", "Basic " + Base64.getEncoder().encodeToString(login));
    }
    Object body = Map.of("parts", List.of(Map.of("type", "text", "text", call.text())));
    int status =
        HttpPost.send(uri, headers, JSON.writeValueAsBytes(body), InetAddress::isLoopbackAddress);
    if (status == NOT_FOUND) {
      throw new IOException("OpenCode knows no such session any more");
    }
    if (status / 100 != 2) {
      throw new IOException("OpenCode answered " + status);
    }
  }
}
