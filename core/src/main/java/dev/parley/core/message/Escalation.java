package dev.parley.core.message;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.InvalidAddress;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.time.Duration;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.json.JsonFactory;

/**
 * Whom to tell when a message does not get far enough in time.
 *
 * @param rung that every recipient is to reach
 * @param withinMillis counted from when it is accepted
 * @param to an agent or a person
 */
public record Escalation(Rung rung, long withinMillis, AgentId to) {
  public static final Duration WITHIN_MIN = Duration.ofSeconds(1);
  public static final Duration WITHIN_MAX = Duration.ofDays(30);

  private static final JsonFactory JSON = new JsonFactory();
  private static final String NAME = EnvelopeField.ESCALATE.wireName();

  /** The rungs that somebody may be expected to reach, by their names on the ladder. */
  public enum Rung {
    PUSHED,
    DELIVERED,
    READ,
    TURN_STARTED,
    ANSWERED;

    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }

    private static @Nullable Rung named(String text) {
      for (Rung each : values()) {
        if (each.wireName().equals(text)) {
          return each;
        }
      }
      return null;
    }
  }

  /**
   * @param object a JSON object: {@code rung}, {@code withinMs} and {@code to}
   * @throws Refused when something of it is missing, wrong or beyond its limit
   */
  public static Escalation parse(byte[] object) {
    Rung rung = null;
    Long within = null;
    AgentId to = null;
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), object)) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        String member = parser.currentName();
        JsonToken token = parser.nextToken();
        switch (member) {
          case "rung" -> rung = rung(text(member, token, parser));
          case "withinMs" -> within = within(token, parser);
          case "to" -> to = agent(text(member, token, parser));
          default -> parser.skipChildren();
        }
      }
    }
    if (rung == null || within == null || to == null) {
      throw bad("", " needs 'rung', 'withinMs' and 'to'");
    }
    return new Escalation(rung, within, to);
  }

  private static String text(String member, JsonToken token, JsonParser parser) {
    if (token != JsonToken.VALUE_STRING) {
      throw bad("." + member, " must be a string");
    }
    return parser.getString();
  }

  private static Rung rung(String text) {
    Rung rung = Rung.named(text);
    if (rung == null) {
      throw bad(
          ".rung",
          " must be one of "
              + Stream.of(Rung.values())
                  .map(Rung::wireName)
                  .sorted()
                  .collect(Collectors.joining(", ")));
    }
    return rung;
  }

  private static long within(JsonToken token, JsonParser parser) {
    if (token != JsonToken.VALUE_NUMBER_INT) {
      throw bad(".withinMs", " must be an integer");
    }
    long millis;
    try {
      millis = parser.getLongValue();
    } catch (InputCoercionException e) {
      throw bad(".withinMs", " must be a smaller number");
    }
    if (millis < WITHIN_MIN.toMillis() || millis > WITHIN_MAX.toMillis()) {
      throw bad(
          ".withinMs",
          " must be between %d and %d, not %d"
              .formatted(WITHIN_MIN.toMillis(), WITHIN_MAX.toMillis(), millis));
    }
    return millis;
  }

  private static AgentId agent(String text) {
    try {
      return new AgentId(text);
    } catch (InvalidAddress e) {
      throw bad(".to", ": " + e.getMessage());
    }
  }

  private static Refused bad(String member, String why) {
    return new Refused(ErrorCode.BAD_REQUEST, "'" + NAME + member + "'" + why);
  }

  public JsonBuffer writeTo(JsonBuffer out) {
    out.ascii("{\"rung\":\"").ascii(rung.wireName());
    out.ascii("\",\"withinMs\":").number(withinMillis);
    return out.ascii(",\"to\":").string(to.value()).ascii("}");
  }
}
