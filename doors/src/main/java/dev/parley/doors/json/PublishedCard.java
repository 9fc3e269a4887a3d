package dev.parley.doors.json;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.UnicodeText;
import dev.parley.doors.rpc.Json;
import dev.parley.doors.rpc.RpcError;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Checks the card that an agent publishes of itself. What is kept has the known members alone, each
 * of its type and within its limit; the words in it are the agent's own and nobody vouches for
 * them.
 */
public final class PublishedCard {
  /** As it is kept. */
  static final int BYTES_MAX = 16 << 10;

  private static final int NAME_MAX = 256;
  private static final int WORD_MAX = 128;
  private static final int URL_MAX = 2_048;
  private static final int DESCRIPTION_MAX = 4_096;
  private static final int MODES_MAX = 32;
  private static final int SKILLS_MAX = 100;
  private static final int TAGS_MAX = 20;
  private static final int CAPABILITIES_MAX = 4 << 10;
  private static final Set<String> SCHEMES = Set.of("http", "https", "ws", "wss");

  private PublishedCard() {}

  /**
   * The card as it is kept.
   *
   * @throws Refused with the name of the member that is wrong
   */
  public static String checked(byte[] json) {
    if (!(parsed(json) instanceof ObjectNode given)) {
      throw bad("a card must be a JSON object");
    }
    ObjectNode card = Json.object();
    text(given, card, "name", "name", NAME_MAX, true);
    text(given, card, "description", "description", DESCRIPTION_MAX, false);
    text(given, card, "url", "url", URL_MAX, false);
    requireAddress(card.path("url").asString(""));
    text(given, card, "preferredTransport", "preferredTransport", WORD_MAX, false);
    text(given, card, "protocolVersion", "protocolVersion", WORD_MAX, false);
    texts(given, card, "defaultInputModes", MODES_MAX);
    texts(given, card, "defaultOutputModes", MODES_MAX);
    JsonNode capabilities = object(given, "capabilities");
    if (capabilities != null) {
      if (Json.bytes(capabilities).length > CAPABILITIES_MAX) {
        throw bad("'capabilities' may have " + CAPABILITIES_MAX + " bytes");
      }
      card.set("capabilities", capabilities);
    }
    skills(given, card);
    ObjectNode provider = object(given, "provider");
    if (provider != null) {
      text(
          provider, card.putObject("provider"), "organization", "provider.organization", 256, true);
    }
    return fitting(Json.text(card));
  }

  private static JsonNode parsed(byte[] json) {
    if (json.length > 4 * BYTES_MAX) {
      throw tooLarge(json.length);
    }
    try {
      return Json.parse(json);
    } catch (RpcError e) {
      throw new Refused(ErrorCode.BAD_JSON, String.valueOf(e.getMessage()));
    }
  }

  private static String fitting(String card) {
    int bytes = card.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > BYTES_MAX) {
      throw tooLarge(bytes);
    }
    return card;
  }

  private static void skills(ObjectNode given, ObjectNode card) {
    JsonNode skills = given.path("skills");
    if (isLeftOut(skills)) {
      return;
    }
    if (!skills.isArray() || skills.size() > SKILLS_MAX) {
      throw bad("'skills' must be a list of at most " + SKILLS_MAX + " objects");
    }
    ArrayNode kept = card.putArray("skills");
    for (JsonNode each : skills) {
      if (!(each instanceof ObjectNode skill)) {
        throw bad("'skills' must be a list of objects");
      }
      ObjectNode one = kept.addObject();
      text(skill, one, "id", "skills.id", WORD_MAX, true);
      text(skill, one, "name", "skills.name", NAME_MAX, true);
      text(skill, one, "description", "skills.description", DESCRIPTION_MAX, false);
      texts(skill, one, "tags", TAGS_MAX);
    }
  }

  private static void text(
      ObjectNode given, ObjectNode kept, String member, String called, int max, boolean required) {
    JsonNode value = given.path(member);
    if (isLeftOut(value)) {
      if (required) {
        throw bad("'" + called + "' is missing");
      }
      return;
    }
    kept.put(member, word(value, called, max));
    if (required && kept.path(member).asString("").isBlank()) {
      throw bad("'" + called + "' is empty");
    }
  }

  private static String word(JsonNode value, String called, int max) {
    if (!value.isString() || value.asString().length() > max) {
      throw bad("'" + called + "' must be a string of at most " + max + " characters");
    }
    UnicodeText.require(called, value.asString());
    return value.asString();
  }

  private static void texts(ObjectNode given, ObjectNode kept, String member, int max) {
    JsonNode values = given.path(member);
    if (isLeftOut(values)) {
      return;
    }
    if (!values.isArray() || values.size() > max) {
      throw bad("'" + member + "' must be a list of at most " + max + " strings");
    }
    ArrayNode list = kept.putArray(member);
    values.forEach(value -> list.add(word(value, member, WORD_MAX)));
  }

  private static @Nullable ObjectNode object(ObjectNode given, String member) {
    JsonNode value = given.path(member);
    if (isLeftOut(value)) {
      return null;
    }
    if (value instanceof ObjectNode object) {
      return object;
    }
    throw bad("'" + member + "' must be an object");
  }

  private static boolean isLeftOut(JsonNode value) {
    return value.isMissingNode() || value.isNull();
  }

  /** Others may be shown it as a link: nothing that a browser would run. */
  private static void requireAddress(String url) {
    if (url.isEmpty()) {
      return;
    }
    try {
      String scheme = new URI(url).getScheme();
      if (scheme != null && SCHEMES.contains(scheme.toLowerCase(Locale.ROOT))) {
        return;
      }
    } catch (URISyntaxException _) {
      // said below
    }
    throw bad("'url' must be an address that begins with http, https, ws or wss");
  }

  private static Refused bad(String why) {
    return new Refused(ErrorCode.BAD_REQUEST, why);
  }

  private static Refused tooLarge(int bytes) {
    return new Refused(
        ErrorCode.TOO_LARGE, "a card may have " + BYTES_MAX + " bytes, not " + bytes);
  }
}
