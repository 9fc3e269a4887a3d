package dev.parley.core.escalation;

import dev.parley.core.history.Overdue;
import dev.parley.core.message.EnvelopeField;
import dev.parley.core.message.Escalation;
import dev.parley.core.message.JsonBuffer;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.RawJson;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** The stored form of what is waited for. */
final class OverdueRow {
  private static final JsonFactory JSON = new JsonFactory();
  private static final String WHAT = EnvelopeField.ESCALATE.wireName();

  private OverdueRow() {}

  static byte[] write(Overdue overdue) {
    JsonBuffer out = new JsonBuffer(192).ascii("{\"").ascii(WHAT).ascii("\":");
    overdue.what().writeTo(out);
    out.ascii(",\"by\":").string(overdue.by());
    out.ascii(",\"dueAt\":").number(overdue.dueAt());
    if (overdue.told() != null) {
      out.ascii(",\"told\":").id(overdue.told());
    }
    if (overdue.refused() != null) {
      out.ascii(",\"refused\":").string(overdue.refused());
    }
    return out.ascii(",\"endedAt\":").number(overdue.endedAt()).ascii("}").toBytes();
  }

  static Overdue read(String id, byte[] json) {
    Escalation what = null;
    String by = "";
    MessageId told = null;
    String refused = null;
    long dueAt = 0;
    long endedAt = 0;
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), json)) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        String member = parser.currentName();
        parser.nextToken();
        switch (member) {
          case "escalate" -> what = Escalation.parse(RawJson.slice(parser, json));
          case "by" -> by = parser.getString();
          case "dueAt" -> dueAt = parser.getLongValue();
          case "told" -> told = MessageId.parse(parser.getString());
          case "refused" -> refused = parser.getString();
          case "endedAt" -> endedAt = parser.getLongValue();
          default -> parser.skipChildren();
        }
      }
    }
    return new Overdue(MessageId.parse(id), required(what, id), by, dueAt, told, endedAt, refused);
  }

  private static Escalation required(@Nullable Escalation what, String id) {
    if (what == null) {
      throw new IllegalStateException("the record of " + id + " says nothing");
    }
    return what;
  }
}
