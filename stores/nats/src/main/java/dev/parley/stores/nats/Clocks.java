package dev.parley.stores.nats;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What time the others have: every hub says it with its name, and the server that leads the log is
 * asked for it. A hub goes by its own clock as long as more than half of all clocks, its own
 * included, are within five seconds of it. Of two that differ nobody knows which is right, and
 * neither hub goes by its own. Any thread.
 */
final class Clocks {
  static final Duration APART_MAX = Duration.ofSeconds(5);

  /** A voice that is not heard for so long does not count any more. */
  static final Duration SILENT_MAX = Duration.ofSeconds(15);

  private static final Logger LOG = LoggerFactory.getLogger(Clocks.class);
  private static final int VOICES_MAX = 10_000;
  private static final int SAMPLES = 4;

  /**
   * One other clock, as milliseconds to add to the monotonic time of this machine: should our own
   * clock jump, that shows at once. What is heard was said a while ago, which makes a clock look
   * slow, so of the last few the latest counts.
   */
  private record Voice(List<Long> bases, long heardAt) {
    Voice with(long base, long now) {
      var latest = new ArrayList<>(bases);
      latest.add(base);
      return new Voice(
          List.copyOf(latest.subList(Math.max(0, latest.size() - SAMPLES), latest.size())), now);
    }

    long base() {
      return bases.stream().mapToLong(Long::longValue).max().orElseThrow();
    }
  }

  private final LongSupplier millis;
  private final LongSupplier nanos;
  private final Map<String, Voice> voices = new ConcurrentHashMap<>();
  private final AtomicBoolean differ = new AtomicBoolean();

  /**
   * @param millis this hub's own clock
   * @param nanos the monotonic time of this machine
   */
  Clocks(LongSupplier millis, LongSupplier nanos) {
    this.millis = millis;
    this.nanos = nanos;
  }

  /** This hub's own. */
  long millis() {
    return millis.getAsLong();
  }

  /** That one says that it is so late now. */
  void heard(String who, long itsMillis) {
    long now = nanos.getAsLong();
    if (voices.size() < VOICES_MAX || voices.containsKey(who)) {
      long base = itsMillis - now / 1_000_000;
      voices.compute(
          who,
          (_, before) -> before == null ? new Voice(List.of(base), now) : before.with(base, now));
    }
  }

  void gone(String who) {
    voices.remove(who);
  }

  boolean isOnTime() {
    List<Long> ahead = ahead();
    long agreeing = 1 + ahead.stream().filter(by -> Math.abs(by) <= APART_MAX.toMillis()).count();
    boolean onTime = 2 * agreeing > ahead.size() + 1;
    if (differ.compareAndSet(onTime, !onTime)) {
      tell(onTime);
    }
    return onTime;
  }

  private void tell(boolean onTime) {
    if (onTime) {
      LOG.info("the clocks agree again: things expire by this hub's clock");
    } else {
      LOG.warn(
          "this hub's clock is {} ms {} that of most others: nothing expires, is forgotten or"
              + " decided by it until they agree; synchronise the clocks of all machines",
          Math.abs(aheadMillis()),
          aheadMillis() > 0 ? "ahead of" : "behind");
    }
  }

  /** How far this hub's clock is ahead of the one in the middle of the others; 0 without others. */
  long aheadMillis() {
    List<Long> ahead = ahead();
    return ahead.isEmpty() ? 0 : ahead.get(ahead.size() / 2);
  }

  /** How far this hub's clock is ahead of each other one, in order. */
  private List<Long> ahead() {
    long now = nanos.getAsLong();
    long own = millis.getAsLong() - now / 1_000_000;
    voices.values().removeIf(voice -> now - voice.heardAt > SILENT_MAX.toNanos());
    return voices.values().stream().map(voice -> own - voice.base()).sorted().toList();
  }
}
