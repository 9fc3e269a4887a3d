package dev.parley.doors.json;

import dev.parley.core.address.InvalidAddress;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Draft;
import dev.parley.core.message.EnvelopeField;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.MessageLimit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The known fields of one request, each a {@link String}, {@link Long}, {@link Boolean}, list, or
 * the bytes of its JSON. Reading goes on past a field that is wrong, so that the answer can carry
 * the request's id; the first thing wrong is kept.
 */
public final class Request {
  private final Map<Field, Object> values = new EnumMap<>(Field.class);
  private @Nullable Refused problem;
  private final MessageLimit limit;

  /** A request without any field. */
  public Request() {
    this(MessageLimit.DEFAULT);
  }

  Request(MessageLimit limit) {
    this.limit = limit;
  }

  public @Nullable Refused problem() {
    return problem;
  }

  public void problem(ErrorCode code, String text) {
    if (problem == null) {
      problem = new Refused(code, text);
    }
  }

  public void set(Field field, Object value) {
    if (values.put(field, value) != null) {
      // Two readers of one frame must not be able to disagree about who it is from or to.
      problem(ErrorCode.BAD_REQUEST, "'" + field.wireName() + "' appears twice");
    }
  }

  public boolean has(Field field) {
    return values.containsKey(field);
  }

  public @Nullable String text(Field field) {
    Object value = values.get(field);
    if (value == null || value instanceof String) {
      return (String) value;
    }
    throw wrong(field, "a string");
  }

  public String text(Field field, String otherwise) {
    String value = text(field);
    return value == null ? otherwise : value;
  }

  public String requireText(Field field) {
    String value = text(field);
    if (value == null) {
      throw missing(field);
    }
    return value;
  }

  public long number(Field field, long otherwise) {
    Object value = values.get(field);
    if (value == null) {
      return otherwise;
    }
    if (value instanceof Long number) {
      return number;
    }
    throw wrong(field, "an integer");
  }

  public long number(Field field, long otherwise, long min, long max) {
    long value = number(field, otherwise);
    if (value < min || value > max) {
      throw new Refused(
          ErrorCode.BAD_REQUEST,
          "'" + field.wireName() + "' must be between " + min + " and " + max + ", not " + value);
    }
    return value;
  }

  public boolean isNumber(Field field) {
    return values.get(field) instanceof Long;
  }

  public boolean flag(Field field, boolean otherwise) {
    Object value = values.get(field);
    return value == null ? otherwise : (Boolean) value;
  }

  /** The strings of a list, or the one string that stands for it. */
  @SuppressWarnings("unchecked") // the reader puts nothing else there
  public List<String> texts(Field field) {
    Object value = values.get(field);
    if (value == null) {
      return List.of();
    }
    return value instanceof String one ? List.of(one) : (List<String>) value;
  }

  public boolean isList(Field field) {
    return values.get(field) instanceof List;
  }

  public long @Nullable [] numbers(Field field) {
    return (long[]) values.get(field);
  }

  public byte @Nullable [] raw(Field field) {
    return (byte[]) values.get(field);
  }

  public @Nullable MessageId messageId(Field field) {
    String text = text(field);
    return text == null ? null : parse(field, text);
  }

  public MessageId requireMessageId(Field field) {
    return parse(field, requireText(field));
  }

  public List<MessageId> messageIds(Field field) {
    List<String> texts = texts(field);
    List<MessageId> ids = new ArrayList<>(texts.size());
    for (String text : texts) {
      ids.add(parse(field, text));
    }
    return ids;
  }

  private static MessageId parse(Field field, String text) {
    try {
      return MessageId.parse(text);
    } catch (Refused refused) {
      throw new Refused(refused.code(), "'" + field.wireName() + "': " + refused.getMessage());
    }
  }

  /**
   * The fields of the envelope that it has.
   *
   * @throws Refused when one has no value of its kind, or they are too much together
   */
  Draft.Builder draft(String from) {
    Draft.Builder draft = Draft.from(from);
    for (Field field : Field.ofDrafts()) {
      Object value = values.get(field);
      if (value != null) {
        EnvelopeField envelope = Objects.requireNonNull(field.envelope());
        draft.set(
            envelope,
            switch (value) {
              case String text -> envelope.value(field.wireName(), text);
              case Long number -> envelope.value(field.wireName(), number.longValue());
              default -> value;
            });
      }
    }
    return draft.within(limit);
  }

  /** A required field that is some kind of address. */
  public <A> A address(Field field, Function<String, A> parse) {
    return address(field, requireText(field), parse);
  }

  public static <T, A> A address(Field field, T given, Function<T, A> parse) {
    try {
      return parse.apply(given);
    } catch (InvalidAddress e) {
      throw new Refused(ErrorCode.BAD_REQUEST, "'" + field.wireName() + "': " + e.getMessage());
    }
  }

  public static Refused missing(Field field) {
    return new Refused(
        ErrorCode.BAD_REQUEST,
        "'" + field.wireName() + "' is missing (" + field.kind().description() + ")");
  }

  public static Refused wrong(Field field, String wanted) {
    return new Refused(ErrorCode.BAD_REQUEST, "'" + field.wireName() + "' must be " + wanted);
  }
}
