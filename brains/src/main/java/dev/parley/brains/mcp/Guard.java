package dev.parley.brains.mcp;

import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/**
 * Stands between a server and the client: of what a server says by itself only a change of its
 * tools is noted, because the client would answer each notification with requests of its own, and
 * one that talks without end is told of.
 */
final class Guard implements McpClientTransport {
  /** What a server may say by itself while one call is made. */
  private static final int UNASKED_MAX = 10_000;

  /** The client complains in the log about each that it has not asked for. */
  private static final int ANSWERS_MAX = 100;

  private final McpClientTransport transport;
  private final Consumer<String> onBroken;
  private final AtomicInteger unasked = new AtomicInteger();
  private final AtomicInteger answers = new AtomicInteger();
  private final AtomicBoolean changed = new AtomicBoolean();

  /**
   * @param onBroken told why the talk cannot go on; perhaps more than once
   */
  Guard(McpClientTransport transport, Consumer<String> onBroken) {
    this.transport = transport;
    this.onBroken = onBroken;
  }

  /** A call begins: what was said before does not count any more. */
  void countAnew() {
    unasked.set(0);
    answers.set(0);
  }

  /** Have its tools changed since this was last asked? */
  boolean takeChanged() {
    return changed.getAndSet(false);
  }

  private boolean concerns(JSONRPCMessage message) {
    return switch (message) {
      case JSONRPCNotification notification -> {
        if (McpSchema.METHOD_NOTIFICATION_TOOLS_LIST_CHANGED.equals(notification.method())) {
          changed.set(true);
        }
        boolean _ = count(unasked, UNASKED_MAX);
        yield false;
      }
      case JSONRPCRequest _ -> count(unasked, UNASKED_MAX);
      default -> count(answers, ANSWERS_MAX);
    };
  }

  private boolean count(AtomicInteger counted, int max) {
    boolean isFine = counted.incrementAndGet() <= max;
    if (!isFine) {
      onBroken.accept("it talks without end");
    }
    return isFine;
  }

  @Override
  public Mono<Void> connect(Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> handler) {
    return transport.connect(
        messages ->
            messages.flatMap(
                message -> concerns(message) ? handler.apply(Mono.just(message)) : Mono.empty()));
  }

  @Override
  public void setExceptionHandler(Consumer<Throwable> handler) {
    transport.setExceptionHandler(handler);
  }

  @Override
  public Mono<Void> sendMessage(JSONRPCMessage message) {
    return transport.sendMessage(message);
  }

  @Override
  public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
    return transport.unmarshalFrom(data, type);
  }

  @Override
  public List<String> protocolVersions() {
    return transport.protocolVersions();
  }

  @Override
  public Mono<Void> closeGracefully() {
    return transport.closeGracefully();
  }
}
