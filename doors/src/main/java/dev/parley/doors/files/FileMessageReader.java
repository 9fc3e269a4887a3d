package dev.parley.doors.files;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.MessageType;
import dev.parley.core.message.Priority;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads a file's JSON. What is no JSON object (yet) is {@link ErrorCode#BAD_JSON}; a field that is
 * wrong is {@link ErrorCode#BAD_REQUEST}. Reasons never quote the content: they are shown to others
 * than those who may read the file. Any thread.
 */
final class FileMessageReader {
  private static final int DEPTH_MAX = 64;
  private static final int LIST_MAX = 1_000;
  private static final long TTL_MILLIS_MAX = Duration.ofDays(3_650).toMillis();

  private static final Map<String, MessageType> TYPES =
      Stream.of(MessageType.values())
          .collect(Collectors.toUnmodifiableMap(MessageType::wireName, t -> t));
  private static final Map<String, Priority> PRIORITIES =
      Stream.of(Priority.values())
          .collect(Collectors.toUnmodifiableMap(Priority::wireName, p -> p));

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(DEPTH_MAX)
                  .maxNumberLength(1_000)
                  .maxNameLength(4_096)
                  .build())
          .disable(TokenStreamFactory.Feature.CHARSET_DETECTION)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .build();

  private FileMessageReader() {}

  static FileMessage read(byte[] bytes) {
    var message = new FileMessage();
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), bytes)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new Refused(ErrorCode.BAD_JSON, "it is not one JSON object");
      }
      Refused wrong = null;
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = parser.currentName();
        JsonToken token = parser.nextToken();
        try {
          if (token != JsonToken.VALUE_NULL) {
            member(message, name, token, parser, bytes);
          }
        } catch (Refused e) {
          // Not before the rest has been seen to be JSON: it may be half of something good.
          wrong = wrong == null ? e : wrong;
          parser.skipChildren();
        }
      }
      if (parser.nextToken() != null) {
        throw new Refused(ErrorCode.BAD_JSON, "something follows the JSON object");
      }
      if (wrong != null) {
        throw wrong;
      }
    } catch (JacksonException e) {
      throw new Refused(ErrorCode.BAD_JSON, describe(e));
    }
    return message;
  }

  private static void member(
      FileMessage message, String name, JsonToken token, JsonParser parser, byte[] bytes) {
    switch (name) {
      case "id" -> message.id = id(name, token, parser);
      case "from" -> message.from = text(name, token, parser, 128);
      case "to" -> recipients(message, token, parser);
      case "path" -> message.path = text(name, token, parser, 2_048);
      case "content" -> message.content = text(name, token, parser, Integer.MAX_VALUE);
      case "payload" -> message.payload = raw(name, token, JsonToken.START_OBJECT, parser, bytes);
      case "command" -> message.command = notEmpty(name, token, parser, 256);
      case "type" -> message.type = oneOf(TYPES, name, token, parser);
      case "priority" -> message.priority = oneOf(PRIORITIES, name, token, parser);
      case "replyTo" -> message.replyTo = id(name, token, parser);
      case "correlationId" -> message.correlationId = text(name, token, parser, 256);
      case "conversationId" -> message.conversationId = text(name, token, parser, 256);
      case "topic" -> message.topic = text(name, token, parser, 256);
      case "expiresAt" -> message.expiresAt = number(name, token, parser, Long.MAX_VALUE);
      case "ttlMs" -> message.ttlMillis = number(name, token, parser, TTL_MILLIS_MAX);
      case DeliveryFile.MARK -> message.deliveredByHub = true;
      case "metadata" -> extra(message, name, token, JsonToken.START_OBJECT, parser, bytes);
      case "attachments", "actions", "artifacts" ->
          extra(message, name, token, JsonToken.START_ARRAY, parser, bytes);
      case "taskId", "taskStatus", "error", "platformData" ->
          extra(message, name, token, null, parser, bytes);
      default -> parser.skipChildren();
    }
    if (parser.currentToken() != null && parser.currentToken().isStructStart()) {
      parser.skipChildren();
    }
  }

  private static String id(String name, JsonToken token, JsonParser parser) {
    return notEmpty(name, token, parser, 128);
  }

  private static String notEmpty(String name, JsonToken token, JsonParser parser, int max) {
    String text = text(name, token, parser, max);
    if (text.isBlank()) {
      throw FileMessage.bad("'" + name + "' is empty");
    }
    return text;
  }

  private static String text(String name, JsonToken token, JsonParser parser, int max) {
    if (token != JsonToken.VALUE_STRING) {
      throw FileMessage.bad("'" + name + "' must be a string");
    }
    String text = parser.getString();
    if (text.length() > max) {
      throw FileMessage.bad("'" + name + "' may have " + max + " characters, not " + text.length());
    }
    return text;
  }

  private static void recipients(FileMessage message, JsonToken token, JsonParser parser) {
    if (token != JsonToken.START_ARRAY) {
      message.to.add(text("to", token, parser, 2_048));
      return;
    }
    message.toIsList = true;
    boolean wrong = false;
    for (JsonToken each = parser.nextToken();
        each != JsonToken.END_ARRAY;
        each = parser.nextToken()) {
      if (each == JsonToken.VALUE_STRING && message.to.size() < LIST_MAX) {
        message.to.add(parser.getString());
      } else {
        wrong = true;
        parser.skipChildren();
      }
    }
    if (wrong) {
      throw FileMessage.bad("'to' must be a string or a list of at most 1000 strings");
    }
  }

  private static long number(String name, JsonToken token, JsonParser parser, long max) {
    if (token == JsonToken.VALUE_NUMBER_INT) {
      try {
        long value = parser.getLongValue();
        if (value >= 0 && value <= max) {
          return value;
        }
      } catch (JacksonException e) {
        // beyond any number of milliseconds, so out of the range as well
      }
    }
    throw FileMessage.bad("'" + name + "' must be an integer from 0 to " + max);
  }

  private static <T> T oneOf(
      Map<String, T> values, String name, JsonToken token, JsonParser parser) {
    T value = values.get(text(name, token, parser, 64));
    if (value == null) {
      String names = values.keySet().stream().sorted().collect(Collectors.joining(", "));
      throw FileMessage.bad("'" + name + "' must be one of " + names);
    }
    return value;
  }

  private static void extra(
      FileMessage message,
      String name,
      JsonToken token,
      @Nullable JsonToken expected,
      JsonParser parser,
      byte[] bytes) {
    byte[] value = raw(name, token, expected, parser, bytes);
    message.extras.ascii(message.extras.size() == 0 ? "" : ",").string(name).ascii(":").raw(value);
  }

  private static byte[] raw(
      String name, JsonToken token, @Nullable JsonToken expected, JsonParser parser, byte[] bytes) {
    if (expected != null && token != expected) {
      throw FileMessage.bad(
          "'"
              + name
              + "' must be "
              + (expected == JsonToken.START_OBJECT ? "an object" : "a list"));
    }
    int start = (int) parser.currentTokenLocation().getByteOffset();
    parser.skipChildren();
    parser.finishToken();
    return Arrays.copyOfRange(bytes, start, (int) parser.currentLocation().getByteOffset());
  }

  private static String describe(JacksonException e) {
    TokenStreamLocation at = e.getLocation();
    return at == null
        ? "it is not JSON"
        : "it is not JSON: line " + at.getLineNr() + ", column " + at.getColumnNr();
  }
}
