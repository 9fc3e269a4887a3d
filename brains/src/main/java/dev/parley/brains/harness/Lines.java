package dev.parley.brains.harness;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Lines of text with a limit, from somebody who may never end one. */
public final class Lines {
  private static final int BUFFER = 64 << 10;

  private final BufferedInputStream input;
  private final int bytesMax;

  /** A line is longer than it may be. */
  public static final class TooLong extends IOException {
    private static final long serialVersionUID = 1;

    TooLong(int bytesMax) {
      super("it wrote a line of more than " + bytesMax + " bytes");
    }
  }

  public Lines(InputStream input, int bytesMax) {
    this.input = new BufferedInputStream(input, BUFFER);
    this.bytesMax = bytesMax;
  }

  /** The next line without its end, or null at the end of all. What is left unended is no line. */
  public @Nullable String next() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int read = input.read(); read >= 0; read = input.read()) {
      if (read == '\n') {
        return line.toString(UTF_8);
      }
      if (line.size() == bytesMax) {
        throw new TooLong(bytesMax);
      }
      line.write(read);
    }
    return null;
  }
}
