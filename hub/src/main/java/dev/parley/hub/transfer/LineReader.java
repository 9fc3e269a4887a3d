package dev.parley.hub.transfer;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Reads lines without ever holding more than one of bounded length. */
public final class LineReader implements Closeable {
  private final InputStream in;
  private final int bytesMax;
  private long number;
  private long position;

  public LineReader(InputStream in, int bytesMax) {
    this.in = new BufferedInputStream(in, 64 << 10);
    this.bytesMax = bytesMax;
  }

  /**
   * A line without its end, or null at the end; a longer one is cut, one byte over what it may be.
   */
  public byte @Nullable [] next() throws IOException {
    var line = new ByteArrayOutputStream(256);
    int read = in.read();
    if (read < 0) {
      return null;
    }
    for (; read >= 0 && read != '\n'; read = in.read()) {
      position++;
      if (line.size() <= bytesMax) {
        line.write(read);
      }
    }
    position++;
    number++;
    byte[] bytes = line.toByteArray();
    boolean carriageReturn = bytes.length > 0 && bytes[bytes.length - 1] == '\r';
    return carriageReturn ? java.util.Arrays.copyOf(bytes, bytes.length - 1) : bytes;
  }

  /** Of the line read last; the first is 1. */
  public long number() {
    return number;
  }

  /** Bytes read so far. */
  public long position() {
    return position;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
