package dev.parley.hub.cli.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;

/** One message a line, in both directions. */
final class Lines {
  static final int BYTES_MAX = 4 << 20;

  private final InputStream in;
  private final PrintWriter out;

  Lines(InputStream in, PrintWriter out) {
    this.in = new BufferedInputStream(in, 1 << 16);
    this.out = out;
  }

  /**
   * The next line that is not empty; null at the end. Of one that is too long only its beginning.
   */
  @Nullable String read() throws IOException {
    var line = new ByteArrayOutputStream();
    for (int c = in.read(); ; c = in.read()) {
      if (c == '\n' || c < 0) {
        String text = line.toString(UTF_8).strip();
        if (!text.isEmpty() || c < 0) {
          return text.isEmpty() ? null : text;
        }
        line.reset();
      } else if (line.size() <= BYTES_MAX) {
        line.write(c);
      }
    }
  }

  /** Never a carriage return, whatever the platform thinks of the ends of lines. */
  synchronized void write(String message) {
    out.write(message);
    out.write('\n');
    out.flush();
  }
}
