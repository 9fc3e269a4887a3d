package dev.parley.comm.bridge;

import dev.parley.comm.CommMessage;
import dev.parley.core.address.Path;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.Origin;
import dev.parley.core.message.RawJson;
import dev.parley.core.store.StoredMessage;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What becomes of each message in the inbox of a plugin. Reads the store for answers. */
final class Letters {
  /** What the bridge calls its own word about a message that it could not send. */
  static final String UNSENT = "comm.unsent";

  private static final JsonFactory JSON = new JsonFactory();

  /** What to do with a message. */
  sealed interface Plan {
    record Send(CommMessage message) implements Plan {}

    /** It is not meant for the other side. */
    record Ignore() implements Plan {}

    /** Its sender meant it for the other side, and has to be told that it does not go there. */
    record Refuse(String why) implements Plan {}
  }

  private final Post post;
  private final Function<MessageId, Optional<StoredMessage>> find;

  Letters(Post post, Function<MessageId, Optional<StoredMessage>> find) {
    this.post = post;
    this.find = find;
  }

  Plan plan(StoredMessage stored) {
    Message message = Message.parse(stored.number(), stored.json());
    Path path = message.draft().path();
    if (message.draft().from().equals(post.agent().value())
        || message.origin() == Origin.SYSTEM
        || path.hasWildcard()) {
      return new Plan.Ignore(); // what came in does not go out again, and what is for all stays
    }
    String topic = post.topic(path.text());
    if (topic != null) {
      return new Plan.Send(written(message, topic, null));
    }
    return path.equals(Path.agent(post.agent())) ? answer(message) : new Plan.Ignore();
  }

  /** Who answers a message of the plugin's answers who said it. */
  private Plan answer(Message message) {
    MessageId replyTo = message.draft().replyTo();
    Message answered =
        replyTo == null
            ? null
            : find.apply(replyTo)
                .map(stored -> Message.parse(stored.number(), stored.json()))
                .filter(each -> each.draft().from().equals(post.agent().value()))
                .orElse(null);
    if (answered == null) {
      return new Plan.Refuse(
          "it answers nothing; send to '" + post.prefix() + "…', or reply to a message");
    }
    String topic = post.topic(answered.draft().path().text());
    return topic == null
        ? new Plan.Ignore() // the answer to a word of the bridge's own
        : new Plan.Send(written(message, topic, place(answered)));
  }

  private static CommMessage.@Nullable Place place(Message answered) {
    JsonNode envelope = JsonMapper.shared().readTree(answered.toJson());
    String conversation = envelope.path("platformData").path("conversationId").asString("");
    return conversation.isEmpty() ? null : new CommMessage.Place(conversation, 0);
  }

  private static CommMessage written(
      Message message, String topic, CommMessage.@Nullable Place place) {
    byte[] payload = message.draft().payload();
    CommMessage.Body body = payload == null ? null : body(payload);
    JsonNode envelope = JsonMapper.shared().readTree(message.toJson());
    MessageId replyTo = message.draft().replyTo();
    return new CommMessage(
        message.id().toString(),
        message.draft().from(),
        topic,
        place,
        message.draft().type(),
        message.draft().content(),
        body != null || payload == null || payload.length <= 2 ? null : payload,
        body,
        new CommMessage.Task(
            message.draft().correlationId(), text(envelope, "taskStatus"), text(envelope, "error")),
        replyTo == null ? null : replyTo.toString());
  }

  private static @Nullable String text(JsonNode envelope, String name) {
    String text = envelope.path(name).asString("");
    return text.isEmpty() ? null : text;
  }

  /** Of a payload that is written as the gateway has it, its content exactly. */
  private static CommMessage.@Nullable Body body(byte[] payload) {
    String stream = null;
    byte[] content = null;
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), payload)) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = parser.currentName();
        JsonToken token = parser.nextToken();
        if (name.equals("stream") && token == JsonToken.VALUE_STRING) {
          stream = parser.getString();
        } else if (name.equals("content")) {
          content = RawJson.slice(parser, payload);
        } else {
          parser.skipChildren();
        }
      }
    }
    return stream == null || content == null ? null : new CommMessage.Body(stream, content);
  }
}
