package dev.parley.hub.cli.account;

import dev.parley.client.json.JsonException;
import dev.parley.client.json.JsonObject;
import dev.parley.client.json.JsonWriter;
import java.net.URI;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Somebody who has logged in.
 *
 * @param addresses of the hub, or of the hubs that are one system
 * @param agentId the agent the person speaks as
 * @param refreshToken good once
 * @param expiresAt when the access token is over
 */
public record Session(
    List<URI> addresses,
    String email,
    String agentId,
    String accessToken,
    String refreshToken,
    long expiresAt) {
  /** What a command does with a token should not outlast it. */
  private static final Duration MARGIN = Duration.ofMinutes(1);

  public Session {
    addresses = List.copyOf(addresses);
  }

  /** From what the hub answers to who comes in. */
  static Session of(List<URI> addresses, JsonObject grant, long now) {
    return new Session(
        addresses,
        require(grant, "email"),
        require(grant, "agentId"),
        require(grant, "token"),
        require(grant, "refreshToken"),
        now + Duration.ofSeconds(grant.number("expiresIn", 0)).toMillis());
  }

  /**
   * @throws IllegalArgumentException when it is no session, or a {@link JsonException}
   */
  static Session parse(byte[] json) {
    JsonObject kept = JsonObject.parse(json);
    List<URI> addresses = kept.texts("addresses").stream().map(Session::address).toList();
    if (addresses.isEmpty()) {
      throw new IllegalArgumentException("there is no address");
    }
    return new Session(
        addresses,
        require(kept, "email"),
        require(kept, "agentId"),
        require(kept, "accessToken"),
        require(kept, "refreshToken"),
        kept.number("expiresAt", 0));
  }

  private static URI address(String text) {
    try {
      return URI.create(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("'" + text + "' is no address");
    }
  }

  private static String require(JsonObject object, String name) {
    String text = object.text(name);
    if (text == null) {
      throw new IllegalArgumentException("'" + name + "' is missing");
    }
    return text;
  }

  byte[] toBytes() {
    return new JsonWriter()
        .put("addresses", addresses.stream().map(URI::toString).toList())
        .put("email", email)
        .put("agentId", agentId)
        .put("accessToken", accessToken)
        .put("refreshToken", refreshToken)
        .put("expiresAt", expiresAt)
        .toBytes();
  }

  /** Is the access token over, or nearly? */
  boolean isDue(long now) {
    return now >= expiresAt - MARGIN.toMillis();
  }

  /** Is it a session at one of these? Those that are given together are one system. */
  public boolean isAt(Collection<URI> others) {
    return others.stream().anyMatch(addresses::contains);
  }

  boolean isOf(@Nullable String someone) {
    return email.equalsIgnoreCase(someone);
  }

  /** Where it is, for people. */
  String place() {
    return addresses.getFirst().toString();
  }

  /** Tokens stay out of logs. */
  @Override
  public String toString() {
    return "Session[" + email + " at " + addresses + "]";
  }
}
