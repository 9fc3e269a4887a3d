package dev.parley.hub.transfer.parquet;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** The values of one column in the row group that is being filled. */
final class ColumnBuffer {
  private final Column column;
  private final ByteArrayOutputStream values = new ByteArrayOutputStream();
  private final ByteArrayOutputStream levels = new ByteArrayOutputStream();
  private int rows;
  private int runLength;
  private boolean runIsPresent;

  ColumnBuffer(Column column) {
    this.column = column;
  }

  Column column() {
    return column;
  }

  int bytes() {
    return values.size();
  }

  void add(@Nullable Object value) {
    if (value == null && column.isRequired()) {
      throw new IllegalArgumentException("column " + column.name() + " needs a value");
    }
    rows++;
    level(value != null);
    if (value != null) {
      switch (column.kind()) {
        case TEXT, JSON -> {
          byte[] text = ((String) value).getBytes(StandardCharsets.UTF_8);
          values.writeBytes(little(4).putInt(text.length).array());
          values.writeBytes(text);
        }
        case MOMENT -> values.writeBytes(little(8).putLong((Long) value).array());
        case INTEGER -> values.writeBytes(little(4).putInt((Integer) value).array());
      }
    }
  }

  private void level(boolean present) {
    if (present != runIsPresent && runLength > 0) {
      endRun();
    }
    runIsPresent = present;
    runLength++;
  }

  /** A run: its length, shifted to say that it is one, and what is repeated. */
  private void endRun() {
    long header = (long) runLength << 1;
    while ((header & ~0x7FL) != 0) {
      levels.write((int) ((header & 0x7F) | 0x80));
      header >>>= 7;
    }
    levels.write((int) header);
    levels.write(runIsPresent ? 1 : 0);
    runLength = 0;
  }

  /** How large a page is, packed and not, its header included. */
  record Written(int rows, long plainBytes, long packedBytes) {}

  /** Writes everything as one page and is empty again. */
  Written writeTo(OutputStream out) throws IOException {
    endRun();
    var page = new ByteArrayOutputStream();
    if (!column.isRequired()) {
      page.writeBytes(little(4).putInt(levels.size()).array());
      levels.writeTo(page);
    }
    values.writeTo(page);
    byte[] packed = packed(page);
    int count = rows;
    byte[] header =
        ThriftWriter.struct(
            head ->
                head.int32(1, 0)
                    .int32(2, page.size())
                    .int32(3, packed.length)
                    .struct(5, data -> data.int32(1, count).int32(2, 0).int32(3, 3).int32(4, 3)));
    out.write(header);
    out.write(packed);
    values.reset();
    levels.reset();
    rows = 0;
    return new Written(count, header.length + (long) page.size(), header.length + packed.length);
  }

  private static byte[] packed(ByteArrayOutputStream page) throws IOException {
    var packed = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(packed)) {
      page.writeTo(gzip);
    }
    return packed.toByteArray();
  }

  private static ByteBuffer little(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}
