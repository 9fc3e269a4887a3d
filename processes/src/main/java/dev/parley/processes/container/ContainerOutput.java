package dev.parley.processes.container;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * What a container writes, both of its streams in one. When the engine goes away and comes back it
 * goes on, and says that something is missing. By one thread; closed by any.
 */
final class ContainerOutput extends InputStream {
  private static final int HEADER = 8;
  private static final byte[] GAP =
      "\n--- the engine was away; what was written meanwhile is not here\n".getBytes(UTF_8);

  private final Again again;
  private @Nullable Exchange exchange;
  private @Nullable InputStream frame;
  private boolean closed;

  /** Attaches again after a stream has ended. */
  interface Again {
    /** Null when there is nothing more to come; blocks as long as that is not known. */
    @Nullable Exchange attach() throws IOException;
  }

  ContainerOutput(Exchange first, Again again) {
    this.exchange = first;
    this.again = again;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int wanted) throws IOException {
    if (wanted == 0) {
      return 0;
    }
    while (true) {
      int read = frame == null ? -1 : frame.read(bytes, offset, wanted);
      if (read >= 0) {
        return read;
      }
      if (!next()) {
        return -1;
      }
    }
  }

  /** Goes to the next frame; false when there will be none. */
  private boolean next() throws IOException {
    Exchange attached = current();
    if (attached != null) {
      try {
        byte[] header = attached.stream().readNBytes(HEADER);
        ByteBuffer fields = ByteBuffer.wrap(header);
        // Which of its streams it is, from 0 to 2, in four bytes; then a length.
        if (header.length == HEADER
            && (fields.getInt(0) >>> 24) <= 2
            && (fields.getInt(0) << 8) == 0) {
          frame = new Part(attached.stream(), fields.getInt(4));
          return true;
        }
      } catch (IOException e) {
        // As if it had ended.
      }
      attached.close();
    }
    Exchange more = isClosed() ? null : again.attach();
    if (more == null) {
      return false;
    }
    replace(more);
    frame = new ByteArrayInputStream(GAP);
    return true;
  }

  private synchronized @Nullable Exchange current() {
    return exchange;
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  private synchronized void replace(Exchange more) {
    exchange = more;
    if (closed) {
      more.close();
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (exchange != null) {
      exchange.close();
    }
  }

  /** So many bytes of a stream; ends early when that does. */
  private static final class Part extends InputStream {
    private final InputStream from;
    private long left;

    Part(InputStream from, int length) {
      this.from = from;
      this.left = Integer.toUnsignedLong(length);
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int wanted) throws IOException {
      if (left == 0) {
        return -1;
      }
      try {
        int read = from.read(bytes, offset, (int) Math.min(left, wanted));
        left = read < 0 ? 0 : left - read;
        return read;
      } catch (IOException e) {
        left = 0; // the engine is gone; whoever reads asks for the next part
        return -1;
      }
    }
  }
}
