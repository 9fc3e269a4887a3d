package dev.parley.hub.cli.mcp;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Carries messages between a client's pipes and the hub until the client closes its end. */
final class Bridge {
  static final String LISTEN = "subscriptions/listen";

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int IN_WORK_MAX = 256;
  private static final Duration GOODBYE = Duration.ofSeconds(2);
  private static final int INTERNAL = -32603;

  /** Tools that wait for somebody; the others answer as fast as the disk. */
  private static final Set<String> SLOW_TOOLS =
      Set.of("wait_for_messages", "ask", "send_bot_request", "spawn_agent", "stop_agent");

  private final Lines lines;
  private final StdioSession session;
  private final Semaphore free = new Semaphore(IN_WORK_MAX);
  private final ModernCalls modern;

  /** Requests that are carried in their order; as many as {@link #free} allows. */
  private final BlockingQueue<Item> waiting = new LinkedBlockingQueue<>();

  Bridge(Lines lines, HubLink hub) {
    this.lines = lines;
    this.session = new StdioSession(hub, lines);
    this.modern = new ModernCalls(hub, lines);
  }

  /** Returns when the client has closed its end and what it asked is answered, or soon after. */
  void run() throws IOException, InterruptedException {
    Thread inOrder = Thread.ofVirtual().start(this::carryInOrder);
    for (String line = lines.read(); line != null; line = lines.read()) {
      JsonNode message;
      try {
        message = JSON.readTree(line);
      } catch (JacksonException e) {
        fail(idIn(line), -32700, "this line is not JSON, or has more than 4 MiB");
        continue;
      }
      take(new Item(line, message));
    }
    boolean _ = free.tryAcquire(IN_WORK_MAX, GOODBYE.toMillis(), TimeUnit.MILLISECONDS);
    inOrder.interrupt();
    session.close();
  }

  /**
   * @param line goes to the hub as it is: written anew, half of a character would become a question
   *     mark that nobody refuses
   */
  private record Item(String line, JsonNode message) {
    String method() {
      return message.path("method").asString("");
    }

    /** May it take so long that nothing can wait behind it? */
    boolean takesItsTime() {
      return method().equals(LISTEN)
          || (method().equals("tools/call")
              && SLOW_TOOLS.contains(message.path("params").path("name").asString("")));
    }
  }

  private void take(Item item) throws InterruptedException {
    if (item.method().equals("initialize") && !Modern.isMarked(item.message)) {
      // What follows needs the session, so it waits for it.
      carry(item);
    } else if (item.method().equals("notifications/cancelled") && isCancelledHere(item.message)) {
      return;
    } else if (!free.tryAcquire()) {
      fail(item.message.get("id"), INTERNAL, "too many requests at once");
    } else if (item.message.has("method") && !item.method().equals("notifications/cancelled")) {
      waiting.add(item);
    } else {
      Thread _ = start(item); // somebody waits for it already
    }
  }

  private Thread start(Item item) {
    return Thread.ofVirtual()
        .start(
            () -> {
              try {
                carry(item);
              } finally {
                free.release();
              }
            });
  }

  /** One after the other, for what is sent first has to be there first. */
  private void carryInOrder() {
    try {
      while (true) {
        Item item = waiting.take();
        Thread worker = start(item);
        if (!item.takesItsTime()) {
          worker.join();
        }
      }
    } catch (InterruptedException e) {
      // The client has closed its end.
    }
  }

  private boolean isCancelledHere(JsonNode notification) {
    JsonNode id = notification.path("params").path("requestId");
    boolean dropped = waiting.removeIf(item -> id.equals(item.message.get("id")));
    if (dropped) {
      free.release();
    }
    return dropped || modern.cancel(id);
  }

  private void carry(Item item) {
    carry(item.line, item.message);
  }

  private void carry(String line, JsonNode message) {
    JsonNode id = message.has("method") ? message.get("id") : null;
    try {
      if (Modern.isMarked(message)) {
        modern.carry(line, message, id);
      } else if (message.path("method").asString("").equals("initialize")) {
        session.initialize(message);
      } else if (session.isOpen()) {
        session.carry(line, message, id);
      } else if (message.path("method").asString("").equals("ping") && id != null) {
        lines.write("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{}}");
      } else if (id != null) {
        fail(id, -32602, "send initialize first, or " + Modern.KEYS + " in params._meta");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // cancelled: there is no answer
    } catch (NotCarried e) {
      if (id != null) {
        fail(id, INTERNAL, String.valueOf(e.getMessage()));
      }
    } catch (IOException | RuntimeException e) {
      if (id != null && !Thread.currentThread().isInterrupted()) {
        fail(id, INTERNAL, "the hub cannot be reached (" + e.getMessage() + "); is it running?");
      }
    }
  }

  static boolean isEvents(HttpResponse<?> response) {
    return response.headers().firstValue("Content-Type").orElse("").startsWith("text/event-stream");
  }

  /** The JSON-RPC message in an answer; one without an id is about a request all the same. */
  static String answer(HttpResponse<?> response, InputStream body, @Nullable JsonNode id)
      throws IOException {
    byte[] bytes = body.readAllBytes();
    try {
      if (JSON.readTree(bytes) instanceof ObjectNode message && message.has("jsonrpc")) {
        if (!message.has("id") && id != null) {
          message.set("id", id);
        }
        return message.toString();
      }
    } catch (JacksonException e) {
      // Something that is no answer of ours.
    }
    throw new NotCarried("the hub answered " + response.statusCode());
  }

  /** The id in the beginning of a message, if it stands there. */
  private static @Nullable JsonNode idIn(String beginning) {
    int depth = 0;
    try (JsonParser parser = JSON.createParser(beginning)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
        if (depth == 1 && token == JsonToken.PROPERTY_NAME && parser.currentName().equals("id")) {
          JsonToken value = parser.nextToken();
          return value == JsonToken.VALUE_STRING || value == JsonToken.VALUE_NUMBER_INT
              ? parser.readValueAsTree()
              : null;
        }
      }
    } catch (JacksonException e) {
      // The rest of it, which is no JSON.
    }
    return null;
  }

  private void fail(@Nullable JsonNode id, int code, String why) {
    ObjectNode message = JSON.createObjectNode().put("jsonrpc", "2.0");
    if (id != null) {
      message.set("id", id);
    }
    message.putObject("error").put("code", code).put("message", why);
    lines.write(message.toString());
  }
}
