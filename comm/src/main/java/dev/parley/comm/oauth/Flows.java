package dev.parley.comm.oauth;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.time.Timekeeper;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Logins that have been begun in a browser: each is good once, for ten minutes, few at a time.
 *
 * @param <P> what a login is for
 */
public final class Flows<P> {
  static final Duration LIFETIME = Duration.ofMinutes(10);
  static final int MAX = 32;

  /** What becomes of one. */
  enum Outcome {
    PENDING,
    DONE,
    FAILED,
    /** There is none such, or no longer. */
    UNKNOWN
  }

  public record Flow<P>(Pkce pkce, P purpose, String redirect, long until) {}

  private record Kept<P>(@Nullable Flow<P> flow, Outcome outcome, String error, long until) {}

  private final Timekeeper time;

  /** By state, the oldest first. Guarded by this. */
  private final Map<String, Kept<P>> kept = new LinkedHashMap<>();

  public Flows(Timekeeper time) {
    this.time = time;
  }

  public synchronized Flow<P> begin(P purpose, String redirect) {
    forgetOld();
    if (kept.values().stream().filter(each -> each.flow != null).count() >= MAX) {
      throw new Refused(
          ErrorCode.OVERLOADED, "too many logins have been begun; finish one, or wait ten minutes");
    }
    long until = time.millis() + LIFETIME.toMillis();
    Flow<P> flow = new Flow<>(Pkce.generate(), purpose, redirect, until);
    kept.put(flow.pkce.state(), new Kept<>(flow, Outcome.PENDING, "", until));
    return flow;
  }

  /** Hands a flow out, once. */
  public synchronized @Nullable Flow<P> take(String state) {
    forgetOld();
    Kept<P> found = kept.get(state);
    if (found == null || found.flow == null) {
      return null;
    }
    kept.put(state, new Kept<>(null, Outcome.PENDING, "", found.until));
    return found.flow;
  }

  public synchronized void ended(String state, @Nullable String error) {
    Kept<P> found = kept.get(state);
    if (found != null) {
      kept.put(
          state,
          new Kept<>(
              null,
              error == null ? Outcome.DONE : Outcome.FAILED,
              error == null ? "" : error,
              found.until));
    }
  }

  public synchronized RemoteLogin.FlowStatus status(String state) {
    forgetOld();
    Kept<P> found = kept.get(state);
    return found == null
        ? new RemoteLogin.FlowStatus("unknown", "")
        : new RemoteLogin.FlowStatus(found.outcome.name().toLowerCase(Locale.ROOT), found.error);
  }

  private void forgetOld() {
    long now = time.millis();
    kept.values().removeIf(each -> each.until <= now);
    while (kept.size() > 2 * MAX) {
      kept.remove(kept.keySet().iterator().next());
    }
  }
}
