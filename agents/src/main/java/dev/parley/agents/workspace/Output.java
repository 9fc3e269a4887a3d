package dev.parley.agents.workspace;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.processes.OutputReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** What a command writes: its beginning and its end, however much is between. */
final class Output implements OutputReader {
  static final int BEGINNING_BYTES = 12 << 10;
  static final int END_BYTES = 12 << 10;

  private final ByteArrayOutputStream beginning = new ByteArrayOutputStream();
  private byte[] end = {};
  private long leftOut;

  @Override
  public void read(InputStream output) throws IOException {
    byte[] chunk = new byte[8_192];
    for (int read = output.read(chunk); read >= 0; read = output.read(chunk)) {
      add(chunk, read);
    }
  }

  private synchronized void add(byte[] chunk, int length) {
    int first = Math.min(length, BEGINNING_BYTES - beginning.size());
    beginning.write(chunk, 0, first);
    byte[] more = Arrays.copyOf(end, end.length + length - first);
    System.arraycopy(chunk, first, more, end.length, length - first);
    int over = Math.max(0, more.length - END_BYTES);
    leftOut += over;
    end = Arrays.copyOfRange(more, over, more.length);
  }

  synchronized String text() {
    String shown = beginning.toString(UTF_8);
    String last = new String(end, UTF_8);
    return leftOut == 0 ? shown + last : shown + "\n[" + leftOut + " bytes left out]\n" + last;
  }
}
