package dev.parley.hub.transfer;

import dev.parley.client.json.JsonObject;
import dev.parley.core.message.EnvelopeField;
import dev.parley.core.message.MessageType;
import dev.parley.core.message.Priority;
import dev.parley.hub.transfer.parquet.Column;
import dev.parley.hub.transfer.parquet.ParquetWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Messages as rows: what is written for each of them, and how. */
public abstract class MessageTable {

  /** The forms there are. */
  public enum Format {
    JSONL,
    CSV,
    PARQUET;

    /** What a file's name says, if anything. */
    public static @Nullable Format of(String name) {
      String lower = name.toLowerCase(Locale.ROOT);
      if (lower.endsWith(".jsonl") || lower.endsWith(".ndjson")) {
        return JSONL;
      }
      return lower.endsWith(".csv") ? CSV : lower.endsWith(".parquet") ? PARQUET : null;
    }
  }

  static final List<Column> COLUMNS =
      List.of(
          column(EnvelopeField.ID, Column.Kind.TEXT, true),
          column(EnvelopeField.TIMESTAMP, Column.Kind.MOMENT, true),
          column(EnvelopeField.FROM, Column.Kind.TEXT, true),
          column(EnvelopeField.PATH, Column.Kind.TEXT, true),
          column(EnvelopeField.COMMAND, Column.Kind.TEXT, true),
          column(EnvelopeField.TYPE, Column.Kind.TEXT, true),
          column(EnvelopeField.PRIORITY, Column.Kind.TEXT, true),
          column(EnvelopeField.CONTENT, Column.Kind.TEXT, false),
          column(EnvelopeField.PAYLOAD, Column.Kind.JSON, false),
          column(EnvelopeField.SOURCE, Column.Kind.TEXT, false),
          column(EnvelopeField.EXTERNAL_ID, Column.Kind.TEXT, false),
          column(EnvelopeField.REPLY_TO, Column.Kind.TEXT, false),
          column(EnvelopeField.CORRELATION_ID, Column.Kind.TEXT, false),
          column(EnvelopeField.CONVERSATION_ID, Column.Kind.TEXT, false),
          column(EnvelopeField.TOPIC, Column.Kind.TEXT, false),
          column(EnvelopeField.EXPIRES_AT, Column.Kind.MOMENT, false),
          column(EnvelopeField.ORIGIN, Column.Kind.TEXT, false),
          column(EnvelopeField.CAUSE, Column.Kind.TEXT, false),
          column(EnvelopeField.HOPS, Column.Kind.INTEGER, true),
          column(EnvelopeField.THREAD_ID, Column.Kind.TEXT, false),
          new Column("recipients", Column.Kind.JSON, false),
          new Column("other", Column.Kind.JSON, false));

  private static Column column(EnvelopeField field, Column.Kind kind, boolean isRequired) {
    return new Column(field.wireName(), kind, isRequired);
  }

  private static final String[] NAMED = COLUMNS.stream().map(Column::name).toArray(String[]::new);

  /** Writes a message, given as a line of the export. */
  public abstract void write(byte[] line) throws IOException;

  /** Writes what belongs at the end. The stream is the caller's to close. */
  public abstract void finish() throws IOException;

  public static MessageTable of(Format format, OutputStream out) throws IOException {
    return switch (format) {
      case JSONL -> new JsonLines(out);
      case CSV -> new CommaSeparated(out);
      case PARQUET -> new Parquet(out);
    };
  }

  /** The values of the columns: text, {@code Long}, {@code Integer}, or null for none. */
  static List<@Nullable Object> values(byte[] line) {
    JsonObject message = JsonObject.parse(line);
    List<@Nullable Object> values = new ArrayList<>();
    for (Column column : COLUMNS) {
      values.add(value(message, column));
    }
    return values;
  }

  private static @Nullable Object value(JsonObject message, Column column) {
    String name = column.name();
    return switch (name) {
      case "type" -> message.text(name, MessageType.MESSAGE.wireName());
      case "priority" -> message.text(name, Priority.NORMAL.wireName());
      case "hops" -> (int) message.number(name, 0);
      case "other" -> {
        JsonObject other = message.without(NAMED);
        yield other.names().isEmpty() ? null : other.raw();
      }
      default -> {
        if (!message.has(name)) {
          yield column.isRequired() ? "" : null;
        }
        yield column.kind() == Column.Kind.MOMENT
            ? (Object) message.number(name, 0)
            : message.shown(name);
      }
    };
  }

  /** The lines as they come: what {@code import} takes. */
  private static final class JsonLines extends MessageTable {
    private final OutputStream out;

    JsonLines(OutputStream out) {
      this.out = out;
    }

    @Override
    public void write(byte[] line) throws IOException {
      out.write(line);
      out.write('\n');
    }

    @Override
    public void finish() throws IOException {
      out.flush();
    }
  }

  /** RFC 4180, with a head and moments as ISO 8601. */
  private static final class CommaSeparated extends MessageTable {
    private final OutputStream out;

    CommaSeparated(OutputStream out) throws IOException {
      this.out = out;
      row(List.of((Object[]) NAMED));
    }

    @Override
    public void write(byte[] line) throws IOException {
      row(values(line));
    }

    private void row(List<? extends @Nullable Object> values) throws IOException {
      var row = new StringBuilder();
      for (int i = 0; i < values.size(); i++) {
        row.append(i == 0 ? "" : ",").append(quoted(shown(values.get(i))));
      }
      out.write(row.append("\r\n").toString().getBytes(StandardCharsets.UTF_8));
    }

    private static String shown(@Nullable Object value) {
      return switch (value) {
        case null -> "";
        case Long moment -> Instant.ofEpochMilli(moment).toString();
        default -> value.toString();
      };
    }

    private static String quoted(String text) {
      for (int i = 0; i < text.length(); i++) {
        char c = text.charAt(i);
        if (c == '"' || c == ',' || c == '\n' || c == '\r') {
          return '"' + text.replace("\"", "\"\"") + '"';
        }
      }
      return text;
    }

    @Override
    public void finish() throws IOException {
      out.flush();
    }
  }

  private static final class Parquet extends MessageTable {
    private final ParquetWriter writer;

    Parquet(OutputStream out) throws IOException {
      writer = new ParquetWriter(out, COLUMNS);
    }

    @Override
    public void write(byte[] line) throws IOException {
      writer.row(values(line));
    }

    @Override
    public void finish() throws IOException {
      writer.finish();
    }
  }
}
