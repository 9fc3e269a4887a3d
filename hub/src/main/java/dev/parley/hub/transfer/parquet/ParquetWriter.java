package dev.parley.hub.transfer.parquet;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes a table as a Parquet file:
 *
 * <pre>
 *  "PAR1" | row groups, each a page for every column | what is where | its length | "PAR1"
 * </pre>
 *
 * <p>It holds one row group at a time and a few bytes for each that was written. A file that was
 * not finished lacks its end and is refused by every reader.
 */
public final class ParquetWriter {
  private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
  private static final int GROUP_BYTES_MAX = 8 << 20;
  private static final int GROUP_ROWS_MAX = 50_000;
  private static final int GZIP = 2;

  private record Chunk(Column column, long offset, ColumnBuffer.Written written) {}

  private record Group(List<Chunk> chunks, long rows) {
    long plainBytes() {
      return chunks.stream().mapToLong(chunk -> chunk.written.plainBytes()).sum();
    }
  }

  private final OutputStream out;
  private final List<Column> columns;
  private final List<ColumnBuffer> buffers = new ArrayList<>();
  private final List<Group> groups = new ArrayList<>();
  private long position;
  private int rowsInGroup;
  private long rows;

  public ParquetWriter(OutputStream out, List<Column> columns) throws IOException {
    this.out = out;
    this.columns = List.copyOf(columns);
    columns.forEach(column -> buffers.add(new ColumnBuffer(column)));
    write(MAGIC);
  }

  /**
   * @param values in the order of the columns: text, a {@code Long} for a moment in Unix
   *     milliseconds, an {@code Integer}; null where there is none
   */
  public void row(List<? extends @Nullable Object> values) throws IOException {
    if (values.size() != columns.size()) {
      throw new IllegalArgumentException(
          values.size() + " values in " + columns.size() + " columns");
    }
    long bytes = 0;
    for (int i = 0; i < buffers.size(); i++) {
      buffers.get(i).add(values.get(i));
      bytes += buffers.get(i).bytes();
    }
    rowsInGroup++;
    if (bytes > GROUP_BYTES_MAX || rowsInGroup == GROUP_ROWS_MAX) {
      endGroup();
    }
  }

  private void endGroup() throws IOException {
    List<Chunk> chunks = new ArrayList<>();
    for (ColumnBuffer buffer : buffers) {
      long offset = position;
      ColumnBuffer.Written written = buffer.writeTo(out);
      position += written.packedBytes();
      chunks.add(new Chunk(buffer.column(), offset, written));
    }
    groups.add(new Group(chunks, rowsInGroup));
    rows += rowsInGroup;
    rowsInGroup = 0;
  }

  /** Writes what makes it a file. The stream is the caller's to close. */
  public void finish() throws IOException {
    if (rowsInGroup > 0) {
      endGroup();
    }
    byte[] footer = ThriftWriter.struct(this::footer);
    write(footer);
    write(ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(footer.length).array());
    write(MAGIC);
    out.flush();
  }

  private void footer(ThriftWriter file) {
    List<@Nullable Column> schema = new ArrayList<>();
    schema.add(null); // the root, above the columns
    schema.addAll(columns);
    file.int32(1, 1)
        .structs(2, schema, column -> element(file, column))
        .int64(3, rows)
        .structs(4, groups, group -> group(file, group))
        .text(6, "parley");
  }

  private void element(ThriftWriter file, @Nullable Column column) {
    if (column == null) {
      file.text(4, "message").int32(5, columns.size());
      return;
    }
    file.int32(1, column.kind().physical())
        .int32(3, column.isRequired() ? 0 : 1)
        .text(4, column.name());
    if (column.kind().converted() >= 0) {
      file.int32(6, column.kind().converted());
    }
  }

  private static void group(ThriftWriter file, Group group) {
    file.structs(1, group.chunks, chunk -> chunk(file, chunk))
        .int64(2, group.plainBytes())
        .int64(3, group.rows);
  }

  private static void chunk(ThriftWriter file, Chunk chunk) {
    file.int64(2, chunk.offset)
        .struct(
            3,
            data ->
                data.int32(1, chunk.column.kind().physical())
                    .int32s(2, List.of(0, 3))
                    .texts(3, List.of(chunk.column.name()))
                    .int32(4, GZIP)
                    .int64(5, chunk.written.rows())
                    .int64(6, chunk.written.plainBytes())
                    .int64(7, chunk.written.packedBytes())
                    .int64(9, chunk.offset));
  }

  private void write(byte[] bytes) throws IOException {
    out.write(bytes);
    position += bytes.length;
  }
}
