package dev.parley.hub.cli.messages;

import dev.parley.client.ClientEvents;
import dev.parley.client.ListenOptions;
import dev.parley.client.Listener;
import dev.parley.client.ParleyClient;
import dev.parley.client.ParleyException;
import dev.parley.client.json.JsonWriter;
import dev.parley.client.message.Delivery;
import dev.parley.client.message.Inbox;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.output.Escaped;
import dev.parley.hub.cli.output.MessageText;
import dev.parley.hub.cli.output.Times;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Prints messages as they come. */
final class MessageStream {
  private final Cli cli;

  MessageStream(Cli cli) {
    this.cli = cli;
  }

  /** Tells on err when the connection goes and comes, so that silence can be trusted. */
  static ClientEvents told(Cli cli) {
    return new ClientEvents() {
      @Override
      public void onRetry(int attempt, Duration wait, String failure) {
        cli.console().note("parley: " + Escaped.line(failure) + "; again in " + Times.span(wait));
      }

      @Override
      public void onHandlerFailure(Delivery delivery, Exception failure) {
        // One beyond the count: it comes again, to whoever is next.
      }
    };
  }

  /** Until nobody reads it, or the process ends. */
  int follow(ParleyClient client, Inbox inbox, ListenOptions options) throws InterruptedException {
    return take(client, inbox, options, Long.MAX_VALUE, null);
  }

  /** So many messages, within a time; all there are while it lasts if no number was given. */
  int take(
      ParleyClient client,
      Inbox inbox,
      ListenOptions options,
      long count,
      @Nullable Duration within)
      throws InterruptedException {
    var left = new AtomicLong(count);
    var done = new CompletableFuture<Void>();
    Listener listener =
        client.listen(
            inbox,
            options,
            delivery -> {
              if (left.get() > 0) {
                print(delivery);
                if (left.decrementAndGet() == 0 || cli.console().isBroken()) {
                  done.complete(null);
                }
              } else {
                // Not printed, so not to be acknowledged.
                throw new IllegalStateException("enough");
              }
            });
    try (listener) {
      var either = CompletableFuture.anyOf(done, listener.ended());
      if (within == null) {
        either.get();
      } else {
        either.get(within.toMillis(), TimeUnit.MILLISECONDS);
      }
      return Exit.OK;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof ParleyException refusal
          ? refusal
          : new IllegalStateException(e.getCause());
    } catch (TimeoutException e) {
      return timeUp(count, left.get());
    }
  }

  private int timeUp(long count, long left) {
    if (count == Long.MAX_VALUE) {
      return Exit.OK;
    }
    cli.console().note("parley: " + (count - left) + " of " + count + " messages came in time");
    return Exit.FAILED;
  }

  private void print(Delivery delivery) {
    if (cli.isJson()) {
      cli.console()
          .json(
              new JsonWriter()
                  .put("agentId", delivery.inbox().agentId())
                  .put("sessionId", delivery.inbox().sessionId())
                  .put("cursor", delivery.cursor())
                  .put("attempts", delivery.attempts())
                  .put("message", delivery.message().json())
                  .toObject());
    } else {
      MessageText.print(cli.console(), delivery.message());
    }
    cli.console().flush();
  }
}
