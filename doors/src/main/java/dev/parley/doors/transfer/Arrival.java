package dev.parley.doors.transfer;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.SessionId;
import dev.parley.core.address.SessionKey;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.JsonBuffer;
import dev.parley.core.message.Message;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.State;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;

/**
 * One line of an import.
 *
 * @param recipients null when the line does not say: then whoever the path reaches
 * @param state of copies that the line does not name
 */
record Arrival(
    Message message, @Nullable List<Recipient> recipients, State state, boolean deadLetter) {

  /** An inbox and how far its copy has come. */
  record Recipient(AgentId agent, @Nullable SessionKey session, State state) {
    BoxId inbox() {
      return session == null ? BoxId.inbox(agent) : BoxId.inbox(session);
    }
  }

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(64)
                  .maxNumberLength(1_000)
                  .maxNameLength(4_096)
                  .build())
          .disable(TokenStreamFactory.Feature.CHARSET_DETECTION)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .build();

  /**
   * @throws Refused when it is no message
   */
  static Arrival parse(byte[] line) {
    try {
      return read(line);
    } catch (JacksonException e) {
      throw bad("it is not JSON, or a field is of the wrong kind: " + e.getOriginalMessage());
    } catch (IllegalArgumentException e) {
      String why = String.valueOf(e.getMessage());
      // An enum's own words name a class, which tells nobody which of the values is wrong.
      throw bad(
          why.startsWith("No enum constant")
              ? "'"
                  + why.substring(why.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT)
                  + "' is unknown"
              : why);
    }
  }

  private static Arrival read(byte[] line) {
    var envelope = new JsonBuffer(line.length);
    List<Recipient> recipients = null;
    State state = State.ACCEPTED;
    boolean deadLetter = false;
    boolean hasId = false;
    boolean hasTime = false;
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), line)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw bad("it is not one JSON object");
      }
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = parser.currentName();
        JsonToken token = parser.nextToken();
        switch (name) {
          case "recipients" -> recipients = recipients(parser, token);
          case "status" -> state = state(parser.getString());
          case "deadLetter" -> deadLetter = token == JsonToken.VALUE_TRUE;
          case "handled", "handledBy", "reason" -> parser.skipChildren();
          default -> {
            hasId |= name.equals("id");
            hasTime |= name.equals("timestamp") && token == JsonToken.VALUE_NUMBER_INT;
            keep(envelope, name, token, parser, line);
          }
        }
      }
      if (parser.nextToken() != null) {
        throw bad("something follows the JSON object");
      }
    }
    if (!hasId || !hasTime) {
      throw bad(hasId ? "it has no 'timestamp' in milliseconds" : "it has no 'id'");
    }
    Message message = Message.parse(0, envelope.ascii("}").toBytes());
    new AgentId(message.draft().from()); // an address like any other
    return new Arrival(message, recipients, state, deadLetter);
  }

  private static void keep(
      JsonBuffer envelope, String name, JsonToken token, JsonParser parser, byte[] line) {
    if (token == JsonToken.VALUE_NULL) {
      return;
    }
    if (name.equals("payload") && token != JsonToken.START_OBJECT) {
      throw bad("'payload' must be an object");
    }
    int start = (int) parser.currentTokenLocation().getByteOffset();
    parser.skipChildren();
    parser.finishToken();
    byte[] value = Arrays.copyOfRange(line, start, (int) parser.currentLocation().getByteOffset());
    envelope.ascii(envelope.size() == 0 ? "{" : ",").string(name).ascii(":").raw(value);
  }

  private static List<Recipient> recipients(JsonParser parser, JsonToken token) {
    if (token != JsonToken.START_ARRAY) {
      throw bad("'recipients' must be a list");
    }
    List<Recipient> recipients = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      if (parser.currentToken() != JsonToken.START_OBJECT) {
        throw bad("'recipients' must be a list of objects");
      }
      recipients.add(recipient(parser));
    }
    return recipients;
  }

  private static Recipient recipient(JsonParser parser) {
    String agent = null;
    String session = null;
    State state = State.ACCEPTED;
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      switch (name) {
        case "agentId" -> agent = parser.getString();
        case "sessionId" -> session = parser.getString();
        case "state" -> state = state(parser.getString());
        default -> parser.skipChildren();
      }
    }
    if (agent == null) {
      throw bad("a recipient has no 'agentId'");
    }
    AgentId id = new AgentId(agent);
    return new Recipient(
        id, session == null ? null : new SessionKey(id, new SessionId(session)), state);
  }

  /** Shown elsewhere is not shown here: what was only pushed waits. */
  private static State state(String name) {
    if (name.equals("pending")) {
      return State.ACCEPTED;
    }
    State state = State.valueOf(name.toUpperCase(Locale.ROOT));
    return state == State.PUSHED ? State.ACCEPTED : state;
  }

  private static Refused bad(String why) {
    return new Refused(ErrorCode.BAD_REQUEST, why);
  }
}
