package dev.parley.stores.nats;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/** A file that is written anew, and says how many bytes came; troubles with it are unchecked. */
final class CountedFile extends OutputStream {
  private final OutputStream file;
  private final LongConsumer written;

  CountedFile(Path target, LongConsumer written) {
    this.written = written;
    try {
      this.file = Files.newOutputStream(target);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void write(int octet) {
    write(new byte[] {(byte) octet}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int length) {
    try {
      file.write(bytes, from, length);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    written.accept(length);
  }

  @Override
  public void close() {
    try {
      file.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
