package dev.parley.bench.hostile;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/**
 * Does {@link Attack}s on a hub at once until its standard input ends, then says how often each was
 * tried and how often the hub refused or cut it. Arguments: port, token, and the names of the
 * attacks.
 */
public final class Mallory {
  /** After a refusal: otherwise it would only be busy with opening connections. */
  private static final long PAUSE_MILLIS = 5;

  private Mallory() {}

  private record Tally(Attack attack, LongAdder tried, LongAdder cut) {
    Tally(Attack attack) {
      this(attack, new LongAdder(), new LongAdder());
    }

    void repeat(Attack.Hub hub) {
      try {
        while (true) {
          tried.increment();
          try {
            attack.once(hub);
          } catch (IOException e) {
            cut.increment();
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
          }
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    String text() {
      return "%s: %,d times, %,d cut"
          .formatted(
              attack.name().toLowerCase(Locale.ROOT).replace('_', ' '), tried.sum(), cut.sum());
    }
  }

  public static void main(String[] arguments) throws IOException {
    var hub = new Attack.Hub(Integer.parseInt(arguments[0]), arguments[1]);
    List<Tally> tallies =
        Stream.of(arguments).skip(2).map(Attack::valueOf).map(Tally::new).toList();
    for (Tally tally : tallies) {
      for (int i = 0; i < tally.attack().abreast(); i++) {
        Thread.ofVirtual().name(tally.attack().name()).start(() -> tally.repeat(hub));
      }
    }
    while (System.in.read() >= 0) {
      // The run goes on until it closes this pipe, or ends.
    }
    tallies.forEach(tally -> System.out.println(tally.text()));
  }
}
