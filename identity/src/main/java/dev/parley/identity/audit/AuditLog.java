package dev.parley.identity.audit;

import dev.parley.core.error.Refused;
import dev.parley.core.ledger.Records;
import dev.parley.core.message.JsonBuffer;
import dev.parley.core.time.Timekeeper;
import dev.parley.identity.Visit;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The list itself: on disk, and because it is bounded in memory too, so that looking at it waits
 * for nothing. An entry is shown once it is on disk.
 */
public final class AuditLog {
  private static final Logger LOG = LoggerFactory.getLogger(AuditLog.class);
  private static final String TABLE = "audit";
  private static final int TRIES_MAX = 100;
  private static final int SUBJECT_MAX = 512;

  /**
   * How much is kept.
   *
   * @param entriesMax of what the owner did, and as many of what everybody else did
   * @param age how long at most
   */
  public record Keep(int entriesMax, Duration age) {
    public static final Keep DEFAULT = new Keep(20_000, Duration.ofDays(90));
  }

  private final Records records;
  private final Timekeeper time;
  private final Kept kept;
  private final AtomicLong next = new AtomicLong();
  private final Denials denials = new Denials();

  public AuditLog(Records records, Timekeeper time, Keep keep) {
    this.records = records;
    this.time = time;
    this.kept = new Kept(keep);
    records.forEach(
        TABLE,
        (key, json) -> {
          long number = Long.parseLong(key, 16);
          kept.put(AuditEntry.parse(number, json));
        });
    next.set(kept.entries().isEmpty() ? 0 : kept.entries().lastKey() + 1);
    records.follow(TABLE, this::onElsewhere);
  }

  /** Another hub has written an entry, or dropped one. */
  private void onElsewhere(String key, byte @Nullable [] json) {
    long number = Long.parseLong(key, 16);
    if (json == null) {
      kept.remove(number);
    } else {
      kept.put(AuditEntry.parse(number, json));
      next.accumulateAndGet(number + 1, Math::max);
    }
  }

  /**
   * Somebody has done something, or was refused. Of somebody who is refused over and over only the
   * first times of each minute are written down.
   */
  public void done(Visit by, String action, String subject, @Nullable Refused refusal) {
    String reason = refusal == null ? "" : String.valueOf(refusal.getMessage());
    if (refusal != null) {
      switch (denials.oneMore(by.name(), action, time.millis())) {
        case LISTED -> {}
        case LAST -> reason += "; further ones are not listed for a minute";
        case DROPPED -> {
          return;
        }
      }
    }
    String outcome = refusal == null ? "ok" : refusal.code().wireName();
    var _ =
        add(by.name(), action, subject, outcome, by.door().wireName(), by.address(), cut(reason));
  }

  public CompletableFuture<Boolean> add(
      String who, String action, String subject, String outcome, String door) {
    return add(who, action, subject, outcome, door, "", "");
  }

  private static String cut(String text) {
    return text.length() <= SUBJECT_MAX ? text : text.substring(0, SUBJECT_MAX);
  }

  /** Completes when it is on disk; a failure is logged here, for there is nobody else to tell. */
  private CompletableFuture<Boolean> add(
      String who,
      String action,
      String subject,
      String outcome,
      String door,
      String address,
      String reason) {
    String about = cut(subject);
    long now = time.millis();
    return add(
            number ->
                new AuditEntry(number, now, who, action, about, outcome, door, address, reason),
            TRIES_MAX)
        .exceptionally(
            failure -> {
              LOG.warn("{} of {} by {} is missing in the audit log", action, about, who, failure);
              return false;
            });
  }

  /** Another hub may have used the number in the meantime; then the next one is tried. */
  private CompletableFuture<Boolean> add(LongFunction<AuditEntry> make, int triesLeft) {
    AuditEntry entry = make.apply(next.getAndIncrement());
    JsonBuffer json = new JsonBuffer(192);
    entry.writeTo(json);
    return records
        .create(TABLE, key(entry.number()), json.toBytes())
        .thenCompose(
            created -> {
              if (!created) {
                return triesLeft > 0
                    ? add(make, triesLeft - 1)
                    : CompletableFuture.failedFuture(new IllegalStateException("no number free"));
              }
              kept.put(entry);
              trim(entry.who());
              return CompletableFuture.completedFuture(true);
            });
  }

  private void trim(String who) {
    List<String> dropped = kept.trim(time.endingMillis(), who).stream().map(AuditLog::key).toList();
    if (!dropped.isEmpty()) {
      var _ = records.delete(TABLE, dropped);
    }
  }

  /**
   * Newest first.
   *
   * @param below only entries with a smaller number
   */
  public List<AuditEntry> page(
      long below, int limit, @Nullable String who, @Nullable String action) {
    return kept.entries().headMap(below, false).descendingMap().values().stream()
        .filter(entry -> who == null || who.equals(entry.who()))
        .filter(entry -> action == null || action.equals(entry.action()))
        .limit(limit)
        .toList();
  }

  private static String key(long number) {
    return String.format("%016x", number);
  }
}
