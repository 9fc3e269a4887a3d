package dev.parley.hub.transfer;

import dev.parley.doors.transfer.MessageImport;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongConsumer;

/** Brings files into a hub, a batch of lines at a time. */
public final class Importer {
  private static final int LINES_MAX = 500;
  private static final int BYTES_MAX = 1 << 20;
  private static final int ERRORS_MAX = 100;

  /** What is wrong with a line of a file. */
  public record Problem(String file, long line, String why) {}

  private record Origin(String file, long line) {}

  private final HubEnd hub;
  private final int lineBytesMax;
  private final LongConsumer onProgress;
  private final List<byte[]> batch = new ArrayList<>();
  private final List<Origin> origins = new ArrayList<>();
  private final List<Problem> problems = new ArrayList<>();
  private final Set<String> agents = new TreeSet<>();
  private long bytesInBatch;
  private long bytesDone;
  private long lines;
  private long added;
  private long completed;
  private long present;
  private long refused;

  /**
   * @param onProgress told how many bytes have been read
   */
  public Importer(HubEnd hub, int lineBytesMax, LongConsumer onProgress) {
    this.hub = hub;
    this.lineBytesMax = lineBytesMax;
    this.onProgress = onProgress;
  }

  public void take(ImportFiles.Part part) throws IOException, InterruptedException {
    String name = part.file().toString();
    try (InputStream in = Files.newInputStream(part.file())) {
      if (part.isOneMessage()) {
        byte[] whole = in.readNBytes(lineBytesMax + 1);
        bytesDone += whole.length;
        add(new Origin(name, 1), whole, part.converter());
      } else {
        take(name, in, part.converter());
      }
    }
    onProgress.accept(bytesDone);
  }

  public void take(String name, InputStream in, LineConverter converter)
      throws IOException, InterruptedException {
    var reader = new LineReader(in, lineBytesMax);
    long before = bytesDone;
    for (byte[] line = reader.next(); line != null; line = reader.next()) {
      bytesDone = before + reader.position();
      if (!isBlank(line)) {
        add(new Origin(name, reader.number()), line, converter);
      }
    }
  }

  private static boolean isBlank(byte[] line) {
    for (byte each : line) {
      if (each != ' ' && each != '\t') {
        return false;
      }
    }
    return true;
  }

  private void add(Origin origin, byte[] line, LineConverter converter)
      throws IOException, InterruptedException {
    lines++;
    if (line.length > lineBytesMax) {
      refuse(origin, "it has more than " + lineBytesMax + " bytes");
      return;
    }
    try {
      byte[] converted = withoutNewlines(converter.convert(line));
      batch.add(converted);
      origins.add(origin);
      bytesInBatch += converted.length;
    } catch (RuntimeException e) {
      refuse(
          origin,
          e instanceof IllegalArgumentException
              ? String.valueOf(e.getMessage())
              : "it is not a JSON object");
      return;
    }
    if (batch.size() == LINES_MAX || bytesInBatch > BYTES_MAX) {
      flush();
    }
  }

  /** One message may have been written over several lines; in JSON a newline is only a gap. */
  private static byte[] withoutNewlines(byte[] json) {
    for (int i = 0; i < json.length; i++) {
      if (json[i] == '\n' || json[i] == '\r') {
        json[i] = ' ';
      }
    }
    return json;
  }

  private void refuse(Origin origin, String why) {
    refused++;
    if (problems.size() < ERRORS_MAX) {
      problems.add(new Problem(origin.file, origin.line, why));
    }
  }

  /** Brings in what has been read so far; once more at the end. */
  public void flush() throws IOException, InterruptedException {
    if (batch.isEmpty()) {
      return;
    }
    MessageImport.Summary summary = hub.take(batch);
    added += summary.added();
    completed += summary.completed();
    present += summary.present();
    agents.addAll(summary.agents());
    summary.errors().forEach((line, why) -> refuse(origins.get(line - 1), why));
    batch.clear();
    origins.clear();
    bytesInBatch = 0;
    onProgress.accept(bytesDone);
  }

  public long lines() {
    return lines;
  }

  public long added() {
    return added;
  }

  public long completed() {
    return completed;
  }

  public long present() {
    return present;
  }

  public long refused() {
    return refused;
  }

  public Set<String> agents() {
    return agents;
  }

  /** The first of them; {@link #refused} counts all. */
  public List<Problem> problems() {
    return problems;
  }
}
