package dev.parley.core.routing;

import dev.parley.core.address.Path;
import dev.parley.core.address.Pattern;
import java.util.SplittableRandom;

/** Addresses over a tiny alphabet, so that they often meet; the same ones for the same seed. */
final class RandomAddresses {

  private static final String[] SEGMENTS = {"a", "b", "#*", "*", "**"};

  private final SplittableRandom random;

  RandomAddresses(long seed) {
    random = new SplittableRandom(seed);
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  Pattern pattern() {
    return Pattern.parse(text());
  }

  Path path() {
    return Path.parse(text());
  }

  private String text() {
    // Some texts have no wildcard at all: in life most have none.
    int alphabet = random.nextInt(3) == 0 ? 3 : SEGMENTS.length;
    var text = new StringBuilder();
    for (int i = random.nextInt(1, 6); i > 0; i--) {
      text.append(SEGMENTS[random.nextInt(alphabet)]).append('/');
    }
    return text.toString();
  }
}
