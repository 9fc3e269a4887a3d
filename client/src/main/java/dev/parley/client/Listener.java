package dev.parley.client;

import dev.parley.client.json.JsonObject;
import dev.parley.client.message.Delivery;
import dev.parley.client.message.Inbox;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A standing order for an inbox's messages. It outlives connections and ends with {@link #close},
 * with its client, or when the hub refuses it.
 */
public final class Listener implements AutoCloseable {
  private static final Duration FAREWELL_MAX = Duration.ofSeconds(2);

  private final Link link;
  private final Inbox inbox;
  private final ListenOptions options;
  private final MessageHandler handler;
  private final ClientEvents events;
  private final Duration within;
  private final Intake intake;
  private final Acknowledger acknowledger;
  private final CompletableFuture<Void> established = new CompletableFuture<>();
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private final Thread worker;
  private final Consumer<Listener> onEnd;

  Listener(
      Link link,
      ClientOptions client,
      Inbox inbox,
      ListenOptions options,
      MessageHandler handler,
      Consumer<Listener> onEnd) {
    this.link = link;
    this.inbox = inbox;
    this.options = options;
    this.handler = handler;
    this.onEnd = onEnd;
    this.events = client.events();
    this.within = client.callWithin();
    this.intake = new Intake(options);
    this.acknowledger = new Acknowledger(link, inbox, within);
    this.worker = Thread.ofVirtual().name("parley-listener-" + inbox).unstarted(this::work);
  }

  public Inbox inbox() {
    return inbox;
  }

  /** Completes when the listener has ended; exceptionally when the hub ended it. */
  public CompletableFuture<Void> ended() {
    return ended.copy();
  }

  /** Completes when the hub has taken the order for the first time. */
  CompletableFuture<Void> established() {
    return established;
  }

  void start() {
    worker.start();
    listen();
  }

  /** Says it, or says it again; without a connection the next one brings it. */
  void listen() {
    boolean takes = options.ack().takes();
    Duration patience = options.ackWithin();
    Request request =
        Request.once(inbox.sessionId() == null ? "msg.listen" : "msg.session.listen")
            .with("agentId", inbox.agentId())
            .with("sessionId", inbox.sessionId())
            .with("ack", options.ack().wireName())
            .with("from", intake.from())
            .with("window", takes ? options.window() : null)
            .with("ackTimeoutMs", takes && patience != null ? patience.toMillis() : null);
    var _ = link.signal(request, within).whenComplete(this::onListening);
  }

  private void onListening(@Nullable JsonObject answer, @Nullable Throwable failure) {
    if (answer != null) {
      intake.onListening(answer.number("cursor", 0));
      established.complete(null);
      return;
    }
    if (failure instanceof ParleyException why) {
      if (why.code().equals(ParleyException.CONNECTION_LOST)) {
        return; // The next connection brings it.
      }
      if (!established.isDone() || !why.retryable()) {
        end(why);
        return;
      }
    }
    // No answer, or not now. A new connection, after a wait, is the clean way to ask again.
    link.reconnect();
  }

  void onPush(Delivery delivery) {
    if (intake.onPush(delivery) == Intake.Verdict.ACKNOWLEDGE_AGAIN) {
      acknowledger.acknowledge(delivery.cursor());
    }
  }

  void onDisconnected() {
    intake.onDisconnected();
    acknowledger.onDisconnected();
  }

  void end(ParleyException why) {
    onEnd.accept(this);
    established.completeExceptionally(why);
    ended.completeExceptionally(why);
    intake.close();
  }

  private void work() {
    try {
      while (!intake.isClosed()) {
        Delivery delivery = intake.next();
        if (delivery != null) {
          handle(delivery);
        } else if (!intake.isClosed()) {
          listen();
        }
      }
      acknowledger.drain(FAREWELL_MAX);
    } catch (InterruptedException e) {
      // Whoever interrupts wants it over.
    }
    intake.close();
    Request unlisten =
        Request.once("msg.unlisten")
            .with("agentId", inbox.agentId())
            .with("sessionId", inbox.sessionId());
    var _ =
        link.signal(unlisten, FAREWELL_MAX)
            .whenComplete(
                (_, _) -> {
                  onEnd.accept(this);
                  ended.complete(null);
                });
  }

  private void handle(Delivery delivery) throws InterruptedException {
    boolean early = options.ack() == Ack.AUTO;
    if (early) {
      settle(delivery, true);
    }
    boolean well = false;
    try {
      handler.onMessage(delivery);
      well = true;
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      events.onHandlerFailure(delivery, e);
    } finally {
      if (!early) {
        settle(delivery, well);
      }
    }
  }

  private void settle(Delivery delivery, boolean well) {
    if (intake.onHandled(delivery, well)) {
      acknowledger.acknowledge(delivery.cursor());
    }
  }

  /** Takes no further messages. */
  void stop() {
    intake.close();
  }

  /**
   * Takes no further messages, lets the handler finish the one it has, and tells the hub. Called by
   * the handler itself it returns at once and happens after it.
   */
  @Override
  public void close() {
    stop();
    if (worker.equals(Thread.currentThread())) {
      return;
    }
    try {
      if (!worker.join(FAREWELL_MAX)) {
        worker.interrupt();
      }
      ended
          .copy()
          .completeOnTimeout(null, FAREWELL_MAX.toMillis(), TimeUnit.MILLISECONDS)
          .handle((_, _) -> true)
          .get();
    } catch (InterruptedException e) {
      worker.interrupt();
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      throw new AssertionError("every outcome was handled", e);
    }
  }
}
