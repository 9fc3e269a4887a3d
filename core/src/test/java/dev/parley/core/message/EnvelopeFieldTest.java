package dev.parley.core.message;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.core.address.Path;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.EnvelopeField.Author;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

class EnvelopeFieldTest {

  /** Some value of each field, none of them the default. */
  private static Object example(EnvelopeField field) {
    return switch (field) {
      case TYPE -> MessageType.TASK;
      case PRIORITY -> Priority.LOW;
      case ORIGIN -> Origin.PEER;
      case TASK_STATUS -> TaskStatus.WORKING;
      case ESCALATE -> "{\"rung\":\"read\",\"withinMs\":1000,\"to\":\"eve\"}".getBytes(UTF_8);
      default ->
          switch (field.kind()) {
            case TEXT, NAME, ID -> "some-" + field.wireName();
            case MESSAGE_ID -> new MessageId(1, field.ordinal());
            case PATH -> Path.parse("agent/a");
            case NUMBER -> 10L + field.ordinal();
            case FLAG -> true;
            case OBJECT -> "{\"a\":1}".getBytes(UTF_8);
            case LIST, ANYTHING -> "[1]".getBytes(UTF_8);
            case ONE_OF -> throw new AssertionError(field);
          };
    };
  }

  private static Map<EnvelopeField, Object> everything() {
    Map<EnvelopeField, Object> values = new EnumMap<>(EnvelopeField.class);
    for (EnvelopeField field : EnvelopeField.values()) {
      if (field.author() != Author.REQUEST) {
        values.put(field, example(field));
      }
    }
    return values;
  }

  private static List<String> names(byte[] json) {
    List<String> names = new ArrayList<>();
    try (JsonParser parser = new JsonFactory().createParser(ObjectReadContext.empty(), json)) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        names.add(parser.currentName());
        parser.nextToken();
        parser.skipChildren();
      }
    }
    return names;
  }

  @Test
  @DisplayName("MSG-1 the writer writes every field of the grammar, in its order")
  void writerAndGrammarAgree() {
    byte[] json = Message.of(1, everything(), null).toJson();

    assertThat(names(json))
        .containsExactlyElementsOf(
            Stream.of(EnvelopeField.values())
                .filter(field -> field.author() != Author.REQUEST)
                .map(EnvelopeField::wireName)
                .toList());
  }

  @Test
  @DisplayName("MSG-1 what was written is read back the same, field by field")
  void parserAndGrammarAgree() {
    byte[] json = Message.of(1, everything(), "\"own\":7".getBytes(UTF_8)).toJson();

    assertThat(Message.parse(1, json).toJson()).asString(UTF_8).isEqualTo(new String(json, UTF_8));
  }

  @Test
  @DisplayName("MSG-1 a draft has every field that senders write, and its builder keeps them all")
  void draftsAndGrammarAgree() {
    Draft.Builder builder = Draft.from("a");
    for (EnvelopeField field : EnvelopeField.values()) {
      if (field.author() != Author.HUB && field != EnvelopeField.FROM) {
        builder.set(field, example(field));
      } else {
        assertThatThrownBy(() -> builder.set(field, example(field)))
            .isInstanceOf(IllegalArgumentException.class);
      }
    }
    Draft draft = builder.build();

    assertThat(draft.toBuilder().build()).usingRecursiveComparison().isEqualTo(draft);
    assertThat(draft).hasNoNullFieldsOrProperties();
  }

  @Test
  @DisplayName("MSG-1 defaults are values of their fields, and not written unless always there")
  void defaults() {
    for (EnvelopeField field : EnvelopeField.values()) {
      String byDefault = field.byDefault();
      if (byDefault != null && field.kind().isText()) {
        assertThat(field.value(byDefault)).as(field.wireName()).isNotNull();
      }
    }
    byte[] json = Message.parse(1, Message.of(1, minimal(), null).toJson()).toJson();
    assertThat(names(json))
        .containsExactly(
            "id", "from", "path", "command", "payload", "timestamp", "source", "origin");
  }

  private static Map<EnvelopeField, Object> minimal() {
    return Map.of(EnvelopeField.FROM, "a", EnvelopeField.PATH, Path.parse("agent/b"));
  }

  @Test
  @DisplayName("MSG-2 everything that has no limit of its own counts, as UTF-8")
  void limitCountsEverything() {
    MessageLimit limit = new MessageLimit(100);
    byte[] forty = ("{\"k\":\"" + "x".repeat(32) + "\"}").getBytes(UTF_8);
    Draft.Builder draft = Draft.from("a").payload(forty).content("ä".repeat(25)); // 40 + 50

    assertThat(draft.within(limit)).isSameAs(draft);

    draft.set(EnvelopeField.ERROR, "1"); // "error":"1" and two quotes more
    assertThatThrownBy(() -> draft.within(limit))
        .isInstanceOfSatisfying(
            Refused.class, why -> assertThat(why.code()).isEqualTo(ErrorCode.TOO_LARGE))
        .hasMessage(
            "a message may have 100 bytes of content, payload and carried fields together, not"
                + " 101");
  }

  @Test
  @DisplayName("MSG-2 content is measured as the UTF-8 it becomes")
  void utf8() {
    for (String text : List.of("", "a", "ä", "日本", "😀", "a😀ä日")) {
      assertThat(UnicodeText.utf8Bytes(text)).isEqualTo(text.getBytes(UTF_8).length);
      assertThat(UnicodeText.unpairedSurrogate(text)).isEqualTo(-1);
    }
    assertThat(UnicodeText.unpairedSurrogate("😀\ud83d")).isEqualTo(2);
    assertThat(UnicodeText.unpairedSurrogate("\ude00😀")).isEqualTo(0);
    assertThat(UnicodeText.unpairedSurrogate("a\ud83d\ud83d\ude00")).isEqualTo(1);
  }
}
