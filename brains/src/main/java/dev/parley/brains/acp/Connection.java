package dev.parley.brains.acp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.brains.harness.Lines;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * JSON-RPC with one process, a message a line. Calls are futures, so that whoever waits can be
 * interrupted; what is to be written is queued for a thread that may be held up by a process which
 * does not read. However the talk ends, everybody who waits is told why.
 */
final class Connection {
  static final int METHOD_NOT_FOUND = -32601;
  static final int REFUSED = -32000;

  /** A tool's result may hold a file. */
  private static final int LINE_BYTES_MAX = 8 << 20;

  /** Some write a warning or two where only messages belong. */
  private static final int GARBAGE_MAX = 100;

  /** What a harness may write in one turn. */
  private static final int LINES_MAX = 500_000;

  private static final long CHARS_MAX = 256L << 20;
  private static final int UNWRITTEN_MAX = 256;
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final Peer peer;
  private final BlockingQueue<ObjectNode> unwritten = new ArrayBlockingQueue<>(UNWRITTEN_MAX);
  private final Map<Long, CompletableFuture<JsonNode>> calls = new ConcurrentHashMap<>();
  private final AtomicLong lastId = new AtomicLong();
  private final CompletableFuture<Broken> broken = new CompletableFuture<>();
  private int garbage;
  private long lines;
  private long chars;
  private volatile @Nullable Thread writer;

  /** What is done with what the process says by itself. On the reading thread; must not block. */
  interface Peer {
    void onNotification(String method, JsonNode params);

    /** To be answered by {@link Connection#answer} or {@link Connection#refuse}. */
    void onRequest(JsonNode id, String method, JsonNode params);
  }

  Connection(Peer peer) {
    this.peer = peer;
  }

  /** Reads until the end. On a thread that may block. */
  void read(InputStream output) {
    try {
      Lines input = new Lines(output, LINE_BYTES_MAX);
      for (String line = input.next(); line != null; line = input.next()) {
        count(line);
        onLine(line);
        if (broken.isDone()) {
          return;
        }
      }
      fail("it has ended");
    } catch (Lines.TooLong e) {
      fail(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      fail("it has ended");
    } catch (RuntimeException e) {
      fail("what it wrote could not be taken in");
      throw e;
    }
  }

  private synchronized void count(String line) {
    lines++;
    chars += line.length();
    if (lines > LINES_MAX || chars > CHARS_MAX) {
      fail("it writes without end");
    }
  }

  /** A turn begins: what was written before does not count any more. */
  synchronized void countAnew() {
    lines = 0;
    chars = 0;
  }

  private void onLine(String line) {
    JsonNode message;
    try {
      message = JSON.readTree(line);
    } catch (JacksonException e) {
      message = null;
    }
    if (message == null || !message.isObject()) {
      if (!line.isBlank() && ++garbage > GARBAGE_MAX) {
        fail("it does not speak the Agent Client Protocol");
      }
      return;
    }
    String method = message.path("method").asString("");
    JsonNode id = message.get("id");
    if (!method.isEmpty() && id == null) {
      peer.onNotification(method, message.path("params"));
    } else if (!method.isEmpty()) {
      peer.onRequest(id, method, message.path("params"));
    } else if (id != null && id.isIntegralNumber()) {
      onResponse(id.asLong(), message);
    }
  }

  private void onResponse(long id, JsonNode message) {
    CompletableFuture<JsonNode> call = calls.remove(id);
    if (call == null) {
      return;
    }
    JsonNode error = message.get("error");
    if (error == null || error.isNull()) {
      call.complete(message.path("result"));
    } else {
      String said = error.path("message").asString("an error");
      JsonNode details = error.path("data").path("details");
      call.completeExceptionally(
          new RpcError(
              error.path("code").asInt(0),
              details.isString() ? said + ": " + details.asString() : said));
    }
  }

  /** From now on what was and is to be written is. */
  void writeTo(OutputStream input) {
    // Writing to a pipe that nobody reads blocks its thread for good.
    writer = Thread.ofPlatform().daemon().name("parley-acp-writer").start(() -> writeEach(input));
    if (broken.isDone()) {
      stopWriting();
    }
  }

  private void writeEach(OutputStream input) {
    try (input) {
      while (true) {
        input.write((JSON.writeValueAsString(unwritten.take()) + "\n").getBytes(UTF_8));
        input.flush();
      }
    } catch (IOException e) {
      fail("it has ended");
    } catch (InterruptedException e) {
      // The talk is over.
    }
  }

  private void stopWriting() {
    Thread thread = writer;
    if (thread != null) {
      thread.interrupt();
    }
  }

  /** Completes exceptionally with {@link RpcError} or {@link Broken}. */
  CompletableFuture<JsonNode> call(String method, ObjectNode params) {
    long id = lastId.incrementAndGet();
    CompletableFuture<JsonNode> call = new CompletableFuture<>();
    calls.put(id, call);
    ObjectNode request = message().put("id", id).put("method", method);
    request.set("params", params);
    write(request);
    if (broken.isDone()) {
      call.completeExceptionally(broken.join());
    }
    return call.whenComplete((_, _) -> calls.remove(id));
  }

  void tell(String method, ObjectNode params) {
    ObjectNode notification = message().put("method", method);
    notification.set("params", params);
    write(notification);
  }

  void answer(JsonNode id, ObjectNode result) {
    ObjectNode response = message();
    response.set("id", id);
    response.set("result", result);
    write(response);
  }

  void refuse(JsonNode id, int code, String why) {
    ObjectNode response = message();
    response.set("id", id);
    response.putObject("error").put("code", code).put("message", why);
    write(response);
  }

  private static ObjectNode message() {
    return JsonNodeFactory.instance.objectNode().put("jsonrpc", "2.0");
  }

  private void write(ObjectNode message) {
    if (!broken.isDone() && !unwritten.offer(message)) {
      fail("it does not read what it is told");
    }
  }

  /** Ends the talk; only the first reason counts. */
  void fail(String why) {
    Broken reason = new Broken(why);
    if (broken.complete(reason)) {
      calls.values().forEach(call -> call.completeExceptionally(reason));
      stopWriting();
    }
  }

  /** Completes when the talk has ended. */
  CompletableFuture<Broken> broken() {
    return broken.copy();
  }

  boolean isBroken() {
    return broken.isDone();
  }
}
