package dev.parley.doors.json;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.MessageLimit;
import dev.parley.core.message.RawJson;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.sym.PropertyNameMatcher;
import tools.jackson.core.util.JsonRecyclerPools;

/**
 * Reads a request in one pass over the bytes of its frame. Values that the hub does not look into
 * are cut out of those bytes by their offsets. Any thread.
 */
public final class RequestReader {
  static final int DEPTH_MAX = 64;
  private static final int NUMBER_CHARS_MAX = 1_000;
  private static final int NAME_CHARS_MAX = 4_096;

  private final int payloadBytesMax;
  private final MessageLimit limit;
  private final JsonFactory json =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(DEPTH_MAX)
                  .maxNumberLength(NUMBER_CHARS_MAX)
                  .maxNameLength(NAME_CHARS_MAX)
                  .build())
          // WebSocket text is UTF-8. Without this, zero bytes would make the parser take it for
          // UTF-16.
          .disable(TokenStreamFactory.Feature.CHARSET_DETECTION)
          .recyclerPool(JsonRecyclerPools.threadLocalPool())
          .build();

  private final String what;
  private final FieldNames members;
  private final FieldNames options = FieldNames.ofOptions(json);

  private RequestReader(int payloadBytesMax, boolean ofBodies) {
    this.payloadBytesMax = payloadBytesMax;
    this.limit = new MessageLimit(payloadBytesMax);
    this.what = ofBodies ? "a body" : "a frame";
    this.members = ofBodies ? FieldNames.ofBody(json) : FieldNames.ofRequest(json);
  }

  public static RequestReader ofFrames(int payloadBytesMax) {
    return new RequestReader(payloadBytesMax, false);
  }

  public static RequestReader ofBodies(int payloadBytesMax) {
    return new RequestReader(payloadBytesMax, true);
  }

  /**
   * @throws Refused when it is no JSON object; a field that is wrong is the request's {@link
   *     Request#problem} instead
   */
  public Request read(byte[] bytes, int length) {
    Request request = new Request(limit);
    try (JsonParser parser = json.createParser(ObjectReadContext.empty(), bytes, 0, length)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new Refused(ErrorCode.BAD_JSON, what + " must be one JSON object");
      }
      readMembers(parser, bytes, request, members);
      if (parser.nextToken() != null) {
        throw new Refused(ErrorCode.BAD_JSON, "something follows the JSON object");
      }
    } catch (JacksonException e) {
      throw new Refused(ErrorCode.BAD_JSON, describe(e));
    }
    return request;
  }

  private void readMembers(JsonParser parser, byte[] bytes, Request request, FieldNames names) {
    while (true) {
      int match = parser.nextNameMatch(names.matcher());
      if (match == PropertyNameMatcher.MATCH_END_OBJECT) {
        return;
      }
      JsonToken token = parser.nextToken();
      if (match < 0) {
        parser.skipChildren();
      } else if (names.isOptions(match)) {
        readOptions(parser, bytes, request, token);
      } else if (token != JsonToken.VALUE_NULL) {
        readValue(parser, bytes, request, names.field(match), token);
      }
    }
  }

  private void readOptions(JsonParser parser, byte[] bytes, Request request, JsonToken token) {
    if (token == JsonToken.START_OBJECT) {
      readMembers(parser, bytes, request, options);
    } else if (token != JsonToken.VALUE_NULL) {
      parser.skipChildren();
      request.problem(ErrorCode.BAD_REQUEST, "'" + Field.OPTIONS + "' must be an object");
    }
  }

  private void readValue(
      JsonParser parser, byte[] bytes, Request request, Field field, JsonToken token) {
    Object value =
        switch (field.kind()) {
          case TEXT -> token == JsonToken.VALUE_STRING ? text(parser, request, field) : null;
          case NUMBER ->
              token == JsonToken.VALUE_NUMBER_INT ? number(parser, request, field) : null;
          case FLAG -> token.isBoolean() ? (Object) (token == JsonToken.VALUE_TRUE) : null;
          case TEXTS -> token == JsonToken.START_ARRAY ? texts(parser, request, field) : null;
          case NUMBERS -> token == JsonToken.START_ARRAY ? numbers(parser, request, field) : null;
          case TEXT_OR_TEXTS ->
              token == JsonToken.VALUE_STRING
                  ? text(parser, request, field)
                  : token == JsonToken.START_ARRAY ? texts(parser, request, field) : null;
          case TEXT_OR_NUMBER ->
              token == JsonToken.VALUE_STRING
                  ? text(parser, request, field)
                  : token == JsonToken.VALUE_NUMBER_INT ? number(parser, request, field) : null;
          case REQUEST_ID -> requestId(parser, bytes, request, token);
          case OBJECT ->
              token == JsonToken.START_OBJECT ? raw(parser, bytes, request, field) : null;
          case ARRAY -> token == JsonToken.START_ARRAY ? raw(parser, bytes, request, field) : null;
          case ANYTHING -> raw(parser, bytes, request, field);
        };
    if (value != null) {
      request.set(field, value);
    } else {
      parser.skipChildren();
      request.problem(
          ErrorCode.BAD_REQUEST,
          "'" + field.wireName() + "' must be " + field.kind().description());
    }
  }

  private String text(JsonParser parser, Request request, Field field) {
    String text = parser.getString();
    int max = field.lengthMax() == 0 ? payloadBytesMax : field.lengthMax();
    if (text.length() > max) {
      request.problem(
          field.lengthMax() == 0 ? ErrorCode.TOO_LARGE : ErrorCode.BAD_REQUEST,
          "'" + field.wireName() + "' may have " + max + " characters, not " + text.length());
    }
    return text;
  }

  private static @Nullable Long number(JsonParser parser, Request request, Field field) {
    try {
      return parser.getLongValue();
    } catch (JacksonException e) {
      request.problem(ErrorCode.BAD_REQUEST, "'" + field.wireName() + "' is too large a number");
      return null;
    }
  }

  private List<String> texts(JsonParser parser, Request request, Field field) {
    List<String> texts = new ArrayList<>();
    for (JsonToken token = parser.nextToken();
        token != JsonToken.END_ARRAY;
        token = parser.nextToken()) {
      if (token == JsonToken.VALUE_STRING && texts.size() < Field.LIST_MAX) {
        texts.add(text(parser, request, field));
      } else {
        parser.skipChildren();
        request.problem(
            ErrorCode.BAD_REQUEST,
            "'" + field.wireName() + "' must be a list of at most " + Field.LIST_MAX + " strings");
      }
    }
    return texts;
  }

  private static long[] numbers(JsonParser parser, Request request, Field field) {
    long[] numbers = new long[8];
    int size = 0;
    for (JsonToken token = parser.nextToken();
        token != JsonToken.END_ARRAY;
        token = parser.nextToken()) {
      Long number =
          token == JsonToken.VALUE_NUMBER_INT && size < Field.LIST_MAX
              ? number(parser, request, field)
              : null;
      if (number != null) {
        numbers = size == numbers.length ? Arrays.copyOf(numbers, size * 2) : numbers;
        numbers[size++] = number;
      } else {
        parser.skipChildren();
        request.problem(
            ErrorCode.BAD_REQUEST,
            "'" + field.wireName() + "' must be a list of at most " + Field.LIST_MAX + " integers");
      }
    }
    return Arrays.copyOf(numbers, size);
  }

  /** As it was written, so that it can be echoed as it was written. */
  private static byte @Nullable [] requestId(
      JsonParser parser, byte[] bytes, Request request, JsonToken token) {
    if (token != JsonToken.VALUE_STRING && token != JsonToken.VALUE_NUMBER_INT) {
      return null;
    }
    if (parser.getStringLength() > Field.REQUEST_ID.lengthMax()) {
      request.problem(
          ErrorCode.BAD_REQUEST,
          "'requestId' may have " + Field.REQUEST_ID.lengthMax() + " characters");
      return new byte[] {'"', '"'};
    }
    return RawJson.slice(parser, bytes);
  }

  private byte[] raw(JsonParser parser, byte[] bytes, Request request, Field field) {
    byte[] slice = RawJson.slice(parser, bytes);
    if (slice.length > payloadBytesMax) {
      request.problem(
          ErrorCode.TOO_LARGE,
          "'" + field.wireName() + "' may have " + payloadBytesMax + " bytes, not " + slice.length);
    }
    return slice;
  }

  private static String describe(JacksonException e) {
    String text = e.getOriginalMessage();
    if (text.contains("nesting depth")) {
      return "nested deeper than " + DEPTH_MAX;
    }
    int line = text.indexOf('\n');
    String brief = line < 0 ? text : text.substring(0, line);
    return "not JSON: " + (brief.length() <= 200 ? brief : brief.substring(0, 200) + "…");
  }
}
