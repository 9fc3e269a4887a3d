package dev.parley.testkit.envelope;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.parley.core.error.Refused;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.Origin;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * One vector. Everything is from {@code writer} to {@code researcher}.
 *
 * @param draft what the sender writes: JSON by the names of the envelope
 * @param stored the envelope as {@link Message#toJson} writes it, or empty when it is refused
 * @param code of the refusal, or empty
 * @param message of the refusal; {@code {type}} stands for what this reader calls that field
 */
public record EnvelopeVector(
    String name, Map<String, String> draft, String stored, String code, String message) {

  /** Makes a draft of what a sender writes, from {@code writer} to {@code researcher}. */
  @FunctionalInterface
  public interface Reader {
    Draft read(byte[] json);
  }

  public static final String FROM = "writer";
  public static final String TO = "researcher";
  public static final long TIMESTAMP = 1_708_900_000_000L;
  public static final MessageId ID = MessageId.parse("0198c0de-1234-7000-8000-000000000001");

  private static final JsonFactory JSON = new JsonFactory();

  public static Stream<EnvelopeVector> good() {
    return load("good.json");
  }

  public static Stream<EnvelopeVector> bad() {
    return load("bad.json");
  }

  private static Stream<EnvelopeVector> load(String file) {
    byte[] json;
    try (InputStream in = EnvelopeVector.class.getResourceAsStream("/vectors/envelope/" + file)) {
      json = Objects.requireNonNull(in, file).readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    List<EnvelopeVector> vectors = new ArrayList<>();
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), json)) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.START_OBJECT) {
        vectors.add(vector(parser, json));
      }
    }
    return vectors.stream();
  }

  private static EnvelopeVector vector(JsonParser parser, byte[] json) {
    Map<String, String> texts = new LinkedHashMap<>();
    Map<String, String> draft = Map.of();
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = parser.currentName();
      JsonToken token = parser.nextToken();
      if (name.equals("draft")) {
        draft = members(parser, json);
      } else {
        texts.put(name, token == JsonToken.START_OBJECT ? slice(parser, json) : parser.getString());
      }
    }
    return new EnvelopeVector(
        Objects.requireNonNull(texts.get("name")),
        draft,
        texts.getOrDefault("stored", ""),
        texts.getOrDefault("code", ""),
        texts.getOrDefault("message", ""));
  }

  private static Map<String, String> members(JsonParser parser, byte[] json) {
    Map<String, String> members = new LinkedHashMap<>();
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      members.put(name, slice(parser, json));
    }
    return members;
  }

  private static String slice(JsonParser parser, byte[] json) {
    int start = (int) parser.currentTokenLocation().getByteOffset();
    parser.skipChildren();
    parser.finishToken();
    int end = (int) parser.currentLocation().getByteOffset();
    return new String(Arrays.copyOfRange(json, start, end), UTF_8);
  }

  /** What the sender writes, as maps, lists, texts, numbers, booleans and nulls. */
  public Map<String, @Nullable Object> fields() {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    draft.forEach((field, json) -> fields.put(field, JsonValues.parse(json)));
    return fields;
  }

  /** What is stored, in the same way; nothing when it is refused. */
  @SuppressWarnings("unchecked")
  public Map<String, Object> envelope() {
    return stored.isEmpty()
        ? Map.of()
        : (Map<String, Object>) Objects.requireNonNull(JsonValues.parse(stored));
  }

  /** Does it write none of these fields? */
  public boolean isWithout(String... fields) {
    return Stream.of(fields).noneMatch(draft::containsKey);
  }

  /** Does it write only these fields? */
  public boolean hasOnly(Set<String> fields) {
    return fields.containsAll(draft.keySet());
  }

  /**
   * What the sender writes, as JSON.
   *
   * @param more members beside the vector's own
   * @param name what a field of the envelope is called here
   */
  public byte[] json(String more, UnaryOperator<String> name) {
    String members =
        draft.entrySet().stream()
            .map(member -> ",\"" + name.apply(member.getKey()) + "\":" + member.getValue())
            .collect(Collectors.joining());
    return ("{" + more + members + "}").getBytes(UTF_8);
  }

  /** Asserts that a reader makes of the vector what it should. */
  public void check(Reader reader, String more, UnaryOperator<String> name) {
    byte[] json = json(more, name);
    if (!code.isEmpty()) {
      Refused refused = catchThrowableOfType(Refused.class, () -> reader.read(json));
      assertThat(refused).as(this.name).isNotNull();
      assertThat(refused)
          .as(this.name)
          .hasMessage(message.replace("{type}", name.apply("type")))
          .extracting(why -> why.code().wireName())
          .isEqualTo(code);
      return;
    }
    Draft read = reader.read(json);
    assertThat(new String(stamped(read).toJson(), UTF_8)).as(this.name).isEqualTo(stored);
  }

  private static Message stamped(Draft draft) {
    MessageId own = draft.id();
    long expiresAt = draft.ttlMillis() > 0 ? TIMESTAMP + draft.ttlMillis() : draft.expiresAt();
    return new Message(
        own == null ? ID : own, 1, draft, TIMESTAMP, expiresAt, Origin.PEER, 0, null);
  }

  @Override
  public String toString() {
    return name;
  }
}
