package dev.parley.testkit.container;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Answers requests for containers as a test wants it, byte by byte: also with what is no answer.
 * What nobody has said anything about is not found.
 */
public final class FakeEngine implements AutoCloseable {
  private final ServerSocketChannel server;
  private final Path socket;
  private final Map<String, Answer> answers = new ConcurrentHashMap<>();
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final Set<SocketChannel> open = ConcurrentHashMap.newKeySet();

  /** Writes an answer; the connection is closed when it returns. */
  @FunctionalInterface
  public interface Answer {
    void write(OutputStream out) throws IOException, InterruptedException;
  }

  public FakeEngine(Path socket) throws IOException {
    this.socket = socket;
    server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(socket));
    var _ = Thread.ofVirtual().name("fake-engine").start(this::accept);
  }

  public Path socket() {
    return socket;
  }

  /**
   * @param request how it begins, such as {@code POST /containers/create}; the longest that fits
   *     answers
   */
  public FakeEngine when(String request, Answer answer) {
    answers.put(request, answer);
    return this;
  }

  public FakeEngine when(String request, int status, String json) {
    return when(request, out -> out.write(http(status, json)));
  }

  public static byte[] http(int status, String json) {
    byte[] body = json.getBytes(UTF_8);
    return ("HTTP/1.1 " + status + " X\r\nContent-Length: " + body.length + "\r\n\r\n" + json)
        .getBytes(UTF_8);
  }

  /** What was asked, in the order of the requests: method and target. */
  public List<String> asked() {
    return asked;
  }

  private void accept() {
    try {
      while (true) {
        SocketChannel channel = server.accept();
        open.add(channel);
        var _ = Thread.startVirtualThread(() -> serve(channel));
      }
    } catch (IOException e) {
      // Closed.
    }
  }

  private void serve(SocketChannel channel) {
    try (channel) {
      BufferedReader in =
          new BufferedReader(new InputStreamReader(Channels.newInputStream(channel), UTF_8));
      String line = in.readLine();
      if (line == null) {
        return;
      }
      String request = line.substring(0, line.lastIndexOf(' '));
      while (!in.readLine().isEmpty()) {
        // Headers say nothing that a test wants to know.
      }
      asked.add(request);
      Answer answer =
          answers.keySet().stream()
              .filter(request::startsWith)
              .max((one, other) -> Integer.compare(one.length(), other.length()))
              .map(answers::get)
              .orElse(out -> out.write(http(404, "{\"message\":\"no such thing\"}")));
      answer.write(Channels.newOutputStream(channel));
    } catch (IOException | InterruptedException e) {
      // Whoever asked is gone.
    } finally {
      open.remove(channel);
    }
  }

  /** As if it had died: nobody listens any more, and whoever waits is hung up on. */
  @Override
  public void close() throws IOException {
    server.close();
    for (SocketChannel each : open) {
      each.close();
    }
    Files.deleteIfExists(socket);
  }
}
