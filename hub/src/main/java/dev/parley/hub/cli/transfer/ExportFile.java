package dev.parley.hub.cli.transfer;

import dev.parley.hub.cli.output.Console;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where an export goes. A file has its name only once it is complete and on disk; until then it is
 * called {@code .part}, and a new attempt writes over that.
 */
final class ExportFile implements AutoCloseable {
  private final OutputStream stream;
  private final @Nullable FileChannel channel;
  private final @Nullable Path part;
  private final @Nullable Path target;

  private ExportFile(
      OutputStream stream,
      @Nullable FileChannel channel,
      @Nullable Path part,
      @Nullable Path target) {
    this.stream = stream;
    this.channel = channel;
    this.part = part;
    this.target = target;
  }

  /** For the owner alone: it holds everything that was said. */
  static ExportFile to(Path target) throws IOException {
    Path part = target.resolveSibling(target.getFileName() + ".part");
    Files.deleteIfExists(part);
    FileChannel channel =
        FileChannel.open(
            part,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    return new ExportFile(
        new BufferedOutputStream(Channels.newOutputStream(channel), 256 << 10),
        channel,
        part,
        target);
  }

  static ExportFile to(Console console) {
    return new ExportFile(new TextStream(console.out()), null, null, null);
  }

  OutputStream stream() {
    return stream;
  }

  /** Everything has been written; returns how many bytes that are. */
  long complete() throws IOException {
    stream.flush();
    if (channel == null || part == null || target == null) {
      return 0;
    }
    channel.force(true);
    long bytes = channel.size();
    channel.close();
    Files.move(part, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    return bytes;
  }

  @Override
  public void close() throws IOException {
    if (channel != null) {
      channel.close();
    }
  }

  /** Bytes of UTF-8 for a writer of characters; messages end at newlines, so none is cut. */
  private static final class TextStream extends OutputStream {
    private final PrintWriter out;
    private final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();

    TextStream(PrintWriter out) {
      this.out = out;
    }

    @Override
    public void write(int b) {
      out.write(b & 0x7F); // single bytes are only ever newlines
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      out.print(decoder.decode(ByteBuffer.wrap(bytes, from, length)));
      if (out.checkError()) {
        throw new IOException("nobody reads what is written");
      }
    }

    @Override
    public void flush() {
      out.flush();
    }
  }
}
