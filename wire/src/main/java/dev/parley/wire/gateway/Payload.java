package dev.parley.wire.gateway;

import dev.parley.wire.Utf8;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.JsonRecyclerPools;

/**
 * What a client wrote into a frame. Every key is taken in both spellings; when both are there, the
 * camel counts. A value of another kind than its key has counts as not there.
 */
public final class Payload {
  /**
   * Content that is deeper is refused here rather than by a reader of the stored envelope, where it
   * stands one object deeper, and in requests of other doors one more.
   */
  private static final int DEPTH_MAX = 60;

  private static final int NUMBER_CHARS_MAX = 1_000;
  private static final int UUID_CHARS = 36;
  private static final String TEXT = "text";

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(DEPTH_MAX)
                  .maxNumberLength(NUMBER_CHARS_MAX)
                  .build())
          .disable(TokenStreamFactory.Feature.CHARSET_DETECTION)
          .recyclerPool(JsonRecyclerPools.threadLocalPool())
          .build();

  private final Map<Key, String> texts = new EnumMap<>(Key.class);
  private final Map<Key, Long> numbers = new EnumMap<>(Key.class);
  private final Set<Key> set = EnumSet.noneOf(Key.class);
  private byte @Nullable [] content;
  private @Nullable String contentText;
  private Spelling spelling = Spelling.BOTH;

  private Payload() {}

  /** Null when this is not one JSON object in UTF-8. */
  public static @Nullable Payload read(byte[] json) {
    if (!Utf8.isValid(json, 0, json.length)) {
      return null;
    }
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), json)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return null;
      }
      Payload payload = new Payload();
      payload.readMembers(parser, json);
      return parser.nextToken() == null ? payload : null;
    } catch (JacksonException e) {
      return null;
    }
  }

  private void readMembers(JsonParser parser, byte[] json) {
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = parser.currentName();
      JsonToken token = parser.nextToken();
      Key camel = Key.inCamel(name);
      Key key = camel == null ? Key.inSnake(name) : camel;
      if (key == Key.BOT_ID && spelling != Spelling.CAMEL) {
        spelling = camel == null ? Spelling.SNAKE : Spelling.CAMEL;
      }
      if (key == null) {
        parser.skipChildren();
      } else if (key == Key.CONTENT) {
        readContent(parser, token, json);
      } else {
        readValue(parser, token, key, camel != null);
      }
    }
  }

  /** Its bytes, and what is text of it, in one pass. */
  private void readContent(JsonParser parser, JsonToken token, byte[] json) {
    int start = (int) parser.currentTokenLocation().getByteOffset();
    contentText = token == JsonToken.VALUE_STRING ? parser.getString() : null;
    if (token == JsonToken.START_OBJECT) {
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        boolean wanted = parser.currentName().equals(TEXT);
        if (parser.nextToken() == JsonToken.VALUE_STRING && wanted) {
          contentText = parser.getString();
        } else {
          parser.skipChildren();
        }
      }
    } else {
      parser.skipChildren();
    }
    parser.finishToken(); // texts and numbers are read only as far as somebody asks
    content = Arrays.copyOfRange(json, start, (int) parser.currentLocation().getByteOffset());
  }

  private void readValue(JsonParser parser, JsonToken token, Key key, boolean wins) {
    if (token == JsonToken.VALUE_STRING) {
      put(texts, key, parser.getString(), wins);
    } else if (token == JsonToken.VALUE_NUMBER_INT
        && parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER) {
      put(numbers, key, parser.getLongValue(), wins);
    } else if (token == JsonToken.VALUE_TRUE) {
      set.add(key);
    } else {
      parser.skipChildren();
    }
  }

  private static <V> void put(Map<Key, V> values, Key key, V value, boolean wins) {
    if (wins) {
      values.put(key, value);
    } else {
      values.putIfAbsent(key, value);
    }
  }

  /** Null when it is not there; clients leave out what is empty, so empty is the same. */
  public @Nullable String text(Key key) {
    String text = texts.get(key);
    return text == null || text.isEmpty() ? null : text;
  }

  /** Null when it is not there, or is not a UUID in its usual form. */
  public @Nullable UUID uuid(Key key) {
    String text = text(key);
    return text == null ? null : uuid(text);
  }

  /** Null when this is not a UUID in its usual form of 36 characters. */
  public static @Nullable UUID uuid(String text) {
    if (text.length() != UUID_CHARS) {
      return null;
    }
    // What the parser lets pass is more than one form.
    for (int i = 0; i < UUID_CHARS; i++) {
      char c = text.charAt(i);
      boolean dash = i == 8 || i == 13 || i == 18 || i == 23;
      if (dash ? c != '-' : c > 'f' || Character.digit(c, 16) < 0) {
        return null;
      }
    }
    return UUID.fromString(text);
  }

  /** Not negative; 0 when it is not there, which is the same. */
  public long number(Key key) {
    return Math.max(0, numbers.getOrDefault(key, 0L));
  }

  /** Whether it is there, and true. */
  public boolean flag(Key key) {
    return set.contains(key);
  }

  /** The JSON of the content as it was written; null when there is none. */
  public byte @Nullable [] content() {
    return content;
  }

  /**
   * What people read of the content: the content, when it is a text, or its {@code text}. May hold
   * half a character, which JSON can write and UTF-8 cannot.
   */
  public @Nullable String contentText() {
    return contentText;
  }

  /** As the key of the bot is spelled. */
  public Spelling spelling() {
    return spelling;
  }
}
