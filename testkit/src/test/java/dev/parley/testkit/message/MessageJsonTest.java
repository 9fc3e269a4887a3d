package dev.parley.testkit.message;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.address.Path;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Envelope;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.MessageType;
import dev.parley.core.message.Origin;
import dev.parley.core.message.Priority;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/** The envelope's written form: golden vectors, and what the core reads back from it. */
class MessageJsonTest {
  private static final JsonFactory STRICT =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private static final MessageId ID = MessageId.parse("0198c0de-1234-7000-8000-000000000001");
  private static final MessageId PARENT = MessageId.parse("0198c0de-1234-7000-8000-000000000002");
  private static final MessageId CAUSE = MessageId.parse("0198c0de-1234-7000-8000-000000000003");

  private static Message message(String vector) {
    return switch (vector) {
      case "minimal" ->
          new Message(
              ID,
              1,
              Draft.from("writer").to(Path.parse("agent/researcher")).build(),
              1_708_900_000_000L,
              0,
              Origin.PEER,
              0,
              null);
      case "full" ->
          new Message(
              ID,
              1,
              Draft.from("writer")
                  .to(Path.parse("slack/team/#general"))
                  .command("analyze")
                  .type(MessageType.TASK_RESULT)
                  .priority(Priority.HIGH)
                  .payload(
                      "{\"topic\": \"AI safety\", \"deep\": [1, {\"a\": null}]}".getBytes(UTF_8))
                  .content("hello")
                  .source("slack")
                  .externalId("ts-1234")
                  .replyTo(PARENT)
                  .correlationId("job-7")
                  .conversationId("talk")
                  .topic("research")
                  .cause(CAUSE)
                  .humanInjected(true)
                  .extras(
                      "\"metadata\":{\"k\":1},\"attachments\":[],\"taskId\":\"t-1\",\"n\":1.50"
                          .getBytes(UTF_8))
                  .build(),
              1_708_900_000_000L,
              1_708_900_060_000L,
              Origin.EXTERNAL,
              3,
              "thread");
      case "unicode" ->
          new Message(
              ID,
              1,
              Draft.from("übermittler")
                  .to(Path.parse("日本/語/😀"))
                  .payload("{\"ключ\":\"значение 😀\"}".getBytes(UTF_8))
                  .content("naïve – “quoted” \u2028 😀")
                  .build(),
              1_708_900_000_000L,
              0,
              Origin.HUMAN,
              0,
              null);
      case "escapes" ->
          new Message(
              ID,
              1,
              Draft.from("writer")
                  .to(Path.parse("a\"b/c\\d"))
                  .command("tab\tquote\"")
                  .content("line\nreturn\rnull\u0000bell\u0007back\\slash/del\u007f")
                  .correlationId("\"}")
                  .build(),
              1_708_900_000_000L,
              0,
              Origin.SYSTEM,
              0,
              null);
      default -> throw new IllegalArgumentException(vector);
    };
  }

  @ParameterizedTest(name = "MSG-1 the vector {0} is written byte for byte")
  @ValueSource(strings = {"minimal", "full", "unicode", "escapes"})
  void goldenVector(String vector) throws IOException {
    String golden;
    try (InputStream in =
        MessageJsonTest.class.getResourceAsStream("/vectors/message/" + vector + ".json")) {
      assertThat(in).as("vectors/message/%s.json", vector).isNotNull();
      golden = new String(in.readAllBytes(), UTF_8).strip();
    }
    byte[] json = message(vector).toJson();

    assertThat(new String(json, UTF_8)).isEqualTo(golden);
    assertReadsBack(message(vector), json);
  }

  @ParameterizedTest(name = "MSG-1 seed {0}: what is written agrees with a strict parser")
  @ValueSource(longs = {1, 7, 42})
  void randomMessages(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 3_000; i++) {
      Message message = RandomMessage.next(random);
      assertReadsBack(message, message.toJson());
    }
  }

  private static void assertReadsBack(Message message, byte[] json) {
    Message again = Message.parse(message.number(), json);
    assertThat(new String(again.toJson(), UTF_8)).isEqualTo(new String(json, UTF_8));
    assertThat(again.id()).isEqualTo(message.id());
    assertThat(again.draft().type()).isEqualTo(message.draft().type());
    Map<String, String> strict = strictly(json);
    Draft draft = message.draft();
    Envelope envelope = Envelope.parse(json);

    assertThat(envelope.id()).isEqualTo(message.id()).hasToString(strict.get("id"));
    assertThat(envelope.from()).isEqualTo(draft.from()).isEqualTo(strict.get("from"));
    assertThat(envelope.path()).isEqualTo(draft.path().text()).isEqualTo(strict.get("path"));
    assertThat(envelope.type())
        .isEqualTo(draft.type().wireName())
        .isEqualTo(strict.getOrDefault("type", "message"));
    assertThat(envelope.payload()).asString(UTF_8).isEqualTo(payload(draft));
    assertThat(envelope.replyTo()).isEqualTo(draft.replyTo());
    assertThat(envelope.correlationId())
        .isEqualTo(draft.correlationId())
        .isEqualTo(strict.get("correlationId"));
    assertThat(envelope.conversationId())
        .isEqualTo(draft.conversationId())
        .isEqualTo(strict.get("conversationId"));
    assertThat(envelope.threadId()).isEqualTo(message.threadId());
    assertThat(envelope.hops()).isEqualTo(message.hops());
    assertThat(envelope.threadKey()).isEqualTo(message.threadKey());
    assertThat(strict.get("command")).isEqualTo(draft.command());
    assertThat(strict.get("content")).isEqualTo(draft.content());
    assertThat(strict.get("source")).isEqualTo(draft.source());
    assertThat(strict.get("externalId")).isEqualTo(draft.externalId());
    assertThat(strict.get("topic")).isEqualTo(draft.topic());
    assertThat(strict.get("cause")).isEqualTo(text(draft.causeOrReplyTo()));
    assertThat(strict.get("timestamp")).isEqualTo(Long.toString(message.timestamp()));
    assertThat(strict.get("expiresAt"))
        .isEqualTo(message.expiresAt() == 0 ? null : Long.toString(message.expiresAt()));
    assertThat(strict.getOrDefault("priority", "normal")).isEqualTo(draft.priority().wireName());
    assertThat(strict.get("humanInjected")).isEqualTo(draft.humanInjected() ? "true" : null);
    assertThat(strict.get("origin")).isEqualTo(message.origin().wireName());
  }

  private static String payload(Draft draft) {
    return draft.payload() == null ? "{}" : new String(draft.payload(), UTF_8);
  }

  private static @Nullable String text(@Nullable MessageId id) {
    return id == null ? null : id.toString();
  }

  /** The top-level members; throws on anything that is not exactly one well-formed object. */
  private static Map<String, String> strictly(byte[] json) {
    Map<String, String> members = new LinkedHashMap<>();
    try (JsonParser parser = STRICT.createParser(ObjectReadContext.empty(), json)) {
      assertThat(parser.nextToken()).isEqualTo(JsonToken.START_OBJECT);
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = parser.currentName();
        boolean structure = parser.nextToken().isStructStart();
        members.put(name, structure ? "…" : parser.getString());
        parser.skipChildren();
      }
      assertThat(parser.currentToken()).isEqualTo(JsonToken.END_OBJECT);
      assertThat(parser.nextToken()).isNull();
    }
    return members;
  }
}
