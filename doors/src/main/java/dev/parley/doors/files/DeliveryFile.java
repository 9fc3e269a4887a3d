package dev.parley.doors.files;

import dev.parley.core.message.Draft;
import dev.parley.core.message.EnvelopeField;
import dev.parley.core.message.JsonBuffer;
import dev.parley.core.message.Message;
import dev.parley.core.message.Priority;
import dev.parley.core.store.Copy;
import dev.parley.core.store.StoredMessage;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/**
 * A message as the file its recipient or, as a copy, its sender finds: first the few fields that
 * every bot knows, then the whole envelope for those that want more.
 */
final class DeliveryFile {
  /** Tells what the hub has put into an inbox from what others have. */
  static final String MARK = "deliveredBy";

  /** Tells the hub's copy of what a bot has said from the bot's own file. */
  private static final String COPY_MARK = "copiedBy";

  private DeliveryFile() {}

  /** For the inbox of the bot that it is delivered to. */
  static byte[] write(String bot, Copy copy) {
    return write(Message.parse(copy.message().number(), copy.message().json()), bot, MARK);
  }

  /** For the outbox of the bot that has said it. */
  static byte[] copy(StoredMessage said) {
    Message message = Message.parse(said.number(), said.json());
    return write(message, FileMessage.recipient(message.draft().path()), COPY_MARK);
  }

  private static byte[] write(Message message, String to, String mark) {
    byte[] envelope = message.toJson();
    Draft draft = message.draft();
    var out = new JsonBuffer(512 + 2 * envelope.length);
    member(out.ascii("{"), EnvelopeField.ID).id(message.id());
    member(out.ascii(","), EnvelopeField.FROM).string(draft.from());
    out.ascii(",\"to\":").string(to);
    member(out.ascii(","), EnvelopeField.CONTENT).string(content(draft));
    member(out.ascii(","), EnvelopeField.TIMESTAMP)
        .string(Instant.ofEpochMilli(message.timestamp()).toString());
    if (draft.replyTo() != null) {
      member(out.ascii(","), EnvelopeField.REPLY_TO).id(draft.replyTo());
    }
    if (draft.priority() != Priority.NORMAL) {
      member(out.ascii(","), EnvelopeField.PRIORITY).string(draft.priority().wireName());
    }
    byte[] metadata = Extras.member(draft.extras(), EnvelopeField.METADATA);
    if (metadata != null) {
      member(out.ascii(","), EnvelopeField.METADATA).raw(metadata);
    }
    out.ascii(",\"").ascii(mark).ascii("\":\"parley\",\"envelope\":").raw(envelope);
    return out.ascii("}\n").toBytes();
  }

  private static JsonBuffer member(JsonBuffer out, EnvelopeField field) {
    return out.ascii("\"").ascii(field.wireName()).ascii("\":");
  }

  /** Those who only know text are given the payload as text. */
  private static String content(Draft draft) {
    String content = draft.content();
    if (content != null) {
      return content;
    }
    byte[] payload = draft.payload();
    return payload == null || payload.length <= 2
        ? ""
        : new String(payload, StandardCharsets.UTF_8);
  }
}
