package dev.parley.comm.settings;

import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a login at another hub has brought.
 *
 * @param expiresAt Unix milliseconds
 * @param byPassword with a password rather than by OAuth; tokens are renewed where they came from
 */
public record AuthProfile(
    String apiServer,
    String accessToken,
    String refreshToken,
    long expiresAt,
    String subject,
    String email,
    String name,
    boolean byPassword) {

  public AuthProfile withTokens(String access, String refresh, long until) {
    return new AuthProfile(apiServer, access, refresh, until, subject, email, name, byPassword);
  }

  byte[] toJson() {
    ObjectNode json = JsonMapper.shared().createObjectNode();
    json.put("apiServer", apiServer).put("accessToken", accessToken);
    json.put("refreshToken", refreshToken).put("expiresAt", expiresAt);
    json.put("subject", subject).put("email", email).put("name", name);
    json.put("byPassword", byPassword);
    return json.toString().getBytes(StandardCharsets.UTF_8);
  }

  static AuthProfile parse(byte[] json) {
    JsonNode read = JsonMapper.shared().readTree(json);
    return new AuthProfile(
        read.path("apiServer").asString(""),
        read.path("accessToken").asString(""),
        read.path("refreshToken").asString(""),
        read.path("expiresAt").asLong(0),
        read.path("subject").asString(""),
        read.path("email").asString(""),
        read.path("name").asString(""),
        read.path("byPassword").asBoolean(false));
  }

  /** Without the tokens. */
  @Override
  public String toString() {
    return "AuthProfile of " + subject + " at " + apiServer;
  }
}
