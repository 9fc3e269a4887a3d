package dev.parley.hub.cli.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import org.jspecify.annotations.Nullable;

/** The events of an HTTP answer. */
final class Events implements AutoCloseable {
  private final BufferedReader lines;
  private @Nullable String lastId;

  Events(InputStream body) {
    this.lines = new BufferedReader(new InputStreamReader(body, UTF_8));
  }

  /** The data of the next event that has any; null at the end. */
  @Nullable String next() throws IOException {
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith("id:")) {
        lastId = line.substring(3).strip();
      } else if (line.startsWith("data:") && !line.substring(5).isBlank()) {
        return line.substring(5).strip();
      }
    }
    return null;
  }

  /** What to come back with when the connection is lost. */
  @Nullable String lastId() {
    return lastId;
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
