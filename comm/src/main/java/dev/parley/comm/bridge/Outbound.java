package dev.parley.comm.bridge;

import dev.parley.comm.CommMessage;
import dev.parley.comm.CommPlugin;
import dev.parley.core.address.AgentId;
import dev.parley.core.address.Path;
import dev.parley.core.broker.Broker;
import dev.parley.core.delivery.AckMode;
import dev.parley.core.delivery.ListenOptions;
import dev.parley.core.delivery.Listener;
import dev.parley.core.delivery.Listening;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Envelope;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.MessageType;
import dev.parley.core.store.Copy;
import dev.parley.core.store.State;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends on what lies in the inbox of a plugin, on a thread of its own. A copy there counts as
 * delivered when the other side has it, so what the hub or the connection loses is sent again, with
 * the same id. What is said about one topic stays in its order.
 */
public final class Outbound implements Listener, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Outbound.class);
  private static final int BATCH_MAX = 64;
  private static final Duration ANSWER_MAX = Duration.ofSeconds(30);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(5);
  private static final Duration STALL = Duration.ofMillis(250);
  private static final Duration CLOSING_MAX = Duration.ofSeconds(5);

  /** Only a knock: what is there is read when there is time for it. */
  private static final ListenOptions KNOCK =
      new ListenOptions(AckMode.NONE, ListenOptions.NOW, 1, Duration.ofSeconds(30), 1);

  private final Broker broker;
  private final Post post;
  private final CommPlugin plugin;
  private final Letters letters;
  private final Semaphore knocks = new Semaphore(1);
  private final Thread thread =
      Thread.ofVirtual().name("parley-comm-outbound").unstarted(this::run);

  public Outbound(Broker broker, Post post, CommPlugin plugin) {
    this.broker = broker;
    this.post = post;
    this.plugin = plugin;
    this.letters = new Letters(post, id -> broker.lookups().findNow(id));
  }

  public Outbound start() {
    thread.start();
    return this;
  }

  /** Something may have changed: look at once. Any thread. */
  public void knock() {
    knocks.drainPermits();
    knocks.release();
  }

  private void run() {
    Listening listening = null;
    try {
      while (true) {
        if (listening == null) {
          listening = listen();
        }
        var _ = knocks.tryAcquire(LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS);
        knocks.drainPermits();
        while (plugin.isConnected() && sendSome()) {}
      }
    } catch (InterruptedException e) {
      // Closed.
    } finally {
      if (listening != null) {
        listening.close();
      }
    }
  }

  private @Nullable Listening listen() throws InterruptedException {
    try {
      return broker.listen(post.inbox(), KNOCK, this).get();
    } catch (ExecutionException e) {
      LOG.warn("nobody knocks for '{}': {}", post.plugin(), Refused.of(e).getMessage());
      return null; // then it looks every few seconds
    }
  }

  /** Sends what is there, as far as possible; false when there is no more, for now. */
  private boolean sendSome() throws InterruptedException {
    try {
      List<Copy> copies = broker.peek(post.inbox(), BATCH_MAX).get();
      boolean moved = !copies.isEmpty() && sendAll(copies);
      if (!copies.isEmpty() && !moved) {
        Thread.sleep(STALL);
      }
      return !copies.isEmpty();
    } catch (ExecutionException e) {
      LOG.warn("what is for '{}' cannot be read: {}", post.plugin(), Refused.of(e).getMessage());
      Thread.sleep(LOOK_EVERY);
      return false;
    }
  }

  /** Did all of them go? */
  private boolean sendAll(List<Copy> copies) throws InterruptedException, ExecutionException {
    Map<String, CompletableFuture<Boolean>> byTopic = new HashMap<>();
    CompletableFuture<Boolean> all = CompletableFuture.completedFuture(true);
    for (Copy copy : copies) {
      CompletableFuture<Boolean> one =
          switch (letters.plan(copy.message())) {
            case Letters.Plan.Send(CommMessage message) ->
                byTopic.compute(
                    message.topic(),
                    (_, before) ->
                        (before == null ? CompletableFuture.completedFuture(true) : before)
                            .thenCompose(
                                ok ->
                                    ok
                                        ? send(copy, message)
                                        : CompletableFuture.completedFuture(false)));
            case Letters.Plan.Ignore _ -> done(copy);
            case Letters.Plan.Refuse(String why) -> unsent(copy, why);
          };
      all = all.thenCombine(one, Boolean::logicalAnd);
    }
    return all.get();
  }

  /** True when it need not be sent again. */
  private CompletableFuture<Boolean> send(Copy copy, CommMessage message) {
    return plugin
        .send(message)
        .orTimeout(ANSWER_MAX.toMillis(), TimeUnit.MILLISECONDS)
        .handle((_, failure) -> failure)
        .thenCompose(
            failure -> {
              if (failure == null) {
                return done(copy);
              }
              Refused why = Refused.of(failure);
              boolean again = why.code().retryable() || failure instanceof TimeoutException;
              return again
                  ? CompletableFuture.completedFuture(false)
                  : unsent(copy, String.valueOf(why.getMessage()));
            });
  }

  private CompletableFuture<Boolean> done(Copy copy) {
    return broker.ack(post.inbox(), List.of(copy.message().id())).thenApply(_ -> true);
  }

  /** Its sender is told, and in the same commit it is off the list. */
  private CompletableFuture<Boolean> unsent(Copy copy, String why) {
    Envelope envelope = Envelope.parse(copy.message().json());
    MessageId id = copy.message().id();
    Draft notice =
        Draft.from(post.agent().value())
            .to(Path.agent(new AgentId(envelope.from())))
            .command(Letters.UNSENT)
            .type(MessageType.INFO)
            .replyTo(id)
            .content("'" + envelope.path() + "' was not reached: " + why)
            .build();
    return broker
        .transactions()
        .run(
            tx -> {
              if (tx.climb(copy.box(), copy.position(), id, State.READ)) {
                var _ = tx.route(notice, post.sender());
              }
              return true;
            });
  }

  /** Returns when nothing more is sent. */
  @Override
  public void close() {
    thread.interrupt();
    try {
      var _ = thread.join(CLOSING_MAX);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  // ---- the inbox, on the committer thread

  @Override
  public boolean hasRoom() {
    return true;
  }

  @Override
  public void push(Copy copy) {
    knock();
  }

  @Override
  public void lagging(long cursor) {}

  @Override
  public void caughtUp() {}

  @Override
  public void ended(Refused why) {}
}
