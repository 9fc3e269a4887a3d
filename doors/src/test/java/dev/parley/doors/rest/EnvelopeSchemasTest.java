package dev.parley.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.message.EnvelopeField;
import dev.parley.core.message.EnvelopeField.Author;
import dev.parley.doors.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The schemas of drafts and messages say what the grammar of the envelope says. */
class EnvelopeSchemasTest {
  private static JsonNode schemas;

  @BeforeAll
  static void read() throws IOException {
    try (InputStream in = OpenApi.class.getResourceAsStream("schemas.json")) {
      schemas =
          Json.parse(new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  @Test
  void aDraftHasWhatSendersWrite() {
    check("Draft", Author.HUB, EnvelopeField::requestName);
  }

  @Test
  void aMessageHasWhatIsKept() {
    check("Message", Author.REQUEST, EnvelopeField::wireName);
  }

  private static void check(String schema, Author missing, Function<EnvelopeField, String> name) {
    JsonNode properties = schemas.path(schema).path("properties");
    for (EnvelopeField field : EnvelopeField.values()) {
      JsonNode property = properties.path(name.apply(field));
      if (field.author() == missing) {
        assertThat(property.isMissingNode()).as(field.wireName()).isTrue();
      } else {
        check(field, property);
      }
    }
  }

  private static void check(EnvelopeField field, JsonNode property) {
    assertThat(property.isObject()).as(field.wireName()).isTrue();
    String type =
        switch (field.kind()) {
          case TEXT, NAME, ID, MESSAGE_ID, PATH -> "string";
          case ONE_OF, ANYTHING -> "";
          case NUMBER -> "integer";
          case FLAG -> "boolean";
          case OBJECT -> "object";
          case LIST -> "array";
        };
    assertThat(property.path("type").asString("")).as(field.wireName()).isEqualTo(type);
    assertThat(Stream.of(property.path("enum")).flatMap(JsonNode::valueStream))
        .as(field.wireName())
        .extracting(JsonNode::asString)
        .containsExactlyElementsOf(field.choices());
    switch (field.kind()) {
      case TEXT, NAME, PATH ->
          assertThat(property.path("maxLength").asInt(0))
              .as(field.wireName())
              .isEqualTo(field.lengthMax());
      case ID -> assertThat(property.path("pattern").asString()).contains("{1,128}");
      case MESSAGE_ID -> assertThat(property.path("format").asString()).isEqualTo("uuid");
      case ONE_OF, NUMBER, FLAG, OBJECT, LIST, ANYTHING -> {}
    }
  }
}
