package dev.parley.hub.cli.output;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * How far long work has come, on err: one line that is written over on a terminal, a line now and
 * then elsewhere. May be told from many threads.
 */
public final class Progress implements AutoCloseable {
  private static final Duration ON_TERMINAL = Duration.ofMillis(100);
  private static final Duration ELSEWHERE = Duration.ofSeconds(5);

  private final Console console;
  private final String what;
  private final long total;
  private final LongSupplier nanoTime;
  private final long everyNanos;
  private long lastAt;
  private boolean shown;

  /**
   * @param total negative when nobody knows: then only what is done is shown
   */
  public Progress(Console console, String what, long total) {
    this(console, what, total, System::nanoTime);
  }

  Progress(Console console, String what, long total, LongSupplier nanoTime) {
    this.console = console;
    this.what = what;
    this.total = total;
    this.nanoTime = nanoTime;
    this.everyNanos = (console.isTerminal() ? ON_TERMINAL : ELSEWHERE).toNanos();
    this.lastAt = nanoTime.getAsLong();
  }

  public synchronized void at(long done) {
    long now = nanoTime.getAsLong();
    if (now - lastAt < everyNanos) {
      return;
    }
    lastAt = now;
    shown = true;
    String line = what + " " + (total < 0 ? Sizes.count(done) : share(done));
    if (console.isTerminal()) {
      console.err().print("\r\u001b[K" + line);
      console.err().flush();
    } else {
      console.note(line);
    }
  }

  private String share(long done) {
    long percent = total == 0 ? 100 : done * 100 / total;
    return percent + " % (" + Sizes.count(done) + "/" + Sizes.count(total) + ")";
  }

  @Override
  public synchronized void close() {
    if (shown && console.isTerminal()) {
      console.err().print("\r\u001b[K");
      console.err().flush();
    }
  }
}
