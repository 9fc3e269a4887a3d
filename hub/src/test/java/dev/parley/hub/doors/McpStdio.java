package dev.parley.hub.doors;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.ParleyCommand;
import dev.parley.hub.cli.output.Console;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.StringWriter;
import java.io.Writer;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Calls of MCP over the pipes of {@code parley mcp}, which runs inside the test. */
final class McpStdio extends McpLine {
  private final Input input = new Input();
  private final Thread bridge;

  /**
   * @param token null for none
   */
  McpStdio(int port, String token) {
    Console console = new Console(new Output(), new StringWriter(), input, false, false);
    Map<String, String> environment =
        Map.of(
            "PARLEY_URL",
            "ws://127.0.0.1:" + port + "/ws",
            "PARLEY_TOKEN",
            token == null ? "" : token);
    bridge =
        Thread.ofVirtual()
            .start(
                () -> ParleyCommand.run(new Cli(console, environment), "mcp", "--profile", "all"));
  }

  @Override
  void send(String message) {
    input.chunks.add((message + "\n").getBytes(UTF_8));
  }

  @Override
  public void close() {
    input.chunks.add(Input.END);
    try {
      bridge.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /**
   * What the bridge reads. A pipe of the JDK's breaks when the thread that wrote last has ended.
   */
  private static final class Input extends InputStream {
    private static final byte[] END = {};

    private final BlockingQueue<byte[]> chunks = new LinkedBlockingQueue<>();
    private byte[] chunk = {};
    private int next;

    @Override
    public int read() throws InterruptedIOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws InterruptedIOException {
      try {
        while (next == chunk.length) {
          chunk = chunks.take();
          next = 0;
          if (chunk == END) {
            chunks.add(END);
            return -1;
          }
        }
      } catch (InterruptedException e) {
        throw new InterruptedIOException();
      }
      int count = Math.min(length, chunk.length - next);
      System.arraycopy(chunk, next, into, offset, count);
      next += count;
      return count;
    }

    @Override
    public int available() {
      return chunk.length - next;
    }
  }

  /** What the bridge writes: whole lines, one at a time, each flushed. */
  private final class Output extends Writer {
    private final StringBuilder written = new StringBuilder();

    @Override
    public void write(char[] from, int offset, int length) {
      written.append(from, offset, length);
    }

    @Override
    public void flush() {
      String line = written.toString();
      written.setLength(0);
      if (!line.isBlank()) {
        onMessage(Json.parse(line));
      }
    }

    @Override
    public void close() {}
  }
}
