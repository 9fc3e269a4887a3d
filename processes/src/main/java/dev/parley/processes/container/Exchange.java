package dev.parley.processes.container;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;

/**
 * One request over a Unix socket and its answer. By one thread; interrupting that one ends it, and
 * so does the time it is given.
 */
final class Exchange implements AutoCloseable {
  private static final int HEADER_BYTES_MAX = 64 << 10;
  private static final int BODY_BYTES_MAX = 8 << 20;

  private final SocketChannel channel;
  private final InputStream in;
  private final Thread watch;
  private final Duration longest;
  private volatile boolean late;
  private int headerBytes;
  private int status;
  private long length = -1;
  private boolean chunked;

  private Exchange(SocketChannel channel, Duration longest) {
    this.channel = channel;
    this.in = new BufferedInputStream(Channels.newInputStream(channel));
    this.longest = longest;
    this.watch = Thread.ofVirtual().name("parley-engine-watch").start(this::closeLate);
  }

  /**
   * Asks, and reads how the answer begins.
   *
   * @param longest until the answer has been read; zero for as long as it takes
   * @param stream whether the connection is to become a stream of bytes, which may take any time
   */
  static Exchange begin(
      Path socket, String method, String target, byte[] json, Duration longest, boolean stream)
      throws IOException {
    SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket));
    Exchange exchange = new Exchange(channel, longest);
    try {
      exchange.ask(method, target, json, stream);
      if (stream) {
        exchange.watch.interrupt();
      }
      return exchange;
    } catch (IOException e) {
      exchange.close();
      throw exchange.why(e);
    }
  }

  private void closeLate() {
    try {
      if (longest.isPositive()) {
        Thread.sleep(longest);
        late = true;
        channel.close();
      }
    } catch (InterruptedException | IOException e) {
      // It was answered in time, or is closed already.
    }
  }

  private void ask(String method, String target, byte[] json, boolean stream) throws IOException {
    String head =
        method
            + " "
            + target
            + " HTTP/1.1\r\nHost: engine\r\n"
            + (stream ? "Connection: Upgrade\r\nUpgrade: tcp\r\n" : "Connection: close\r\n")
            + "Content-Type: application/json\r\nContent-Length: "
            + json.length
            + "\r\n\r\n";
    ByteBuffer[] request = {ByteBuffer.wrap(head.getBytes(US_ASCII)), ByteBuffer.wrap(json)};
    while (request[1].hasRemaining() || request[0].hasRemaining()) {
      long _ = channel.write(request);
    }
    status = status(line());
    for (String header = line(); !header.isEmpty(); header = line()) {
      int colon = header.indexOf(':');
      String name = header.substring(0, Math.max(0, colon)).toLowerCase(Locale.ROOT);
      String value = header.substring(colon + 1).strip();
      if (name.equals("content-length")) {
        length = number(value, 10);
      } else if (name.equals("transfer-encoding")) {
        chunked = value.toLowerCase(Locale.ROOT).contains("chunked");
      }
    }
  }

  private static int status(String line) throws IOException {
    if (!line.matches("HTTP/1\\.[01] [1-5][0-9][0-9].*")) {
      throw new IOException("what it answers is no HTTP");
    }
    return Integer.parseInt(line.substring(9, 12));
  }

  private static long number(String text, int radix) throws IOException {
    try {
      long number = Long.parseLong(text, radix);
      if (number >= 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw new IOException("what it answers has no proper length");
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new EOFException("it hangs up without an answer");
      }
      if (++headerBytes > HEADER_BYTES_MAX) {
        throw new IOException("what it answers begins with too many headers");
      }
      line.append((char) next);
    }
    return line.toString().stripTrailing();
  }

  int status() {
    return status;
  }

  /** What else comes, as it comes. */
  InputStream stream() {
    return in;
  }

  byte[] body() throws IOException {
    try {
      ByteArrayOutputStream body = new ByteArrayOutputStream();
      if (status == 204 || status == 304) {
        return new byte[0];
      }
      if (!chunked) {
        take(body, length < 0 ? BODY_BYTES_MAX + 1L : length, length >= 0);
        return body.toByteArray();
      }
      for (long size = size(); size > 0; size = size()) {
        take(body, size, true);
        String _ = line();
      }
      return body.toByteArray();
    } catch (IOException e) {
      throw why(e);
    }
  }

  private long size() throws IOException {
    headerBytes = 0;
    return number(line().split(";", 2)[0].strip(), 16);
  }

  private void take(ByteArrayOutputStream body, long bytes, boolean all) throws IOException {
    if (all && body.size() + bytes > BODY_BYTES_MAX) {
      throw new IOException("its answer is longer than " + BODY_BYTES_MAX + " bytes");
    }
    byte[] read = in.readNBytes((int) bytes);
    if (all ? read.length < bytes : read.length > BODY_BYTES_MAX) {
      throw new IOException("its answer ends too early, or not at all");
    }
    body.writeBytes(read);
  }

  /** In words for whoever reads logs. */
  private IOException why(IOException e) {
    if (late) {
      return new IOException("it has not answered within " + longest.toSeconds() + " s");
    }
    if (e instanceof ClosedByInterruptException) {
      return new InterruptedIOException("interrupted");
    }
    return e instanceof ClosedChannelException ? new IOException("the connection is closed") : e;
  }

  /** The first line of a text that somebody else wrote. */
  static String firstLine(byte[] text) {
    return new String(text, 0, Math.min(text.length, 1_000), ISO_8859_1)
        .lines()
        .findFirst()
        .orElse("no reason");
  }

  @Override
  public void close() {
    watch.interrupt();
    try {
      channel.close();
    } catch (IOException e) {
      // It is gone anyway.
    }
  }
}
