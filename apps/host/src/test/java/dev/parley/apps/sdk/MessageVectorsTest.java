package dev.parley.apps.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.UnknownFieldSet;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The messages of the hub have the bytes that the SDKs' own tests expect of theirs. */
class MessageVectorsTest {
  private static final Path FILE = Path.of("../../sdk/vectors/messages.json");

  private static Stream<JsonNode> vectors(String part) {
    JsonNode vectors = new JsonMapper().readTree(FILE.toFile()).path(part);
    assertThat(vectors.size()).isGreaterThanOrEqualTo(10);
    return vectors.valueStream();
  }

  static Stream<JsonNode> encoded() {
    return vectors("encoded");
  }

  static Stream<JsonNode> decoded() {
    return Stream.concat(encoded(), vectors("decoded"));
  }

  static Stream<JsonNode> refused() {
    return vectors("refused");
  }

  private static Message.Builder builder(JsonNode vector) throws Exception {
    Class<?> type = Class.forName("dev.parley.apps.proto." + vector.path("message").asString());
    return (Message.Builder) type.getMethod("newBuilder").invoke(null);
  }

  private static Message value(JsonNode vector) throws Exception {
    return fill(builder(vector), vector.path("value"));
  }

  private static Message fill(Message.Builder message, JsonNode value) {
    value
        .properties()
        .forEach(
            entry -> {
              FieldDescriptor field =
                  message.getDescriptorForType().findFieldByName(entry.getKey());
              assertThat(field).as(entry.getKey()).isNotNull();
              JsonNode given = entry.getValue();
              if (field.isMapField()) {
                given
                    .properties()
                    .forEach(
                        each ->
                            message.addRepeatedField(
                                field, entry(message, field, each.getKey(), each.getValue())));
              } else if (field.isRepeated()) {
                given.forEach(
                    each -> message.addRepeatedField(field, scalar(message, field, each)));
              } else {
                message.setField(field, scalar(message, field, given));
              }
            });
    return message.build();
  }

  private static Message entry(
      Message.Builder message, FieldDescriptor field, String key, JsonNode value) {
    Message.Builder entry = message.newBuilderForField(field);
    entry.setField(field.getMessageType().findFieldByName("key"), key);
    return entry
        .setField(field.getMessageType().findFieldByName("value"), value.asString())
        .build();
  }

  private static Object scalar(Message.Builder message, FieldDescriptor field, JsonNode value) {
    return switch (field.getJavaType()) {
      case STRING -> value.asString();
      case BYTE_STRING -> ByteString.copyFrom(HexFormat.of().parseHex(value.asString()));
      case BOOLEAN -> value.asBoolean();
      case INT -> value.asInt();
      case LONG -> value.asLong();
      case DOUBLE -> value.asDouble();
      case MESSAGE -> fill(message.newBuilderForField(field), value);
      case FLOAT, ENUM -> throw new AssertionError(field.getFullName() + " has a type of no SDK");
    };
  }

  private static byte[] bytes(JsonNode vector) {
    return HexFormat.of().parseHex(vector.path("hex").asString());
  }

  @ParameterizedTest
  @MethodSource
  void encoded(JsonNode vector) throws Exception {
    assertThat(value(vector).toByteArray()).isEqualTo(bytes(vector));
  }

  @ParameterizedTest
  @MethodSource
  void decoded(JsonNode vector) throws Exception {
    Message read = builder(vector).mergeFrom(bytes(vector)).build();

    // What was not known stays with the message, and does not count here.
    Message known = read.toBuilder().setUnknownFields(UnknownFieldSet.getDefaultInstance()).build();
    assertThat(known).isEqualTo(value(vector));
  }

  @ParameterizedTest
  @MethodSource
  void refused(JsonNode vector) throws Exception {
    Message.Builder message = builder(vector);

    assertThatThrownBy(() -> message.mergeFrom(bytes(vector)))
        .as(vector.path("why").asString())
        .isInstanceOf(InvalidProtocolBufferException.class);
  }
}
