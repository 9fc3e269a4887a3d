package dev.parley.apps.calls;

import dev.parley.core.error.Refused;
import dev.parley.core.time.Timekeeper;
import io.grpc.Context;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.Iterator;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a stream of an app open, on a thread of its own: what the app says is taken one by one, and
 * the next is asked for when the one before was taken. When it ends or cannot be opened it is
 * opened anew, after a pause that grows as long as nothing comes.
 */
public final class OpenStream<T> implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(OpenStream.class);
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final int DOUBLINGS_MAX = 6;
  private static final Duration CLOSING_MAX = Duration.ofSeconds(2);

  private final String name;
  private final Opening<T> opening;
  private final Taking<T> taking;
  private final Timekeeper time;
  private final Thread thread;
  private final Semaphore again = new Semaphore(0);
  private volatile boolean closed;
  private volatile String problem = "";
  private int fruitless;

  /** Opens the stream, with all that has to be done before. */
  @FunctionalInterface
  public interface Opening<T> {
    /**
     * @throws Refused when it cannot be opened now
     */
    Iterator<T> open() throws InterruptedException;
  }

  /** Takes what an app says. */
  @FunctionalInterface
  public interface Taking<T> {
    void take(T item) throws InterruptedException;
  }

  /**
   * @param name whose stream of what, for logs
   */
  public OpenStream(String name, Opening<T> opening, Taking<T> taking, Timekeeper time) {
    this.name = name;
    this.opening = opening;
    this.taking = taking;
    this.time = time;
    this.thread = Thread.ofVirtual().name("parley-app-stream").unstarted(this::run);
  }

  public OpenStream<T> start() {
    thread.start();
    return this;
  }

  /** Why it is not open; empty when it is, or has not been tried yet. */
  public String problem() {
    return problem;
  }

  /** Something has changed: it is tried at once, if it waits. */
  public void again() {
    again.release();
  }

  private void run() {
    try {
      while (!closed) {
        again.drainPermits();
        read();
        pause(FIRST_PAUSE.multipliedBy(1L << Math.min(fruitless, DOUBLINGS_MAX)));
        fruitless++;
      }
    } catch (InterruptedException e) {
      // Closed.
    }
  }

  private void read() throws InterruptedException {
    Context.CancellableContext context = Context.current().withCancellation();
    Context before = context.attach();
    try {
      Iterator<T> items = opening.open();
      problem = "";
      while (items.hasNext()) {
        taking.take(items.next());
        fruitless = 0;
      }
      LOG.debug("{} has ended; it is opened anew", name);
    } catch (StatusRuntimeException e) {
      if (closed) {
        throw new InterruptedException("closed");
      }
      broken(Call.failed(name, e).getMessage());
    } catch (Refused e) {
      broken(e.getMessage());
    } catch (RuntimeException e) {
      LOG.warn("{} broke off", name, e);
      broken("the hub's log has the details");
    } finally {
      context.detach(before);
      context.cancel(null);
    }
  }

  private void broken(@Nullable String why) {
    if (!problem.equals(why)) {
      LOG.warn("{} is not open: {}", name, why);
    }
    problem = String.valueOf(why);
  }

  private void pause(Duration delay) throws InterruptedException {
    Timekeeper.Alarm alarm = time.after(delay, again::release);
    try {
      again.acquire();
    } finally {
      alarm.cancel();
    }
  }

  /** Returns when nothing more is taken. */
  @Override
  public void close() {
    closed = true;
    thread.interrupt();
    try {
      if (!thread.join(CLOSING_MAX)) {
        LOG.warn("{} does not end", name);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
