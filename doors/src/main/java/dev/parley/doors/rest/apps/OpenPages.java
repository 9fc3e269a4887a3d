package dev.parley.doors.rest.apps;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.doors.http.Standing;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.function.LongSupplier;

/**
 * The pages of apps that the owner has opened. Each has a secret that lets it at its own app and
 * nothing else, until it was not used for a while, until the login that opened it ends, and for
 * half a day at most. Any thread.
 */
public final class OpenPages {
  static final Duration IDLE_MAX = Duration.ofMinutes(30);
  static final Duration AGE_MAX = Duration.ofHours(12);
  static final int MAX = 64;

  private static final String DIGITS = "abcdefghijklmnopqrstuvwxyz234567";
  private static final int SECRET_LENGTH = 26;
  private static final SecureRandom RANDOM = new SecureRandom();

  /** A page that is open. */
  private static final class Opened {
    private final String app;
    private final String dashboard;
    private final Standing standing;
    private final long since;
    private long used;

    private Opened(String app, String dashboard, Standing standing, long now) {
      this.app = app;
      this.dashboard = dashboard;
      this.standing = standing;
      this.since = now;
      this.used = now;
    }

    private boolean isOver(long now) {
      return now - used >= IDLE_MAX.toMillis()
          || now - since >= AGE_MAX.toMillis()
          || !standing.holds();
    }
  }

  private final LongSupplier millis;

  /** By secret, the oldest first. Guarded by this. */
  private final SequencedMap<String, Opened> opened = new LinkedHashMap<>();

  public OpenPages(LongSupplier millis) {
    this.millis = millis;
  }

  /**
   * @param dashboard the host that may show it in a frame
   * @param standing of who opens it
   * @return the secret
   */
  public synchronized String open(String app, String dashboard, Standing standing) {
    long now = millis.getAsLong();
    opened.values().removeIf(each -> each.isOver(now));
    if (opened.size() >= MAX) {
      var _ = opened.pollFirstEntry();
    }
    StringBuilder secret = new StringBuilder(SECRET_LENGTH);
    for (int i = 0; i < SECRET_LENGTH; i++) {
      secret.append(DIGITS.charAt(RANDOM.nextInt(DIGITS.length())));
    }
    opened.put(secret.toString(), new Opened(app, dashboard, standing, now));
    return secret.toString();
  }

  /**
   * Lets a page at its app.
   *
   * @return the host that may show it
   * @throws Refused when it is another app's, or open no longer
   */
  synchronized String enter(String secret, String app) {
    long now = millis.getAsLong();
    Opened found = opened.get(secret);
    if (found != null && found.isOver(now)) {
      opened.remove(secret);
      found = null;
    }
    if (found == null || !found.app.equals(app)) {
      throw new Refused(
          ErrorCode.GONE, "this page was closed; open the app again in the dashboard");
    }
    found.used = now;
    return found.dashboard;
  }

  /** When the app is taken away. */
  public synchronized void close(String app) {
    opened.values().removeIf(each -> each.app.equals(app));
  }
}
