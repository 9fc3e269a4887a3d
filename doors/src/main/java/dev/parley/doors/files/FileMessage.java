package dev.parley.doors.files;

import dev.parley.core.address.Path;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Draft;
import dev.parley.core.message.EnvelopeField;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.MessageLimit;
import dev.parley.doors.json.Drafts;
import dev.parley.doors.json.EnvelopeReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * What a file says. Beside the fields of the envelope it has {@code to}; its {@code id} and what it
 * answers may be names that bots have made up.
 *
 * @param ownId the bot's own name for the message, or null
 * @param from whom it says it is from, or null
 * @param deliveredByHub does it carry the mark of what the hub delivers?
 */
record FileMessage(
    Map<EnvelopeField, Object> fields,
    @Nullable String ownId,
    @Nullable String from,
    List<String> to,
    boolean toIsList,
    @Nullable String replyTo,
    boolean deliveredByHub) {
  private static final String TO = "to";
  private static final String BROADCAST = "broadcast";
  private static final String AGENT = "agent/";
  private static final Path EVERY_AGENT = Path.parse("agent/**");
  private static final int ID_LENGTH_MAX = 128;
  private static final int RECIPIENT_LENGTH_MAX = 2_048;
  private static final int RECIPIENTS_MAX = 1_000;

  /**
   * @throws Refused when it is no JSON object, or a field is wrong
   */
  static FileMessage read(byte[] file) {
    var form = new Form();
    Map<EnvelopeField, Object> fields = EnvelopeReader.read(file, form);
    return new FileMessage(
        fields,
        form.ownId,
        form.from,
        List.copyOf(form.to),
        form.toIsList,
        form.replyTo,
        form.deliveredByHub);
  }

  /** What files have beside the grammar, and where they are more generous. */
  private static final class Form implements EnvelopeReader.Form {
    private @Nullable String ownId;
    private @Nullable String from;
    private final List<String> to = new ArrayList<>();
    private boolean toIsList;
    private @Nullable String replyTo;
    private boolean deliveredByHub;

    @Override
    public boolean takes(EnvelopeField field) {
      return switch (field) {
        case ID, FROM, REPLY_TO -> false;
        case IDEMPOTENCY_KEY -> false; // a file is taken once, whatever it says
        default -> field.author() != EnvelopeField.Author.HUB;
      };
    }

    @Override
    public void other(String name, JsonParser parser, byte[] json) {
      if (name.equals(EnvelopeField.ID.wireName())) {
        ownId = id(name, parser);
      } else if (name.equals(EnvelopeField.FROM.wireName())) {
        from = EnvelopeReader.text(name, parser, ID_LENGTH_MAX);
      } else if (name.equals(EnvelopeField.REPLY_TO.wireName())) {
        replyTo = id(name, parser);
      } else if (name.equals(TO)) {
        recipients(parser);
      } else if (name.equals(DeliveryFile.MARK)) {
        deliveredByHub = true;
      }
    }

    private static String id(String name, JsonParser parser) {
      String id = EnvelopeReader.text(name, parser, ID_LENGTH_MAX);
      if (id.isBlank()) {
        throw bad("'" + name + "' is empty");
      }
      return id;
    }

    private void recipients(JsonParser parser) {
      if (parser.currentToken() != JsonToken.START_ARRAY) {
        to.add(EnvelopeReader.text(TO, parser, RECIPIENT_LENGTH_MAX));
        return;
      }
      toIsList = true;
      boolean wrong = false;
      for (JsonToken each = parser.nextToken();
          each != JsonToken.END_ARRAY;
          each = parser.nextToken()) {
        if (each == JsonToken.VALUE_STRING && to.size() < RECIPIENTS_MAX) {
          to.add(parser.getString());
        } else {
          wrong = true;
          parser.skipChildren();
        }
      }
      if (wrong) {
        throw bad("'to' must be a string or a list of at most " + RECIPIENTS_MAX + " strings");
      }
    }
  }

  /** The draft a bot means by this file. */
  Draft toDraft(String sender, MessageId messageId, MessageLimit limit) {
    if (!fields.containsKey(EnvelopeField.CONTENT) && !fields.containsKey(EnvelopeField.PAYLOAD)) {
      throw bad("it has neither 'content' nor 'payload'");
    }
    Draft.Builder draft = Draft.from(sender).id(messageId).replyTo(answered());
    String own = ownId;
    if (own != null && !isUuid(own)) {
      draft.externalId(own);
    }
    fields.forEach(draft::set);
    return draft.to(recipients()).within(limit).build();
  }

  private Path recipients() {
    if (fields.get(EnvelopeField.PATH) instanceof Path path) {
      if (!to.isEmpty()) {
        throw bad("it has both 'to' and 'path'; one says where it goes");
      }
      return path;
    }
    if (to.isEmpty()) {
      throw bad("it has no 'to'");
    }
    return !toIsList && to.getFirst().equals(BROADCAST)
        ? EVERY_AGENT
        : Drafts.recipients(to, toIsList);
  }

  /** What a file says as {@code to} for a path. */
  static String recipient(Path path) {
    String text = path.text();
    if (path.equals(EVERY_AGENT)) {
      return BROADCAST;
    }
    String agent = text.startsWith(AGENT) ? text.substring(AGENT.length()) : "";
    return Layout.isAgent(agent) && !agent.equals(BROADCAST) ? agent : text;
  }

  /** An id that is no UUID is one its sender made, and that is whom an answer goes to. */
  private @Nullable MessageId answered() {
    String answered = replyTo;
    if (answered == null) {
      return null;
    }
    if (isUuid(answered)) {
      return MessageId.parse(answered);
    }
    if (to.size() != 1) {
      throw bad(
          "'replyTo' is not a message id (a UUID), and there is no one sender it could be of");
    }
    return FileIds.ofOwn(to.getFirst(), answered);
  }

  static boolean isUuid(String text) {
    try {
      MessageId.parse(text);
      return true;
    } catch (Refused e) {
      return false;
    }
  }

  static Refused bad(String why) {
    return new Refused(ErrorCode.BAD_REQUEST, why);
  }
}
