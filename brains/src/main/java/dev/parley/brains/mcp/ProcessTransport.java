package dev.parley.brains.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.brains.harness.Lines;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.ProtocolVersions;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * The protocol with a program of the hub's, a message a line. The program is started, supervised
 * and ended by whoever makes this; here are only its lines, each of which has a longest length, and
 * a queue for a thread that may be held up by a program which does not read.
 */
final class ProcessTransport implements McpClientTransport {
  static final int LINE_BYTES_MAX = 4 << 20;
  private static final int GARBAGE_MAX = 100;
  private static final long BYTES_MAX = 64L << 20;
  private static final int UNWRITTEN_MAX = 64;

  private final McpJsonMapper json;
  private final Consumer<String> onBroken;
  private final BlockingQueue<String> unwritten = new ArrayBlockingQueue<>(UNWRITTEN_MAX);
  private final CompletableFuture<Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>>> handler =
      new CompletableFuture<>();
  private volatile @Nullable Thread writer;
  private volatile boolean closed;
  private long bytes;

  /**
   * @param onBroken told why the talk cannot go on; perhaps more than once
   */
  ProcessTransport(McpJsonMapper json, Consumer<String> onBroken) {
    this.json = json;
    this.onBroken = onBroken;
  }

  /** Reads until the end. On a thread that may block. */
  void read(InputStream output) {
    try {
      Lines lines = new Lines(output, LINE_BYTES_MAX);
      var taking = handler.join();
      int garbage = 0;
      for (String line = lines.next(); line != null && !closed; line = lines.next()) {
        count(line.length());
        JSONRPCMessage message = parsed(line);
        if (message != null) {
          var _ = taking.apply(Mono.just(message)).onErrorComplete().subscribe();
        } else if (!line.isBlank() && ++garbage > GARBAGE_MAX) {
          throw new IOException("it does not speak the Model Context Protocol");
        }
      }
      onBroken.accept("it has ended");
    } catch (IOException e) {
      onBroken.accept(e.getMessage() == null ? "it has ended" : e.getMessage());
    } catch (RuntimeException e) {
      onBroken.accept("what it wrote could not be taken in");
    }
  }

  private synchronized void count(int length) throws IOException {
    bytes += length;
    if (bytes > BYTES_MAX) {
      throw new IOException("it writes without end");
    }
  }

  /** A call begins: what was written before does not count any more. */
  synchronized void countAnew() {
    bytes = 0;
  }

  private @Nullable JSONRPCMessage parsed(String line) {
    try {
      return McpSchema.deserializeJsonRpcMessage(json, line);
    } catch (IOException | RuntimeException e) {
      return null;
    }
  }

  /** From now on what was and is to be written is. */
  void writeTo(OutputStream input) {
    // Writing to a pipe that nobody reads blocks its thread for good.
    writer = Thread.ofPlatform().daemon().name("parley-mcp-writer").start(() -> writeEach(input));
  }

  private void writeEach(OutputStream input) {
    try (input) {
      while (!closed) {
        input.write((unwritten.take() + "\n").getBytes(UTF_8));
        input.flush();
      }
    } catch (IOException e) {
      onBroken.accept("it has ended");
    } catch (InterruptedException e) {
      // The talk is over.
    }
  }

  @Override
  public Mono<Void> connect(Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> taking) {
    return Mono.fromRunnable(() -> handler.complete(taking));
  }

  @Override
  public Mono<Void> sendMessage(JSONRPCMessage message) {
    return Mono.fromRunnable(
        () -> {
          try {
            if (!unwritten.offer(json.writeValueAsString(message))) {
              onBroken.accept("it does not read what it is told");
            }
          } catch (IOException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  @Override
  public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
    return json.convertValue(data, type);
  }

  @Override
  public List<String> protocolVersions() {
    return List.of(
        ProtocolVersions.MCP_2024_11_05,
        ProtocolVersions.MCP_2025_03_26,
        ProtocolVersions.MCP_2025_06_18,
        ProtocolVersions.MCP_2025_11_25);
  }

  @Override
  public Mono<Void> closeGracefully() {
    return Mono.fromRunnable(this::end);
  }

  /** Nobody waits for the program any more. */
  void end() {
    closed = true;
    boolean _ = handler.complete(messages -> messages);
    Thread thread = writer;
    if (thread != null) {
      thread.interrupt();
    }
  }
}
