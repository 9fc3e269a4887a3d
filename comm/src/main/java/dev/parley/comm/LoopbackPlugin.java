package dev.parley.comm;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Goes nowhere, for trying things out: keeps the last messages that were sent, and lets somebody
 * say what comes in.
 */
public final class LoopbackPlugin implements CommPlugin {
  public static final String NAME = "loopback";
  private static final int KEPT_MAX = 1_000;

  /** Guarded by itself. */
  private final List<CommMessage> sent = new ArrayList<>();

  private final Set<String> topics = ConcurrentHashMap.newKeySet();
  private volatile boolean connected;
  private volatile @Nullable String registered;
  private volatile MessageHandler handler = _ -> {};

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String version() {
    return "1.0.0";
  }

  @Override
  public void connect(Map<String, String> config) {
    connected = true;
  }

  @Override
  public void disconnect() {
    connected = false;
  }

  @Override
  public boolean isConnected() {
    return connected;
  }

  @Override
  public CompletableFuture<Void> send(CommMessage message) {
    if (!connected) {
      return CompletableFuture.failedFuture(
          new Refused(ErrorCode.OVERLOADED, "the loopback is not connected"));
    }
    synchronized (sent) {
      if (sent.stream().noneMatch(each -> each.id().equals(message.id()))) {
        sent.add(message);
      }
      if (sent.size() > KEPT_MAX) {
        sent.removeFirst();
      }
    }
    return CompletableFuture.completedFuture(null);
  }

  /** What was sent, oldest first. */
  public List<CommMessage> sent() {
    synchronized (sent) {
      return List.copyOf(sent);
    }
  }

  @Override
  public void subscribe(String topic) {
    topics.add(topic);
  }

  @Override
  public void unsubscribe(String topic) {
    topics.remove(topic);
  }

  public Set<String> topics() {
    return Set.copyOf(topics);
  }

  @Override
  public void register(String agentId, byte[] card) {
    registered = agentId;
  }

  @Override
  public void deregister() {
    registered = null;
  }

  public @Nullable String registered() {
    return registered;
  }

  @Override
  public void setMessageHandler(MessageHandler newHandler) {
    handler = newHandler;
  }

  /** As if this had come from elsewhere; returns when it is stored. */
  public void injectMessage(CommMessage message) throws InterruptedException {
    if (!connected) {
      throw new IllegalStateException("the loopback is not connected");
    }
    handler.onMessages(List.of(message));
  }
}
