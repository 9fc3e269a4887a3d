package dev.parley.identity.persons;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.time.Timekeeper;
import dev.parley.identity.Place;
import java.time.Duration;
import java.util.LinkedHashMap;

/**
 * Limits how fast passwords can be guessed: of one account, and from one place. Every attempt
 * counts from its beginning, so that many at the same time are many; a right one is taken back.
 *
 * <p>A stranger who guesses must not lock the person out. So a limit holds for a minute and no
 * longer, and at a place where the person has logged in before only the attempts from there count.
 */
final class LoginAttempts {
  static final int PER_ACCOUNT_MAX = 10;
  static final int PER_PLACE_MAX = 30;
  static final Duration WINDOW = Duration.ofMinutes(1);
  static final int ENTRIES_MAX = 10_000;

  private record Count(long since, int attempts) {}

  private final Timekeeper time;
  private final LinkedHashMap<String, Count> counts = new LinkedHashMap<>();
  private final LinkedHashMap<String, Boolean> known = new LinkedHashMap<>();

  LoginAttempts(Timekeeper time) {
    this.time = time;
  }

  /**
   * @throws Refused when there were too many
   */
  synchronized void begin(String account, String address) {
    String place = "place " + Place.of(address);
    String guessed = guessed(account, address);
    long now = time.millis();
    require(place, PER_PLACE_MAX, now);
    require(guessed, PER_ACCOUNT_MAX, now);
    add(place, now, 1);
    add(guessed, now, 1);
  }

  synchronized void succeeded(String account, String address) {
    takeBack(account, address);
    String pair = pair(account, address);
    known.remove(pair);
    known.put(pair, true);
    if (known.size() > ENTRIES_MAX) {
      known.pollFirstEntry();
    }
  }

  /** It was no attempt after all. */
  synchronized void takeBack(String account, String address) {
    long now = time.millis();
    add("place " + Place.of(address), now, -1);
    add(guessed(account, address), now, -1);
  }

  synchronized int size() {
    return counts.size() + known.size();
  }

  private String guessed(String account, String address) {
    String pair = pair(account, address);
    return known.containsKey(pair) ? pair : "account " + account;
  }

  private static String pair(String account, String address) {
    return "known " + account + " " + Place.of(address);
  }

  private void require(String key, int max, long now) {
    Count count = counts.get(key);
    if (count != null && count.attempts >= max && !isOver(count, now)) {
      Duration left = Duration.ofMillis(count.since + WINDOW.toMillis() - now);
      throw new Refused(ErrorCode.RATE_LIMITED, "too many attempts to log in", left);
    }
  }

  private void add(String key, long now, int attempts) {
    Count known = counts.remove(key);
    Count before = known == null || isOver(known, now) ? new Count(now, 0) : known;
    int after = Math.max(0, before.attempts + attempts);
    if (after == 0) {
      return;
    }
    if (counts.size() >= ENTRIES_MAX) {
      // The one that has been quiet the longest makes room, so that memory stays bounded.
      counts.pollFirstEntry();
    }
    counts.put(key, new Count(before.since, after));
  }

  private static boolean isOver(Count count, long now) {
    return now - count.since >= WINDOW.toMillis();
  }
}
