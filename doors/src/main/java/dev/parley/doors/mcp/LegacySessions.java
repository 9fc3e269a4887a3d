package dev.parley.doors.mcp;

import dev.parley.core.address.AgentId;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.doors.mcp.catalog.Caller;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The legacy sessions on {@code /mcp}. Any thread. */
final class LegacySessions {
  private static final SecureRandom CHANCE = new SecureRandom();

  private final McpConfig config;
  private final LongSupplier millis;
  private final Map<String, Entry> entries = new ConcurrentHashMap<>();

  LegacySessions(McpConfig config, LongSupplier millis) {
    this.config = config;
    this.millis = millis;
  }

  /** A session, its streams, and when it was last heard of. */
  static final class Entry {
    private final LegacySession session;
    private final ReplayStreams streams = new ReplayStreams();
    private volatile long lastUsed;
    private volatile int readers;

    private Entry(String id, Caller caller) {
      this.session =
          new LegacySession(
              id,
              caller,
              message -> {
                var _ = streams.aside().append(message);
              });
    }

    LegacySession session() {
      return session;
    }

    ReplayStreams streams() {
      return streams;
    }

    synchronized void readers(int change) {
      readers += change;
    }

    private boolean isInUse() {
      return readers > 0 || session.isWorking();
    }

    private boolean isIdleSince(long moment) {
      return !isInUse() && lastUsed < moment;
    }

    /** Calls that are under way end by themselves, each on its own stream. */
    private void close() {
      session.close();
      streams.aside().finish();
    }
  }

  static String freshId() {
    byte[] id = new byte[32];
    CHANCE.nextBytes(id);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(id);
  }

  /** A session that nobody finds before it is {@link #keep kept}. */
  Entry prepare(Caller caller) {
    return new Entry(freshId(), caller);
  }

  /**
   * Of a caller that has many, the one that was not used for longest makes room.
   *
   * @throws Refused when all are in use
   */
  synchronized void keep(Entry entry) {
    long now = millis.getAsLong();
    entry.lastUsed = now;
    sweep(now);
    Caller caller = entry.session.caller();
    List<Entry> own =
        entries.values().stream().filter(e -> e.session.caller().isSameAs(caller)).toList();
    if (own.size() >= config.sessionsMax()) {
      end(
          own.stream()
              .filter(e -> !e.isInUse())
              .min(Comparator.comparingLong(e -> e.lastUsed))
              .orElseThrow(() -> allInUse(caller, own.size())));
    }
    entries.put(entry.session.id(), entry);
  }

  private static Refused allInUse(Caller caller, int count) {
    return new Refused(
        ErrorCode.OVERLOADED,
        "'" + caller.self() + "' uses " + count + " sessions already; end one of them first");
  }

  /** The session, if it is the caller's; whoever else asks is told that there is none. */
  @Nullable Entry find(String id, Caller caller) {
    Entry entry = entries.get(id);
    if (entry == null || !entry.session.caller().isSameAs(caller)) {
      return null;
    }
    long now = millis.getAsLong();
    if (entry.isIdleSince(now - config.sessionIdle().toMillis())) {
      end(entry);
      return null;
    }
    entry.lastUsed = now;
    return entry;
  }

  private void sweep(long now) {
    long moment = now - config.sessionIdle().toMillis();
    entries.values().stream().filter(entry -> entry.isIdleSince(moment)).forEach(this::end);
  }

  void end(Entry entry) {
    entries.remove(entry.session.id());
    entry.close();
  }

  void endAllOf(AgentId agent) {
    entries.values().stream()
        .filter(entry -> entry.session.caller().hasLost(agent))
        .forEach(this::end);
  }

  void close() {
    entries.values().forEach(this::end);
  }
}
