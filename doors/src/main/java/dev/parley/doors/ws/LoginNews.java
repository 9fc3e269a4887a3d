package dev.parley.doors.ws;

import dev.parley.identity.Principal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Tells logins worth an entry in the audit log from those that are not: a command line connects for
 * every command, and agents come back all the time. Once an hour will do. Any thread.
 */
public final class LoginNews {
  private static final long SAME_NANOS = TimeUnit.HOURS.toNanos(1);
  private static final int KNOWN_MAX = 10_000;

  private final LongSupplier nanos;
  private final LinkedHashMap<Principal, Long> lastTold = new LinkedHashMap<>();

  public LoginNews(LongSupplier nanos) {
    this.nanos = nanos;
  }

  public synchronized boolean isNews(Principal who) {
    long now = nanos.getAsLong();
    Long told = lastTold.get(who);
    if (told != null && now - told < SAME_NANOS) {
      return false;
    }
    lastTold.remove(who);
    if (lastTold.size() >= KNOWN_MAX) {
      Map.Entry<Principal, Long> _ = lastTold.pollFirstEntry();
    }
    lastTold.put(who, now);
    return true;
  }
}
