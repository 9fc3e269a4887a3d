package dev.parley.comm.gateway;

import dev.parley.comm.SettingsSchema;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Where the other hub is, and who this one is there.
 *
 * @param apiServer where cards are published, or null
 * @param token of the owner or of the bot
 */
public record GatewayConfig(URI gateway, @Nullable URI apiServer, UUID botId, String token) {
  public static final String GATEWAY = "gateway";
  public static final String API_SERVER = "api_server";
  public static final String BOT_ID = "bot_id";
  public static final String TOKEN = "token";

  public static final SettingsSchema SCHEMA =
      new SettingsSchema(
          List.of(
              new SettingsSchema.Group(
                  "Connection",
                  List.of(
                      field(
                          GATEWAY,
                          "Gateway",
                          "WebSocket address of the other hub, such as wss://hub.example/ws;"
                              + " made from the API server when empty",
                          SettingsSchema.Type.URL,
                          false),
                      field(
                          API_SERVER,
                          "API server",
                          "HTTP address of the other hub, such as https://hub.example",
                          SettingsSchema.Type.URL,
                          false))),
              new SettingsSchema.Group(
                  "Authentication",
                  List.of(
                      field(
                          BOT_ID,
                          "Bot id",
                          "Who this hub is there, a UUID; made once when empty",
                          SettingsSchema.Type.UUID,
                          false),
                      field(
                          TOKEN,
                          "Token",
                          "Of the bot or of its owner; not needed after logging in",
                          SettingsSchema.Type.PASSWORD,
                          true)))));

  private static SettingsSchema.Field field(
      String key, String title, String description, SettingsSchema.Type type, boolean secret) {
    return new SettingsSchema.Field(key, title, description, type, "", secret);
  }

  /**
   * @throws Refused naming the setting that is missing or no good
   */
  public static GatewayConfig of(Map<String, String> values) {
    String api = values.getOrDefault(API_SERVER, "");
    URI apiServer = api.isBlank() ? null : address(API_SERVER, api, Set.of("http", "https"));
    String gateway = values.getOrDefault(GATEWAY, "");
    if (gateway.isBlank() && apiServer == null) {
      throw bad("set 'gateway' to the WebSocket address of the other hub, or 'api_server'");
    }
    return new GatewayConfig(
        gateway.isBlank() ? derived(api) : address(GATEWAY, gateway, Set.of("ws", "wss")),
        apiServer,
        botId(values.getOrDefault(BOT_ID, "")),
        required(TOKEN, values.getOrDefault(TOKEN, "")));
  }

  /** The API's address, spoken to as a WebSocket. */
  private static URI derived(String api) {
    String ws = "ws" + api.strip().substring("http".length());
    return URI.create((ws.endsWith("/") ? ws.substring(0, ws.length() - 1) : ws) + "/ws");
  }

  /** An address with a scheme out of these, a host, and nothing secret in it. */
  public static URI address(String key, String text, Set<String> schemes) {
    try {
      URI address = URI.create(text.strip());
      String scheme = address.getScheme();
      if (scheme != null
          && schemes.contains(scheme)
          && address.getHost() != null
          && address.getRawUserInfo() == null) {
        return address;
      }
    } catch (IllegalArgumentException e) {
      // Said below.
    }
    throw bad("'" + key + "' must be an address that begins with " + String.join(" or ", schemes));
  }

  private static UUID botId(String text) {
    try {
      UUID id = UUID.fromString(required(BOT_ID, text));
      if (id.toString().equalsIgnoreCase(text.strip())) {
        return id;
      }
    } catch (IllegalArgumentException e) {
      // Said below.
    }
    throw bad("'bot_id' must be a UUID");
  }

  private static String required(String key, String value) {
    if (value.isBlank()) {
      throw bad("'" + key + "' is not set");
    }
    return value.strip();
  }

  private static Refused bad(String why) {
    return new Refused(ErrorCode.BAD_REQUEST, why);
  }

  /** Without the token, so that no log has it. */
  @Override
  public String toString() {
    return gateway + " as " + botId;
  }
}
