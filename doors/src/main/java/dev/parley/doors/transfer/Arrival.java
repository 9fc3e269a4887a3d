package dev.parley.doors.transfer;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.InvalidAddress;
import dev.parley.core.address.SessionId;
import dev.parley.core.address.SessionKey;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Draft;
import dev.parley.core.message.EnvelopeField;
import dev.parley.core.message.JsonBuffer;
import dev.parley.core.message.Message;
import dev.parley.core.message.Origin;
import dev.parley.core.message.RawJson;
import dev.parley.core.sending.Deliveries;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.State;
import dev.parley.doors.json.EnvelopeReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * One line of an import.
 *
 * @param recipients null when the line does not say: then whoever the path reaches
 * @param state of copies that the line does not name
 */
record Arrival(
    Message message, @Nullable List<Recipient> recipients, State state, boolean deadLetter) {
  private static final List<EnvelopeField> REQUIRED =
      List.of(EnvelopeField.ID, EnvelopeField.FROM, EnvelopeField.PATH, EnvelopeField.TIMESTAMP);
  private static final int ID_LENGTH_MAX = 128;
  private static final Map<String, State> STATES = states();

  private static Map<String, State> states() {
    Map<String, State> states = new TreeMap<>();
    for (State state : State.values()) {
      states.put(state.wireName(), state == State.PUSHED ? State.ACCEPTED : state);
    }
    states.put("pending", State.ACCEPTED);
    return states;
  }

  /**
   * An inbox and how far its copy has come.
   *
   * @param annotation which of the agent's sessions had it too, see {@link
   *     dev.parley.core.store.Placement}
   */
  record Recipient(
      AgentId agent, @Nullable SessionKey session, State state, @Nullable String annotation) {
    BoxId inbox() {
      return session == null ? BoxId.inbox(agent) : BoxId.inbox(session);
    }
  }

  /**
   * @throws Refused when it is no message
   */
  static Arrival parse(byte[] line) {
    var form = new Form();
    Map<EnvelopeField, Object> fields = EnvelopeReader.read(line, form);
    for (EnvelopeField field : REQUIRED) {
      if (!fields.containsKey(field)) {
        throw bad("it has no '" + field.wireName() + "'");
      }
    }
    // Nobody here said it: it is never the hub's own word unless a hub has stamped it so.
    String source = (String) fields.getOrDefault(EnvelopeField.SOURCE, Draft.INTERNAL);
    fields.putIfAbsent(
        EnvelopeField.ORIGIN, source.equals(Draft.INTERNAL) ? Origin.PEER : Origin.EXTERNAL);
    byte[] unknown = form.unknown.size() == 0 ? null : form.unknown.toBytes();
    return new Arrival(
        Message.of(0, fields, unknown), form.recipients, form.state, form.deadLetter);
  }

  /** What lines have beside the envelope. Members that nobody knows are carried on. */
  private static final class Form implements EnvelopeReader.Form {
    private @Nullable List<Recipient> recipients;
    private State state = State.ACCEPTED;
    private boolean deadLetter;
    private final JsonBuffer unknown = new JsonBuffer(64);

    @Override
    public boolean takes(EnvelopeField field) {
      return field.author() != EnvelopeField.Author.REQUEST;
    }

    @Override
    public void other(String name, JsonParser parser, byte[] json) {
      switch (name) {
        case "recipients" -> recipients = Arrival.recipients(parser);
        case "status" -> state = state(name, parser);
        case "deadLetter" -> deadLetter = parser.currentToken() == JsonToken.VALUE_TRUE;
        case "handled", "handledBy", "reason" -> {}
        default ->
            unknown
                .ascii(unknown.size() == 0 ? "" : ",")
                .string(name)
                .ascii(":")
                .raw(RawJson.slice(parser, json));
      }
    }
  }

  /** Reads to the end of the list whatever is wrong in it, so that the line can be read on. */
  private static List<Recipient> recipients(JsonParser parser) {
    if (parser.currentToken() != JsonToken.START_ARRAY) {
      throw bad("'recipients' must be a list");
    }
    List<Recipient> recipients = new ArrayList<>();
    Refused wrong = null;
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      try {
        recipients.add(recipient(parser));
      } catch (Refused e) {
        wrong = wrong == null ? e : wrong;
      }
    }
    if (wrong != null) {
      throw wrong;
    }
    return recipients;
  }

  private static Recipient recipient(JsonParser parser) {
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      parser.skipChildren();
      throw bad("'recipients' must be a list of objects");
    }
    String agent = null;
    String session = null;
    State state = State.ACCEPTED;
    boolean handled = false;
    List<SessionKey> handlers = List.of();
    Refused wrong = null;
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      try {
        switch (name) {
          case "agentId" -> agent = EnvelopeReader.text(name, parser, ID_LENGTH_MAX);
          case "sessionId" -> session = EnvelopeReader.text(name, parser, ID_LENGTH_MAX);
          case "state" -> state = state(name, parser);
          case "handled" -> handled = parser.currentToken() == JsonToken.VALUE_TRUE;
          case "handledBy" -> handlers = handlers(parser);
          default -> {}
        }
      } catch (Refused e) {
        wrong = wrong == null ? e : wrong;
      }
      parser.skipChildren();
    }
    if (wrong != null) {
      throw wrong;
    }
    if (agent == null) {
      throw bad("a recipient has no 'agentId'");
    }
    try {
      AgentId id = new AgentId(agent);
      return new Recipient(
          id,
          session == null ? null : new SessionKey(id, new SessionId(session)),
          state,
          handled ? Deliveries.handled(handlers) : null);
    } catch (InvalidAddress e) {
      throw bad("a recipient: " + e.getMessage());
    }
  }

  /** Sessions, as {@code {agentId, sessionId}}; reads to the end of the list like the others. */
  private static List<SessionKey> handlers(JsonParser parser) {
    if (parser.currentToken() != JsonToken.START_ARRAY) {
      throw bad("'handledBy' must be a list");
    }
    List<SessionKey> handlers = new ArrayList<>();
    Refused wrong = null;
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      try {
        SessionKey session = recipient(parser).session();
        if (session == null) {
          throw bad("'handledBy' must be a list of sessions");
        }
        handlers.add(session);
      } catch (Refused e) {
        wrong = wrong == null ? e : wrong;
      }
    }
    if (wrong != null) {
      throw wrong;
    }
    return handlers;
  }

  /** Shown elsewhere is not shown here: what was only pushed waits. */
  private static State state(String field, JsonParser parser) {
    State state = STATES.get(EnvelopeReader.text(field, parser, ID_LENGTH_MAX));
    if (state == null) {
      throw bad("'" + field + "' must be one of " + String.join(", ", STATES.keySet()));
    }
    return state;
  }

  private static Refused bad(String why) {
    return new Refused(ErrorCode.BAD_REQUEST, why);
  }
}
